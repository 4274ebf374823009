import { type CallContext, type Draft, type Fields, serviceToken } from "@cadastre/inventory-core";
import type { SiteLeases } from "@cadastre/inventory-core/discovery";
import { agentOf } from "../access/agent-authenticator.ts";
import type { LeaseAnswer, LeaseEnd, LeaseReport } from "./lease-work.ts";
import type { Presence } from "./presence.ts";
import type { Refusals, ReportedOn } from "./refusals.ts";

export const AGENT_LEASES = serviceToken<AgentLeaseService>("agent-leases");

export const FOR_AGENTS = "For agents, which call with their own token; nobody else may.";

export interface AgentLeaseParts {
  readonly leases: SiteLeases;
  readonly presence: Presence;
  readonly refusals: Refusals;
}

/** What agents tell of lease sources. */
export class AgentLeaseService {
  readonly #parts: AgentLeaseParts;

  constructor(parts: AgentLeaseParts) {
    this.#parts = parts;
  }

  /** @throws VALIDATION_ERROR, FORBIDDEN, NOT_FOUND, CONFLICT */
  async report(sourceId: string, draft: Draft<Fields<typeof LeaseReport>>, call: CallContext): Promise<LeaseAnswer> {
    return await this.#watched(sourceId, call, async (agentId) => {
      await this.#parts.leases.take(agentId, sourceId, draft.valid());
      return [];
    });
  }

  /** @throws VALIDATION_ERROR, FORBIDDEN, NOT_FOUND, CONFLICT */
  async end(sourceId: string, draft: Draft<Fields<typeof LeaseEnd>>, call: CallContext): Promise<LeaseAnswer> {
    return await this.#watched(sourceId, call, async (agentId) => await this.#parts.leases.end(agentId, sourceId, draft.valid()));
  }

  async #watched(sourceId: string, call: CallContext, work: (agentId: string) => Promise<readonly number[]>): Promise<LeaseAnswer> {
    const agent = agentOf(call.principal);
    const { presence, refusals } = this.#parts;
    presence.heard(agent.agentId);
    const about: ReportedOn = { what: "lease source", id: sourceId };
    return { missing: [...(await refusals.watch(agent, about, call, async () => await work(agent.agentId)))] };
  }
}
