import { type CallContext, type Clock, type Draft, type Fields, serviceToken } from "@cadastre/inventory-core";
import type {
  AgentReports,
  AgentScan,
  AgentScans,
  HeldScan,
  SiteLeases,
  SiteWitness,
  SiteWitnesses,
} from "@cadastre/inventory-core/discovery";
import { ENGINE_VERSION } from "@cadastre/inventory-core/upkeep";
import { agentOf, type AgentPrincipal, maySend } from "../access/agent-authenticator.ts";
import type { Presence } from "./presence.ts";
import type { Refusals } from "./refusals.ts";
import type { AssignedScan, EndRequest, ReportAnswer, ReportRequest, WorkAnswer, WorkRequest } from "./work.ts";
import type { SentSecrets } from "./sent-secrets.ts";
import type { WorkBell } from "./work-bell.ts";

export const AGENT_WORK_SERVICE = serviceToken<AgentWorkService>("agent-work");

export interface AgentWorkParts {
  readonly scans: AgentScans;
  readonly reports: AgentReports;
  readonly presence: Presence;
  readonly bell: WorkBell;
  readonly refusals: Refusals;
  readonly witnesses: SiteWitnesses;
  readonly leases: SiteLeases;
  readonly sent: SentSecrets;
  readonly clock: Clock;
}

/** What agents ask of the server. */
export class AgentWorkService {
  readonly #parts: AgentWorkParts;

  constructor(parts: AgentWorkParts) {
    this.#parts = parts;
  }

  /**
   * Answers when there is a scan to run or to stop, or a lease source to read, or when the time is over.
   * @throws VALIDATION_ERROR, UNAUTHORIZED when the token was replaced meanwhile, CONFLICT while another process works for the agent
   */
  async next(draft: Draft<Fields<typeof WorkRequest>>, call: CallContext): Promise<WorkAnswer> {
    const agent = agentOf(call.principal);
    const request = draft.valid();
    const { scans, presence, bell, leases, clock } = this.#parts;
    const held: readonly HeldScan[] = request.running.map(({ scan_id: scanId, lease }) => ({ scanId, lease }));
    const ends = clock.now() + request.wait_seconds * 1000;
    for (let isNewest = true; ;) {
      await presence.enter(agent, request, call);
      const stop = await scans.lost(held);
      const looks = request.wants && isNewest && call.signal?.aborted !== true;
      const scan = looks && stop.length === 0 ? await scans.claim(agent.agentId, idsOf(held), request.addresses) : undefined;
      const reads = request.reads_leases && isNewest && call.signal?.aborted !== true;
      const source =
        reads && scan === undefined && stop.length === 0 ? await leases.claim(agent.agentId, maySend(agent, leases.permission)) : undefined;
      const left = ends - clock.now();
      if (scan !== undefined || source !== undefined || stop.length > 0 || left <= 0 || !isNewest || call.signal?.aborted === true) {
        const witnesses = scan === undefined ? [] : await this.#witnessesOf(scan.networkId, request.scanners, agent);
        const records = [...witnesses, ...(source === undefined ? [] : [source])].flatMap(({ secretsOf }) => secretsOf);
        await this.#parts.sent.audit(agent, request.instance, records, call);
        return {
          scan: scan === undefined ? null : assigned(scan, witnesses),
          lease_source: source === undefined ? null : { id: source.sourceId, claim: source.claim, reads: source.reads },
          stop: [...stop],
          server_version: ENGINE_VERSION,
        };
      }
      isNewest = await bell.wait({ agent, wants: request.wants, readsLeases: request.reads_leases, held }, left, call.signal);
    }
  }

  async #witnessesOf(networkId: string, scanners: readonly string[], agent: AgentPrincipal): Promise<readonly SiteWitness[]> {
    const { witnesses } = this.#parts;
    return await witnesses.of(networkId, scanners, maySend(agent, witnesses.permission));
  }

  /** @throws VALIDATION_ERROR, FORBIDDEN, NOT_FOUND, CONFLICT */
  async report(scanId: string, draft: Draft<Fields<typeof ReportRequest>>, call: CallContext): Promise<ReportAnswer> {
    const agent = agentOf(call.principal);
    const { reports, presence, refusals } = this.#parts;
    presence.heard(agent.agentId);
    const { status, missing } = await refusals.watch(agent, { what: "scan", id: scanId }, call, async () => {
      const { lease, number, scanner, reports: told } = draft.valid();
      return await reports.take(agent.agentId, { scanId, lease, number, scanner, reports: told });
    });
    return { status, missing: [...missing] };
  }

  /** @throws VALIDATION_ERROR, FORBIDDEN, NOT_FOUND, CONFLICT */
  async end(scanId: string, draft: Draft<Fields<typeof EndRequest>>, call: CallContext): Promise<ReportAnswer> {
    const agent = agentOf(call.principal);
    const { reports, presence, refusals } = this.#parts;
    presence.heard(agent.agentId);
    const { status, missing } = await refusals.watch(agent, { what: "scan", id: scanId }, call, async () => {
      const { lease, outcome, batches, reason } = draft.valid();
      return await reports.end(agent.agentId, {
        scanId,
        lease,
        outcome,
        batches,
        reason: reason === "" ? "its agent gave no reason" : reason,
      });
    });
    return { status, missing: [...missing] };
  }
}

const idsOf = (held: readonly HeldScan[]): readonly string[] => held.map(({ scanId }) => scanId);

const assigned = (
  { scanId, lease, networkId, subnet, scanType, targets, ports, limits }: AgentScan,
  witnesses: readonly SiteWitness[],
): AssignedScan => ({
  id: scanId,
  lease,
  network_id: networkId,
  subnet,
  scan_type: scanType,
  targets: [...targets],
  ports: [...ports],
  limits: {
    probes_per_second: limits.probesPerSecond,
    connections: limits.connections,
    connections_per_host: limits.connectionsPerHost,
    host_budget_ms: limits.hostBudgetMs,
  },
  witnesses: witnesses.map(({ scanner, reads }) => ({ scanner, reads })),
});
