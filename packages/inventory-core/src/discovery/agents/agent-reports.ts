import type { AddressKey } from "../../address/address-key.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { invalidField } from "../../contract/errors/validation.ts";
import { agentOfNetwork } from "../../contract/scanning/scan-affinity.ts";
import type { SiteWitnesses } from "../../contract/scanning/site-witnesses.ts";
import type { NeighboursHeard, ScanReport } from "../../contract/scanning/scan-report.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { endingOf } from "../running/prepared-scan.ts";
import type { StoredPlan } from "../running/scan-plan.ts";
import { endedScan, markMissed, seenScan, startedScan, storeScan } from "../running/scan-writes.ts";
import { BatchNumbers } from "../scans/batch-numbers.ts";
import { scanDocuments, type ScanRow } from "../scans/scan.entity.ts";
import { isOver, type Scan } from "../scans/scan.ts";
import { assignScans } from "../scans/scan-lease.ts";
import { ScanProgress } from "../scans/scan-progress.ts";
import type { AgentEnding, AgentReports, AgentScanState, HeldScan, ReportBatch } from "./agent-scanning.ts";
import { AGENT_CALL, type AgentScanParts, movedScan } from "./agent-scans.ts";

/** Numbers of missing batches that an agent is told at once. */
const MAX_MISSING = 100;

/** A scan of an agent in the transaction of a report. */
interface OpenScan {
  readonly row: ScanRow;
  readonly scan: Scan;
  readonly plan: StoredPlan;
}

const notServed = (): Error =>
  coreErrors.FORBIDDEN({ permission: "agent:work", reason: "this agent does not serve the network of the scan: stop it here" });

/** Takes what agents report: what is behind is the same as for a scanner of a host. */
export class StoredAgentReports implements AgentReports {
  readonly #parts: AgentScanParts;
  readonly #witnesses: SiteWitnesses;

  constructor(parts: AgentScanParts, witnesses: SiteWitnesses) {
    this.#parts = parts;
    this.#witnesses = witnesses;
  }

