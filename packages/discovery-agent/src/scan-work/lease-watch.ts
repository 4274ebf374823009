import { type Clock, type Logger, type OpenStorage, RepeatedTask, serviceToken } from "@cadastre/inventory-core";
import type { SiteLeases } from "@cadastre/inventory-core/discovery";
import type { AgentRow } from "../agents/agent.entity.ts";
import { isAway } from "../agents/agent-reader.ts";
import { LEASE_READER_ID } from "./limits.ts";

export const LEASE_WATCH = serviceToken<LeaseWatch>("agent-lease-watch");

const POLL_INTERVAL_MS = 15_000;
/** An agent that waits for work takes a source within half a second: one that is due for so long is not read. */
const MAX_LATE_MS = 60_000;

export interface LeaseWatchParts {
  readonly storage: OpenStorage;
  readonly leases: SiteLeases;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Reader = Pick<AgentRow, "id" | "name" | "scanners" | "version" | "last_seen_at">;

/** Says of lease sources that agents are to read, and do not, why. */
export class LeaseWatch {
  readonly #parts: LeaseWatchParts;
  readonly #task: RepeatedTask;

  constructor(parts: LeaseWatchParts) {
    this.#parts = parts;
    const { clock, logger } = parts;
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, "lease sources of agents could not be looked at", async () => {
      await this.look();
    });
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Looks once; costs one indexed look-up when no source is late. */
  async look(): Promise<void> {
    const { storage, leases, clock } = this.#parts;
    const late = await leases.waiting(MAX_LATE_MS);
    if (late.length === 0) return;
    const rows = await storage.read.all<Reader>("select id, name, scanners, version, last_seen_at from agent where id = any(?)", [
      [...new Set(late.flatMap(({ agentId }) => agentId ?? []))],
    ]);
    const agents = new Map(rows.map((row) => [row.id, row]));
    const told = late.flatMap(({ sourceId, agentId, message }) => {
      const sentence = sentenceOf(agentId === null ? undefined : agents.get(agentId), clock.now());
      return sentence === undefined || sentence === message ? [] : [[sourceId, sentence] as const];
    });
    if (told.length > 0) await leases.tell(new Map(told));
  }
}

/** Why an agent does not read a source; undefined where it may be about to. */
function sentenceOf(agent: Reader | undefined, now: number): string | undefined {
  if (agent === undefined) return "No agent serves its datacenter: name the datacenter in an agent.";
  if (agent.last_seen_at === null) return `The agent ${agent.name}, which is to read it, was never heard of.`;
  if (isAway(agent.last_seen_at, now))
    return `The agent ${agent.name}, which is to read it, has not been heard of since ${agent.last_seen_at}.`;
  if ((JSON.parse(agent.scanners) as readonly string[]).includes(LEASE_READER_ID)) return undefined;
  return (
    `The agent ${agent.name} (version ${agent.version === "" ? "unknown" : agent.version}) reads no leases: update it, or let it ` +
    `reach the server by https.`
  );
}
