import type { AddressKey } from "../../address/address-key.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { isOver, type Scan, type ScanStatus } from "../scans/scan.ts";
import { type ClaimedScan, ownScan } from "../scans/scan-lease.ts";
import type { StoredPlan } from "./scan-plan.ts";
import type { ProgressSnapshot, ScanProgress } from "../scans/scan-progress.ts";
import { type Ending, endedScan, failed, markMissed, seenScan, startedScan, storeScan } from "./scan-writes.ts";

/** Discovery writes in its own name: who asked for the scan is in the audit row of asking. */
const CALL: CallContext = { principal: SYSTEM, source: "discovery" };

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
      return startedScan(change, { ...scan, total_hosts }, scanner);
    });
  }

  /**
   * What was seen and done until now; of a cancelled scan too, so that nothing that was seen is lost.
   * @returns false when the scan is not this host's any more, or over
   */
  async progress(progress: ScanProgress, all = false): Promise<boolean> {
    const snapshot = progress.snapshot(all);
    const goesOn = await this.#write(async (change, scan) => await seenScan(change, scan, snapshot), snapshot);
    progress.written(snapshot);
    return goesOn;
  }

  /** The last write. A scan that was cancelled stays so. @returns how it is now; undefined when it was not this host's any more */
  async end(progress: ScanProgress, ending: Ending): Promise<ScanStatus | undefined> {
    if (ending.status === "completed") await this.#markMissed(progress);
    const snapshot = progress.snapshot(true);
    let status: ScanStatus | undefined;
    await this.#write(async (change, scan) => {
      const seen = await seenScan(change, scan, snapshot);
      const ended = await endedScan(change, seen, progress, ending, { subnet: this.#plan.subnet, missingAfter: this.#missingAfter });
      status = ended.status;
      return ended;
    }, snapshot);
    return status;
  }

  async #markMissed(progress: ScanProgress): Promise<void> {
    if (!(await this.progress(progress, true))) return;
    await markMissed(async (step) => {
      let next: AddressKey | undefined;
      const snapshot = progress.snapshot(true);
      await this.#write(async (change, scan) => {
        if (isOver(scan)) return undefined;
        next = await step(change, scan);
        return scan;
      }, snapshot);
      return next;
    }, progress);
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
      await storeScan(change, this.#claim, written, snapshot);
      return !isOver(written);
    });
  }
}
