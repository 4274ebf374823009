import type { AddressKey } from "../../address/address-key.ts";
import { parseCidr } from "../../address/cidr.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { recheckHardwareConflicts } from "../../conflicts/hardware-conflicts.ts";
import { discoveryCompleted, discoveryStarted } from "../discovery.events.ts";
import { isOver, type Scan } from "../scans/scan.ts";
import { scanDocuments } from "../scans/scan.entity.ts";
import { type ClaimedScan, leaseUntil } from "../scans/scan-lease.ts";
import { type ProgressSnapshot, type ScanProgress, withProgress } from "../scans/scan-progress.ts";
import { lockSeen } from "../../reconciliation/seen-lock.ts";
import { countAbsences } from "../missing/count-absences.ts";
import { markUnseen, recordSightings } from "./sightings.ts";

// What the transactions of a running scan have in common, whoever runs it: a host, or an agent whose reports come over HTTP.

/** How a scan ends by itself. */
export type Ending = { readonly status: "completed" } | { readonly status: "failed"; readonly reason: string };

export const failed = (scan: Scan, reason: string, now: string): Scan => ({
  ...scan,
  status: "failed",
  error_message: reason,
  completed_at: now,
});

/** The scan as it is once it runs. */
export function startedScan(change: Change, scan: Scan, scanner: string): Scan {
  const started: Scan = {
    ...scan,
    status: "running",
    scanner,
    started_at: scan.started_at ?? change.now,
    updated_at: change.now,
  };
  if (scan.status === "pending") change.emit(discoveryStarted, scan.id, started);
  return started;
}

/** Writes what was seen, and gives the scan with its progress. The caller holds the lock on the topology, taken before that of the scan. */
export async function seenScan(change: Change, scan: Scan, snapshot: ProgressSnapshot): Promise<Scan> {
  const { sightings } = snapshot;
  if (sightings.length > 0) {
    const { network_id: id } = scan;
    const space = (await lockSeen(change, [id])).get(id);
    if (space !== undefined) await recheckHardwareConflicts(change, id, await recordSightings(change, { id, space }, sightings));
  }
  return withProgress(scan, snapshot);
}

/** What the end of a scan goes by. */
export interface EndRules {
  /** Subnet that was planned. */
  readonly subnet: string;
  /** How many scans in a row must miss an address until it is missing. */
  readonly missingAfter: number;
}

/**
 * Marks as down what a scan did not see, before it ends: a step in each transaction, so that others write in between.
 * @param inTransaction runs a step for the scan as it is then; undefined where the scan is over or runs elsewhere
 */
export async function markMissed(
  inTransaction: (step: (change: Change, scan: Scan) => Promise<AddressKey | undefined>) => Promise<AddressKey | undefined>,
  progress: Pick<ScanProgress, "wasProbed">,
): Promise<void> {
  for (let after: AddressKey | "" | undefined = ""; after !== undefined;) {
    const from: AddressKey | "" = after;
    after = await inTransaction(async (change, { network_id: networkId, started_at: since, found_hosts: found }) => {
      if (found === 0 || !(await lockSeen(change, [networkId])).has(networkId)) return undefined;
      return await markUnseen(change, { networkId, since: since ?? change.now, wasProbed: (key) => progress.wasProbed(key) }, from);
    });
  }
}

/** The scan as it ends; one that is over already stays so. @param seen with its last progress */
export async function endedScan(change: Change, seen: Scan, progress: ScanProgress, ending: Ending, rules: EndRules): Promise<Scan> {
  if (isOver(seen)) return seen;
  if (ending.status === "failed") return failed(seen, ending.reason, change.now);
  const ended: Scan = { ...seen, status: "completed", progress_percent: 100, completed_at: change.now, updated_at: change.now };
  // Where nothing at all answers, it is more likely that we do not hear than that all are gone.
  if (seen.found_hosts > 0) await missed(change, seen, progress, rules);
  change.emit(discoveryCompleted, seen.id, ended);
  return ended;
}

/** What was probed and not seen. */
async function missed(
  change: Change,
  { network_id: networkId, started_at: since }: Scan,
  progress: ScanProgress,
  rules: EndRules,
): Promise<void> {
  const space = (await lockSeen(change, [networkId])).get(networkId);
  const subnet = parseCidr(rules.subnet);
  if (space === undefined || !subnet.ok) return;
  const { first, last } = subnet.cidr;
  const scan = { networkId, space, first, last, since: since ?? change.now, wasProbed: (key: AddressKey) => progress.wasProbed(key) };
  // Nothing is left where the steps before were done.
  for (let after: AddressKey | "" | undefined = ""; after !== undefined;) after = await markUnseen(change, scan, after);
  await countAbsences(change, scan, rules.missingAfter);
}

/** Stores a scan as it is now, and renews the lease. */
export async function storeScan(
  change: Change,
  claim: Pick<ClaimedScan, "leaseMs">,
  scan: Scan,
  snapshot?: ProgressSnapshot,
): Promise<void> {
  // Which address was done matters to nobody once it is over, and takes most of the row.
  const over = isOver(scan);
  await change.run(
    "update scan set status = ?, doc = ?, lease_until = ?, done = coalesce(?, done), skipped = coalesce(?, skipped) where id = ?",
    [
      scan.status,
      scanDocuments.write(scan),
      leaseUntil(change, claim),
      over ? "" : (snapshot?.done ?? null),
      over ? "" : (snapshot?.skipped ?? null),
      scan.id,
    ],
  );
}
