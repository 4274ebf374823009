import { newId } from "../../contract/new-id.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import type { Scan } from "./scan.ts";
import { scanDocuments, type ScanRow } from "./scan.entity.ts";

/** Hosts that may lose a scan before it is given up. */
const MAX_ATTEMPTS = 3;

/** A scan that this host runs. */
export interface ClaimedScan {
  readonly row: ScanRow;
  readonly scan: Scan;
  /** Proof that it is this host's, for every write. */
  readonly lease: string;
  /** How long it is this host's after each write. */
  readonly leaseMs: number;
}

/** Held by whoever claims scans, so that no two hosts take one. */
async function lockClaims(change: Change): Promise<void> {
  await change.lock({ on: "name", name: "scan-claims" });
}

const timeAfter = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** Scans that no host runs, but for some ids. */
const CLAIMABLE = "scan where status in ('pending', 'running') and (lease_until is null or lease_until < ?) and not (id = any(?))";

/**
 * Whether any scan waits for a host: one indexed look-up. @param own those that this host runs, also when it stood still for longer than a
 * lease
 */
export async function hasClaimable(queries: Queries, now: string, own: readonly string[]): Promise<boolean> {
  return (await queries.get(`select 1 as one from ${CLAIMABLE} limit 1`, [now, own])) !== undefined;
}

/** Takes the oldest scan that no host runs; undefined when there is none. */
export async function claimScan(change: Change, own: readonly string[], leaseMs: number): Promise<ClaimedScan | undefined> {
  await lockClaims(change);
  const row = await change.get<ScanRow>(`select * from ${CLAIMABLE} order by created_at, id limit 1`, [change.now, own]);
  if (row === undefined) return undefined;
  const lease = newId();
  const attempts = row.attempts + 1;
  await change.run("update scan set lease = ?, lease_until = ?, attempts = ? where id = ?", [
    lease,
    timeAfter(change.now, leaseMs),
    attempts,
    row.id,
  ]);
  return { row: { ...row, attempts }, scan: scanDocuments.read(row.doc), lease, leaseMs };
}

/** Whether too many hosts were lost over a scan. */
export const isAbandoned = ({ row }: ClaimedScan): boolean => row.attempts > MAX_ATTEMPTS;

/** The scan as it is now, under its lock, and the subnet of its network; undefined when it is not this host's any more. */
export async function ownScan(
  change: Change,
  { row, lease }: ClaimedScan,
): Promise<{ readonly scan: Scan; readonly subnet: string } | undefined> {
  await change.lock({ on: "record", table: "scan", id: row.id });
  const current = await change.get<{ doc: string; subnet: string }>(
    "select s.doc, n.subnet from scan s join network n on n.id = s.network_id where s.id = ? and s.lease = ?",
    [row.id, lease],
  );
  return current === undefined ? undefined : { scan: scanDocuments.read(current.doc), subnet: current.subnet };
}

export const leaseUntil = (change: Change, { leaseMs }: ClaimedScan): string => timeAfter(change.now, leaseMs);
