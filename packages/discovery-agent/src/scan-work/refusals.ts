import { type CallContext, type Clock, isInventoryError, type Logger, type WritePath } from "@cadastre/inventory-core";
import type { AgentPrincipal } from "../access/agent-authenticator.ts";

/** An agent whose reports are refused leaves one audit row in so long, however many it sends. */
const NOTE_EVERY_MS = 60_000;

/** Codes of reports that an agent which keeps to its work never sends. */
const REFUSALS: ReadonlySet<string> = new Set(["FORBIDDEN", "VALIDATION_ERROR"]);

/** What a report is about. */
export interface ReportedOn {
  readonly what: "scan" | "lease source";
  readonly id: string;
}

/** Tells people of reports that are refused: in the audit trail and the log. */
export class Refusals {
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** When an agent was last noted. There are at most as many as agents. */
  readonly #noted = new Map<string, number>();

  constructor(writes: WritePath, clock: Clock, logger: Logger) {
    this.#writes = writes;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Does what an agent asks, and notes when it is refused. @throws what `work` throws */
  async watch<T>({ agentId }: AgentPrincipal, about: ReportedOn, call: CallContext, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isInventoryError(error) && REFUSALS.has(error.code)) await this.#note(agentId, about, error.message, call);
      throw error;
    }
  }

  async #note(agentId: string, { what, id }: ReportedOn, reason: string, call: CallContext): Promise<void> {
    const now = this.#clock.now();
    const before = this.#noted.get(agentId);
    if (before !== undefined && now - before < NOTE_EVERY_MS) return;
    this.#noted.set(agentId, now);
    this.#logger.warn("a report of an agent was refused", { agent: agentId, [what === "scan" ? "scan" : "source"]: id, reason });
    await this.#writes.run(call, async (change) => {
      const error = `report on the ${what} ${id}: ${reason}`.slice(0, 1000);
      change.audit({ action: "report", resource: "agent", resourceId: agentId, status: "failure", error });
    });
  }
}
