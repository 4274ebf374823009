import { type CallContext, type Clock, coreErrors, type Logger, type OpenStorage, type WritePath } from "@cadastre/inventory-core";
import type { AgentPrincipal } from "../access/agent-authenticator.ts";
import { AGENT_SILENT_MS } from "../agents/agent.ts";
import type { AgentRow } from "../agents/agent.entity.ts";
import { agentSecondProcess } from "../agents/agent.events.ts";
import { agentById, isAway } from "../agents/agent-reader.ts";
import type { WorkRequest } from "./work.ts";

/** Longest time between hearing of an agent and its row: well within that after which it is away. */
const FLUSH_MS = 5000;
/** Second processes of an agent are noted at most once in so many milliseconds, whatever they call themselves. */
const NOTE_AGAIN_MS = 60_000;

export interface PresenceParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Process = Pick<WorkRequest, "instance" | "version" | "scanners">;
type Present = Pick<AgentRow, "token_id" | "instance" | "version" | "scanners" | "remote_address" | "last_seen_at" | "second_seen_at">;

const PRESENT = "select token_id, instance, version, scanners, remote_address, last_seen_at, second_seen_at from agent where id = ?";

const voidToken = (): Error =>
  coreErrors.UNAUTHORIZED({ reason: "this token of an agent is not valid: it was replaced, or the agent was deleted" });

/**
 * When agents were heard of, and which process works for each. One process works at a time: another one is refused, and told to people,
 * until the first has been silent for {@link AGENT_SILENT_MS}.
 */
export class Presence {
  readonly #parts: PresenceParts;
  /** When agents were heard of last, in milliseconds since the epoch. */
  #heard = new Map<string, number>();
  #stopTimer: (() => void) | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopTimer = this.#parts.clock.every(FLUSH_MS, () => void this.flush());
  }

  async stop(): Promise<void> {
    this.#stopTimer?.();
    await this.flush();
  }

  /** An agent was heard of: written soon, together with others. */
  heard(agentId: string): void {
    this.#heard.set(agentId, this.#parts.clock.now());
  }

  /** Writes when agents were heard of; never rejects. */
  async flush(): Promise<void> {
    this.#flushing = this.#flushing.then(async () => await this.#write());
    await this.#flushing;
  }

  async #write(): Promise<void> {
    if (this.#heard.size === 0) return;
    const { storage, logger } = this.#parts;
    const heard = this.#heard;
    this.#heard = new Map();
    try {
      await storage.write(async (transaction) => {
        await transaction.lock({ on: "name", name: "agents heard of" });
        // Another process of the server may have heard of an agent later.
        const rows = await transaction.all<Pick<AgentRow, "id" | "last_seen_at">>("select id, last_seen_at from agent where id = any(?)", [
          [...heard.keys()],
        ]);
        const later = rows.flatMap(({ id, last_seen_at: before }) => {
          const at = new Date(heard.get(id) as number).toISOString();
          return before !== null && before >= at ? [] : [[id, at]];
        });
        await transaction.update("agent", "id", ["last_seen_at"], later);
      });
    } catch (error) {
      logger.warn("when agents were heard of could not be written", { error: String(error) });
    }
  }

  /**
   * A process of an agent asks for work.
   * @throws UNAUTHORIZED when its token was replaced meanwhile, CONFLICT while another process works for the agent
   */
  async enter(agent: AgentPrincipal, process: Process, call: CallContext): Promise<void> {
    const row = await this.#parts.storage.read.get<Present>(PRESENT, [agent.agentId]);
    if (row === undefined || row.token_id !== agent.credentialId) throw voidToken();
    if (!isSame(row, process, call) && !(await this.#register(agent, process, call)))
      throw coreErrors.CONFLICT(
        { reason: `another process of this agent is at work: this one takes over once that was silent for ${AGENT_SILENT_MS / 1000} s` },
        { retryAfterSeconds: AGENT_SILENT_MS / 1000 },
      );
    this.heard(agent.agentId);
  }

  /** Notes the process as the one that works. @returns false while another one does */
  async #register(agent: AgentPrincipal, process: Process, call: CallContext): Promise<boolean> {
    const { writes, logger } = this.#parts;
    const from = call.remoteAddress ?? null;
    return await writes.run(call, async (change) => {
      await change.lock({ on: "record", table: "agent", id: agent.agentId });
      const row = await change.get<Present>(PRESENT, [agent.agentId]);
      if (row === undefined || row.token_id !== agent.credentialId) throw voidToken();
      const now = Date.parse(change.now);
      const isOther = row.instance !== null && row.instance !== process.instance;
      if (isOther && !isAway(row.last_seen_at, now)) {
        if (now - Date.parse(row.second_seen_at ?? "") < NOTE_AGAIN_MS) return false;
        await change.run("update agent set second_instance = ?, second_address = ?, second_seen_at = ? where id = ?", [
          process.instance,
          from,
          change.now,
          agent.agentId,
        ]);
        const record = await agentById(change, agent.agentId, now);
        const error = `a second process uses the token of the agent: the first is at ${row.remote_address ?? "an unknown address"}`;
        change.audit({ action: "second_process", resource: "agent", resourceId: agent.agentId, status: "failure", error, after: record });
        change.emit(agentSecondProcess, agent.agentId, record);
        logger.warn("a second process uses the token of an agent", { agent: agent.agentId, address: from });
        return false;
      }
      await change.run(
        "update agent set instance = ?, version = ?, scanners = ?, remote_address = ?, last_seen_at = ?, updated_at = ? where id = ?",
        [process.instance, process.version, JSON.stringify(process.scanners), from, change.now, change.now, agent.agentId],
      );
      if (row.instance === process.instance && row.remote_address === from) return true;
      const record = await agentById(change, agent.agentId, now);
      change.audit({ action: "connect", resource: "agent", resourceId: agent.agentId, after: record });
      logger.info("a process works for an agent", { agent: agent.agentId, address: from, version: process.version });
      return true;
    });
  }
}

function isSame(row: Present, { instance, version, scanners }: Process, { remoteAddress }: CallContext): boolean {
  return (
    row.instance === instance &&
    row.version === version &&
    row.scanners === JSON.stringify(scanners) &&
    row.remote_address === (remoteAddress ?? null)
  );
}
