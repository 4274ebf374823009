import type { AddressKey } from "../../address/address-key.ts";
import { parseCidr } from "../../address/cidr.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { recheckHardwareConflicts } from "../../conflicts/hardware-conflicts.ts";
import { discoveryCompleted, discoveryStarted } from "../discovery.events.ts";
import { isOver, type Scan, type ScanStatus } from "../scans/scan.ts";
import { scanDocuments } from "../scans/scan.entity.ts";
import { type ClaimedScan, leaseUntil, ownScan } from "../scans/scan-lease.ts";
import type { StoredPlan } from "./scan-plan.ts";
import { type ProgressSnapshot, type ScanProgress, withProgress } from "../scans/scan-progress.ts";
import { lockSeen } from "../../reconciliation/seen-lock.ts";
import { countAbsences } from "../missing/count-absences.ts";
import { markUnseen, recordSightings } from "./sightings.ts";

/** Discovery writes in its own name: who asked for the scan is in the audit row of asking. */
const CALL: CallContext = { principal: SYSTEM, source: "discovery" };

/** How a scan ends by itself. */
export type Ending = { readonly status: "completed" } | { readonly status: "failed"; readonly reason: string };

const failed = (scan: Scan, reason: string, now: string): Scan => ({ ...scan, status: "failed", error_message: reason, completed_at: now });

/** Writes what a running scan did, as long as it is this host's. */
export class ScanWriter {
  readonly #writes: WritePath;
  readonly #claim: ClaimedScan;
  readonly #plan: StoredPlan;
  readonly #missingAfter: number;

  /**
   * @param claim its scan counts the addresses of the plan
   * @param plan what this host probes
   * @param missingAfter how many scans in a row must miss an address until it is missing
   */
  constructor(writes: WritePath, claim: ClaimedScan, plan: StoredPlan, missingAfter: number) {
    this.#missingAfter = missingAfter;
    this.#writes = writes;
    this.#claim = claim;
    this.#plan = plan;
  }

  /** Writes what this host probes, too. @returns false when the scan is not this host's any more, or over */
  async start(scanner: string): Promise<boolean> {
    return await this.#write(async (change, scan) => {
      if (isOver(scan)) return undefined;
      const { total_hosts } = this.#claim.scan;
      if (total_hosts !== scan.total_hosts)
        await change.run("update scan set plan = ? where id = ?", [JSON.stringify(this.#plan), scan.id]);
      const started: Scan = {
        ...scan,
        total_hosts,
        status: "running",
        scanner,
        started_at: scan.started_at ?? change.now,
        updated_at: change.now,
      };
      if (scan.status === "pending") change.emit(discoveryStarted, scan.id, started);
      return started;
    });
  }

  /**
   * What was seen and done until now; of a cancelled scan too, so that nothing that was seen is lost.
   * @returns false when the scan is not this host's any more, or over
   */
  async progress(progress: ScanProgress, all = false): Promise<boolean> {
    const snapshot = progress.snapshot(all);
    const goesOn = await this.#write(async (change, scan) => await this.#seen(change, scan, snapshot), snapshot);
    progress.written(snapshot);
    return goesOn;
  }

  /** The last write. A scan that was cancelled stays so. @returns how it is now; undefined when it was not this host's any more */
  async end(progress: ScanProgress, ending: Ending): Promise<ScanStatus | undefined> {
    const snapshot = progress.snapshot(true);
    let status: ScanStatus | undefined;
    await this.#write(async (change, scan) => {
      const seen = await this.#seen(change, scan, snapshot);
      status = isOver(scan) ? scan.status : ending.status;
      if (isOver(scan)) return seen;
      if (ending.status === "failed") return failed(seen, ending.reason, change.now);
      const ended: Scan = { ...seen, status: "completed", progress_percent: 100, completed_at: change.now, updated_at: change.now };
      // Where nothing at all answers, it is more likely that we do not hear than that all are gone.
      if (seen.found_hosts > 0) await this.#missed(change, seen, progress);
      change.emit(discoveryCompleted, scan.id, ended);
      return ended;
    }, snapshot);
    return status;
  }

  /** What was probed and not seen. */
  async #missed(change: Change, { network_id: networkId, started_at: since }: Scan, progress: ScanProgress): Promise<void> {
    const space = (await lockSeen(change, [networkId])).get(networkId);
    const subnet = parseCidr(this.#plan.subnet);
    if (space === undefined || !subnet.ok) return;
    const { first, last } = subnet.cidr;
    const scan = { networkId, space, first, last, since: since ?? change.now, wasProbed: (key: AddressKey) => progress.wasProbed(key) };
    await markUnseen(change, scan);
    await countAbsences(change, scan, this.#missingAfter);
  }

  /** Lets another host go on with it at once (this one stops). */
  async release(progress: ScanProgress): Promise<void> {
    // Hosts that are half looked at are looked at again: by whoever goes on.
    await this.progress(progress);
    await this.#writes.run(CALL, async (change) => {
      await change.run("update scan set lease = null, lease_until = null, attempts = attempts - 1 where id = ? and lease = ?", [
        this.#claim.row.id,
        this.#claim.lease,
      ]);
    });
  }

  async #seen(change: Change, scan: Scan, snapshot: ProgressSnapshot): Promise<Scan> {
    const { sightings } = snapshot;
    if (sightings.length > 0) {
      const { network_id: id } = scan;
      const space = (await lockSeen(change, [id])).get(id);
      if (space !== undefined) await recheckHardwareConflicts(change, id, await recordSightings(change, { id, space }, sightings));
    }
    return withProgress(scan, snapshot);
  }

  async #write(work: (change: Change, scan: Scan) => Promise<Scan | undefined>, snapshot?: ProgressSnapshot): Promise<boolean> {
    return await this.#writes.run(CALL, async (change) => {
      // Whoever writes what was seen holds it, before the lock of the scan.
      if (snapshot !== undefined) await change.lock({ on: "topology", mode: "shared" });
      const own = await ownScan(change, this.#claim);
      if (own === undefined) return false;
      // Set first, so that events tell the record as it is written.
      const scan: Scan = { ...own.scan, updated_at: change.now };
      const moved = own.subnet !== this.#plan.subnet && !isOver(scan);
      const written = moved
        ? failed(scan, `the subnet of the network became ${own.subnet} while it was scanned`, change.now)
        : await work(change, scan);
      if (written === undefined) return false;
      // Which address was done matters to nobody once it is over, and takes most of the row.
      const over = isOver(written);
      await change.run(
        "update scan set status = ?, doc = ?, lease_until = ?, done = coalesce(?, done), skipped = coalesce(?, skipped) where id = ?",
        [
          written.status,
          scanDocuments.write(written),
          leaseUntil(change, this.#claim),
          over ? "" : (snapshot?.done ?? null),
          over ? "" : (snapshot?.skipped ?? null),
          written.id,
        ],
      );
      return !over;
    });
  }
}
