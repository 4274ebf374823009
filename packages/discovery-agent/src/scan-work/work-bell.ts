import { type Clock, type Logger, type OpenStorage, RepeatedTask } from "@cadastre/inventory-core";
import type { AgentScans, HeldScan, SiteLeases } from "@cadastre/inventory-core/discovery";
import type { AgentPrincipal } from "../access/agent-authenticator.ts";
import type { Presence } from "./presence.ts";

/** Between two looks at the database, of all agents that wait at this process together. */
const POLL_INTERVAL_MS = 500;

/** A request for work that waits. */
interface Waiter {
  readonly agent: AgentPrincipal;
  readonly wants: boolean;
  readonly readsLeases: boolean;
  readonly held: readonly HeldScan[];
  readonly wake: () => void;
}

export interface WorkBellParts {
  readonly storage: OpenStorage;
  readonly scans: AgentScans;
  readonly leases: SiteLeases;
  readonly presence: Presence;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Wakes requests for work when there is something to say. The database is asked for all of them at once, however many wait, and not at
 * all while none does: scans are asked for and cancelled at any process.
 */
export class WorkBell {
  readonly #parts: WorkBellParts;
  readonly #waiters = new Map<string, Waiter>();
  readonly #task: RepeatedTask;

  constructor(parts: WorkBellParts) {
    this.#parts = parts;
    this.#task = new RepeatedTask(
      parts.clock,
      parts.logger,
      POLL_INTERVAL_MS,
      "work of agents could not be looked for",
      async () => await this.#look(),
    );
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
    for (const { wake } of this.#waiters.values()) wake();
  }

  /** Requests that wait. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /** Waits until there may be something, at most `ms`. @returns false when a newer request of the agent waits in its place */
  async wait(waiter: Omit<Waiter, "wake">, ms: number, signal?: AbortSignal): Promise<boolean> {
    const { agentId } = waiter.agent;
    const rung = Promise.withResolvers<void>();
    const own: Waiter = { ...waiter, wake: rung.resolve };
    this.#waiters.get(agentId)?.wake();
    this.#waiters.set(agentId, own);
    const done = new AbortController();
    const over = this.#parts.clock.sleep(ms, AbortSignal.any([done.signal, ...(signal === undefined ? [] : [signal])])).catch(() => {});
    await Promise.race([rung.promise, over]);
    done.abort();
    const isNewest = this.#waiters.get(agentId) === own;
    if (isNewest) this.#waiters.delete(agentId);
    return isNewest;
  }

  async #look(): Promise<void> {
    const { storage, scans, leases, presence } = this.#parts;
    const waiters = [...this.#waiters.values()];
    if (waiters.length === 0) return;
    for (const { agent } of waiters) presence.heard(agent.agentId);
    const ids = waiters.map(({ agent }) => agent.agentId);
    const tokens = await storage.read.all<{ id: string; token_id: string }>("select id, token_id from agent where id = any(?)", [ids]);
    const tokenOf = new Map(tokens.map(({ id, token_id: token }) => [id, token]));
    const withWork = await scans.withWork(ids);
    const readers = waiters.flatMap(({ agent, readsLeases }) => (readsLeases ? [agent.agentId] : []));
    const withSource = readers.length === 0 ? new Set<string>() : await leases.withWork(readers);
    const lost = new Set(await scans.lost(waiters.flatMap(({ held }) => held)));
    for (const { agent, wants, readsLeases, held, wake } of waiters) {
      const isVoid = tokenOf.get(agent.agentId) !== agent.credentialId;
      const hasWork = (wants && withWork.has(agent.agentId)) || (readsLeases && withSource.has(agent.agentId));
      if (isVoid || hasWork || held.some(({ scanId }) => lost.has(scanId))) wake();
    }
  }
}