  async take(agentId: string, batch: ReportBatch): Promise<AgentScanState> {
    return await this.#within(agentId, batch, async (change, { row, scan, plan }) => {
      const numbers = new BatchNumbers(row.batches);
      if (numbers.has(batch.number)) return { status: scan.status, missing: [] };
      if (!numbers.add(batch.number)) throw invalidField("number", "leaves too many gaps: send the batches before it first");
      const progress = new ScanProgress(scan, plan, row, []);
      this.#check(progress, batch.reports);
      await this.#hear(change, { scan, networkId: row.network_id }, batch.reports);
      for (const report of batch.reports) progress.take(report);
      const snapshot = progress.snapshot(true);
      const begun = scan.status === "pending" ? startedScan(change, scan, batch.scanner) : scan;
      const seen = { ...(await seenScan(change, begun, snapshot)), updated_at: change.now };
      await storeScan(change, this.#parts.settings, seen, snapshot);
      await change.run("update scan set batches = ? where id = ?", [numbers.text, row.id]);
      return { status: seen.status, missing: [] };
    });
  }

  async end(agentId: string, ending: AgentEnding): Promise<AgentScanState> {
    if (ending.outcome === "completed") await this.#markMissed(agentId, ending);
    return await this.#within(agentId, ending, async (change, { row, scan, plan }) => {
      if (isOver(scan)) return { status: scan.status, missing: [] };
      if (ending.outcome === "released") {
        await change.run("update scan set lease = null, lease_until = null, attempts = attempts - 1 where id = ?", [row.id]);
        return { status: scan.status, missing: [] };
      }
      const missing = ending.outcome === "completed" ? new BatchNumbers(row.batches).missing(ending.batches, MAX_MISSING) : [];
      if (missing.length > 0) return { status: scan.status, missing };
      const progress = new ScanProgress(scan, plan, row, []);
      if (ending.outcome === "completed") progress.end();
      const how = ending.outcome === "completed" ? endingOf(progress.coverage) : ({ status: "failed", reason: ending.reason } as const);
      const snapshot = progress.snapshot(true);
      const seen = { ...(await seenScan(change, scan, snapshot)), updated_at: change.now };
      const ended = await endedScan(change, seen, progress, how, { subnet: plan.subnet, missingAfter: this.#parts.settings.missingAfter });
      await storeScan(change, this.#parts.settings, ended, snapshot);
      return { status: ended.status, missing: [] };
    });
  }

  async #markMissed(agentId: string, ending: AgentEnding): Promise<void> {
    let wasProbed = (_: AddressKey): boolean => false;
    await markMissed(
      async (step) => {
        let next: AddressKey | undefined;
        await this.#within(agentId, ending, async (change, { row, scan, plan }) => {
          const state = { status: scan.status, missing: [] };
          if (isOver(scan) || new BatchNumbers(row.batches).missing(ending.batches, MAX_MISSING).length > 0) return state;
          const progress = new ScanProgress(scan, plan, row, []);
          progress.end();
          if (endingOf(progress.coverage).status !== "completed") return state;
          wasProbed = (key) => progress.wasProbed(key);
          next = await step(change, scan);
          return state;
        });
        return next;
      },
      { wasProbed: (key) => wasProbed(key) },
    );
  }

  async #within(
    agentId: string,
    { scanId, lease }: HeldScan,
    work: (change: Change, open: OpenScan) => Promise<AgentScanState>,
  ): Promise<AgentScanState> {
    const { writes, affinity } = this.#parts;
    const done = await writes.run(AGENT_CALL, async (change) => {
      // Whoever writes what was seen holds it, before the lock of the scan.
      await change.lock({ on: "topology", mode: "shared" });
      await change.lock({ on: "record", table: "scan", id: scanId });
      const row = await change.get<ScanRow & { subnet: string }>(
        "select s.*, n.subnet from scan s join network n on n.id = s.network_id where s.id = ?",
        [scanId],
      );
      if (row === undefined) throw coreErrors.NOT_FOUND({ what: "scan" });
      if (row.agent_id !== agentId) throw notServed();
      // Networks move, and what agents serve is changed, while scans run.
      if ((await agentOfNetwork(affinity, change, row.network_id)) !== agentId) return undefined;
      if (row.lease !== lease) throw coreErrors.CONFLICT({ reason: "another process runs this scan: stop it here" });
      const plan = JSON.parse(row.plan) as StoredPlan;
      const scan = scanDocuments.read(row.doc);
      const moved = movedScan(scan, plan.subnet, row.subnet, change.now);
      if (moved === undefined) return await work(change, { row, scan, plan });
      await storeScan(change, this.#parts.settings, moved);
      return { status: moved.status, missing: [] };
    });
    if (done === undefined) {
      await writes.run(AGENT_CALL, async (change) => await assignScans(change, affinity));
      throw notServed();
    }
    return done;
  }

  /** What devices hear of each other is for who keeps the devices; a batch that tells of one that was not to be read is refused whole. */
  async #hear(change: Change, { scan, networkId }: { scan: Scan; networkId: string }, reports: readonly ScanReport[]): Promise<void> {
    const readings = reports.filter((report): report is NeighboursHeard => report.kind === "neighbours");
    if (readings.length === 0) return;
    const strangers = await this.#witnesses.hear(change, { networkId, askedAt: scan.created_at, readings });
    const strange = reports.findIndex((report) => report.kind === "neighbours" && strangers.has(report.device));
    if (strange !== -1) throw invalidField(`reports[${strange}].device`, "is not a device that is read for this scan");
  }

  /** A batch that names an address outside the scan is refused whole. */
  #check({ targets }: ScanProgress, reports: readonly ScanReport[]): void {
    const strange = reports.findIndex((report) => "ip" in report && !targets.has(report.ip));
    if (strange !== -1) throw invalidField(`reports[${strange}].ip`, "is not an address of this scan");
  }
}
