import { newId } from "../../contract/new-id.ts";
import { agentOfNetwork, type ScanAffinity } from "../../contract/scanning/scan-affinity.ts";
import type { Queries, SqlValue } from "../../contract/storage/storage.ts";
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

/** Who takes scans. */
export interface Claimant {
  /** Those of an agent; null: those that no agent runs. */
  readonly agentId: string | null;
  /** Ids or names of datacenters whose networks are scanned; all networks when empty. */
  readonly datacenters: readonly string[];
  /** Scans that it runs, also when it stood still for longer than a lease. */
  readonly own: readonly string[];
}

/** Scans that nobody runs, for a claimant. */
function claimable(now: string, { agentId, datacenters, own }: Claimant): { readonly from: string; readonly params: readonly SqlValue[] } {
  const from =
    "scan where status in ('pending', 'running') and (lease_until is null or lease_until < ?) and not (id = any(?))" +
    (agentId === null ? " and agent_id is null" : " and agent_id = ?") +
    (datacenters.length === 0
      ? ""
      : " and network_id in (select n.id from network n join datacenter d on d.id = n.datacenter_id " +
        "where d.id = any(?) or d.name = any(?))");
  return {
    from,
    params: [now, own, ...(agentId === null ? [] : [agentId]), ...(datacenters.length === 0 ? [] : [datacenters, datacenters])],
  };
}

/** Whether any scan waits for a claimant: one indexed look-up. */
export async function hasClaimable(queries: Queries, now: string, claimant: Claimant): Promise<boolean> {
  const { from, params } = claimable(now, claimant);
  return (await queries.get(`select 1 as one from ${from} limit 1`, params)) !== undefined;
}

/** Callers take turns: first the caller whose last scan began longest ago, so that many scans of one do not delay the others. */
const BY_TURNS =
  "order by coalesce((select max(o.claimed_at) from scan o where o.caller = scan.caller and o.claimed_at is not null), ''), created_at, id";

/** Takes the next scan without a host or agent; undefined when there is none. */
export async function claimScan(
  change: Change,
  claimant: Claimant,
  affinity: ScanAffinity,
  leaseMs: number,
): Promise<ClaimedScan | undefined> {
  await lockClaims(change);
  const { from, params } = claimable(change.now, claimant);
  for (;;) {
    const row = await change.get<ScanRow>(`select * from ${from} ${BY_TURNS} limit 1`, params);
    if (row === undefined) return undefined;
    // The network may have moved, or an agent may serve it, since the scan was asked for.
    const agentId = await agentOfNetwork(affinity, change, row.network_id);
    if (agentId === claimant.agentId) return await taken(change, row, leaseMs);
    await assign(change, row, agentId);
  }
}

async function taken(change: Change, row: ScanRow, leaseMs: number): Promise<ClaimedScan> {
  const lease = newId();
  const attempts = row.attempts + 1;
  await change.run("update scan set lease = ?, claimed_at = ?, lease_until = ?, attempts = ?, batches = '' where id = ?", [
    lease,
    change.now,
    timeAfter(change.now, leaseMs),
    attempts,
    row.id,
  ]);
  return { row: { ...row, attempts, batches: "" }, scan: scanDocuments.read(row.doc), lease, leaseMs };
}

/** Gives a scan to another one: whoever runs it finds out with the next write. */
async function assign(change: Change, { id }: Pick<ScanRow, "id">, agentId: string | null): Promise<void> {
  await change.lock({ on: "record", table: "scan", id });
  const { doc } = (await change.get<Pick<ScanRow, "doc">>("select doc from scan where id = ?", [id])) ?? {};
  if (doc === undefined) return;
  const scan: Scan = { ...scanDocuments.read(doc), agent_id: agentId, error_message: "", updated_at: change.now };
  await change.run("update scan set agent_id = ?, doc = ?, lease = null, lease_until = null where id = ?", [
    agentId,
    scanDocuments.write(scan),
    id,
  ]);
}

/** Gives scans that are not over to those who serve their networks now, after what agents serve has changed. */
export async function assignScans(change: Change, affinity: ScanAffinity): Promise<void> {
  await lockClaims(change);
  const rows = await change.all<Pick<ScanRow, "id" | "network_id" | "agent_id">>(
    "select id, network_id, agent_id from scan where status in ('pending', 'running') order by id",
  );
  if (rows.length === 0) return;
  const agents = await affinity.agentsOf(
    change,
    rows.map(({ network_id: networkId }) => networkId),
  );
  for (const row of rows) {
    const agentId = agents.get(row.network_id) ?? null;
    if (agentId !== row.agent_id) await assign(change, row, agentId);
  }
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

export const leaseUntil = (change: Change, { leaseMs }: Pick<ClaimedScan, "leaseMs">): string => timeAfter(change.now, leaseMs);
