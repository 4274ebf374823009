import { SYSTEM } from "../../contract/access/principal.ts";
import { type Clock, timestampOf } from "../../contract/clock.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import type { ScanAffinity } from "../../contract/scanning/scan-affinity.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import type { DiscoverySettings } from "../discovery-options.ts";
import { emptyEnding, preparedScan } from "../running/prepared-scan.ts";
import { scanFence } from "../../outbound/address-fence.ts";
import { endedScan, failed, seenScan, storeScan } from "../running/scan-writes.ts";
import { scanDocuments } from "../scans/scan.entity.ts";
import { isOver, type Scan } from "../scans/scan.ts";
import { assignScans, type ClaimedScan, claimScan, hasClaimable, isAbandoned } from "../scans/scan-lease.ts";
import { limitsOf } from "../scans/scan-limits.ts";
import { ScanProgress } from "../scans/scan-progress.ts";
import type { AgentScan, AgentScans, HeldScan, WaitingNote, WaitingScan } from "./agent-scanning.ts";
import { remainingTargets } from "./remaining-targets.ts";

/** Discovery writes in its own name. */
export const AGENT_CALL: CallContext = { principal: SYSTEM, source: "agent" };

/** Waiting scans that are looked at together. */
const MAX_WAITING = 1000;

export interface AgentScanParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly affinity: ScanAffinity;
  readonly clock: Clock;
  readonly settings: DiscoverySettings;
}

/** Scans of networks that agents serve: who takes them, and what becomes of those that wait. */
export class StoredAgentScans implements AgentScans {
  readonly #parts: AgentScanParts;

  constructor(parts: AgentScanParts) {
    this.#parts = parts;
  }

  async withWork(agentIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#parts.storage.read.all<{ agent_id: string }>(
      `select distinct agent_id from scan
       where agent_id = any(?) and status in ('pending', 'running') and (lease_until is null or lease_until < ?)`,
      [agentIds, timestampOf(this.#parts.clock)],
    );
    return new Set(rows.map(({ agent_id: id }) => id));
  }

  async lost(held: readonly HeldScan[]): Promise<readonly string[]> {
    if (held.length === 0) return [];
    const rows = await this.#parts.storage.read.all<{ id: string; lease: string | null }>(
      "select id, lease from scan where id = any(?) and status in ('pending', 'running')",
      [held.map(({ scanId }) => scanId)],
    );
    const leases = new Map(rows.map(({ id, lease }) => [id, lease]));
    return held.filter(({ scanId, lease }) => leases.get(scanId) !== lease).map(({ scanId }) => scanId);
  }

  async claim(agentId: string, own: readonly string[], addresses: readonly string[]): Promise<AgentScan | undefined> {
    const { storage, writes, affinity, clock, settings } = this.#parts;
    const claimant = { agentId, datacenters: [], own };
    while (await hasClaimable(storage.read, timestampOf(clock), claimant)) {
      const claimed = await writes.run(AGENT_CALL, async (change) => {
        const claim = await claimScan(change, claimant, affinity, settings.leaseMs);
        return claim === undefined ? "none" : await this.#begin(change, claim, addresses);
      });
      if (claimed === "none") return undefined;
      if (claimed !== "over") return claimed;
    }
    return undefined;
  }

  /** What the agent is told; `over` when there is nothing to do. */
  async #begin(change: Change, claimed: ClaimedScan, addresses: readonly string[]): Promise<AgentScan | "over"> {
    const { settings } = this.#parts;
    const { claim, plan, fencedOff } = preparedScan(claimed, scanFence(settings.allow, addresses));
    const progress = new ScanProgress(claim.scan, plan, claim.row, []);
    const scan: Scan = { ...claim.scan, error_message: "", updated_at: change.now };
    if (isAbandoned(claim))
      return await this.#over(change, claim, failed(scan, "it was interrupted too often: its agent ended", change.now));
    if (scan.total_hosts === 0) {
      const ending = emptyEnding({ plan, fencedOff }, progress);
      const seen = await seenScan(change, scan, progress.snapshot(true));
      return await this.#over(
        change,
        claim,
        await endedScan(change, seen, progress, ending, { subnet: plan.subnet, missingAfter: settings.missingAfter }),
      );
    }
    await change.run("update scan set plan = ? where id = ?", [JSON.stringify(plan), scan.id]);
    await storeScan(change, claim, scan);
    return {
      scanId: scan.id,
      lease: claim.lease,
      networkId: scan.network_id,
      subnet: plan.subnet,
      scanType: scan.scan_type,
      targets: remainingTargets(progress),
      ports: scan.scan_type === "quick" ? [] : plan.ports,
      limits: limitsOf(scan.scan_type, settings),
    };
  }

  async #over(change: Change, claim: ClaimedScan, scan: Scan): Promise<"over"> {
    await storeScan(change, claim, scan);
    return "over";
  }

  async assign(change: Change): Promise<void> {
    await assignScans(change, this.#parts.affinity);
  }

  async waiting(): Promise<readonly WaitingScan[]> {
    const rows = await this.#parts.storage.read.all<{ id: string; agent_id: string; created_at: string; doc: string }>(
      `select id, agent_id, created_at, doc from scan
       where agent_id is not null and status in ('pending', 'running') and (lease_until is null or lease_until < ?)
       order by created_at, id limit ${MAX_WAITING}`,
      [timestampOf(this.#parts.clock)],
    );
    return rows.map((row) => ({
      id: row.id,
      agentId: row.agent_id,
      createdAt: row.created_at,
      message: scanDocuments.read(row.doc).error_message,
    }));
  }

  async tell(told: ReadonlyMap<string, WaitingNote>): Promise<void> {
    await this.#parts.writes.run(AGENT_CALL, async (change) => {
      await change.lock(...[...told.keys()].toSorted().map((id) => ({ on: "record", table: "scan", id }) as const));
      const rows = await change.all<{ id: string; doc: string }>(
        `select id, doc from scan
         where id = any(?) and status in ('pending', 'running') and (lease_until is null or lease_until < ?)`,
        [[...told.keys()], change.now],
      );
      const changed = rows.map(({ id, doc }) => {
        const { message, fails } = told.get(id) as WaitingNote;
        const before = scanDocuments.read(doc);
        const scan: Scan = fails ? failed(before, message, change.now) : { ...before, error_message: message };
        return [id, scan.status, scanDocuments.write({ ...scan, updated_at: change.now })];
      });
      await change.update("scan", "id", ["status", "doc"], changed);
    });
  }
}

/** Whether a scan ends here: it is over, or its network has another subnet than when it began. */
export function movedScan(scan: Scan, planned: string, subnet: string, now: string): Scan | undefined {
  if (planned === subnet || isOver(scan)) return undefined;
  return failed(scan, `the subnet of the network became ${subnet} while it was scanned`, now);
}
