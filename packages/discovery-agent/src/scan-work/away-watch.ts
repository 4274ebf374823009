import { type Clock, type Logger, type OpenStorage, RepeatedTask, serviceToken } from "@cadastre/inventory-core";
import type { AgentScans } from "@cadastre/inventory-core/discovery";
import { AGENT_SILENT_MS } from "../agents/agent.ts";

export const AWAY_WATCH = serviceToken<AwayWatch>("agent-away-watch");

const POLL_INTERVAL_MS = 5000;

/** An agent as it is said to be away. */
interface AwayAgent {
  readonly id: string;
  readonly name: string;
  readonly last_seen_at: string | null;
}

export interface AwayWatchParts {
  readonly storage: OpenStorage;
  readonly scans: AgentScans;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long a scan waits for an agent that is away. */
  readonly waitMs: number;
}

/** Says of scans that wait for an agent which is away that they do, and ends those that have waited for too long. */
export class AwayWatch {
  readonly #parts: AwayWatchParts;
  readonly #task: RepeatedTask;
  /** A server that was away itself gives agents the time to come back. */
  #startedAt = 0;

  constructor(parts: AwayWatchParts) {
    this.#parts = parts;
    this.#task = new RepeatedTask(
      parts.clock,
      parts.logger,
      POLL_INTERVAL_MS,
      "scans that wait for agents could not be looked at",
      async () => await this.look(),
    );
  }

  start(): void {
    this.#startedAt = this.#parts.clock.now();
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Looks once; costs one indexed look-up when no scan waits. */
  async look(): Promise<void> {
    const { storage, scans, clock, waitMs } = this.#parts;
    const waiting = await scans.waiting();
    if (waiting.length === 0) return;
    const rows = await storage.read.all<AwayAgent>("select id, name, last_seen_at from agent where id = any(?)", [
      [...new Set(waiting.map(({ agentId }) => agentId))],
    ]);
    const agents = new Map(rows.map((row) => [row.id, row]));
    const told = new Map<string, { readonly message: string; readonly fails: boolean }>();
    for (const { id, agentId, createdAt, message } of waiting) {
      const agent = agents.get(agentId);
      const silentSince = Math.max(this.#startedAt, agent?.last_seen_at ? Date.parse(agent.last_seen_at) : 0);
      const waitsSince = Math.max(silentSince, Date.parse(createdAt));
      if (clock.now() - silentSince < AGENT_SILENT_MS) continue;
      const fails = clock.now() - waitsSince >= waitMs;
      const sentence = sentenceOf(agent, fails);
      if (fails || sentence !== message) told.set(id, { message: sentence, fails });
    }
    if (told.size > 0) await scans.tell(told);
  }
}

function sentenceOf(agent: AwayAgent | undefined, fails: boolean): string {
  const who = agent === undefined ? "its agent" : `the agent ${agent.name}`;
  const silence = agent?.last_seen_at ? `has not been heard of since ${agent.last_seen_at}` : "was never heard of";
  return fails ? `${who} ${silence}: the scan has waited for too long` : `${who} ${silence}: the scan waits for it`;
}
