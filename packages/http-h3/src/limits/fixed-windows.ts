import type { Clock } from "@cadastre/inventory-core";
import { type LimitState, stateOf } from "./limit-state.ts";
import type { Count } from "./shared-counters.ts";

/** Clients that are kept at most; beyond, the one that came first is forgotten, so that a flood costs no more memory. */
const MAX_CLIENTS = 200_000;

/** What is known of one client in the window that is open. */
interface Client {
  /** Points that the other hosts know of, and theirs. */
  shared: number;
  /** Points on their way to the others. */
  sent: number;
  /** Points that only this host knows of. */
  own: number;
}

/** Counts requests per client in fixed windows, in memory. Windows begin at multiples of their length, so that hosts agree. */
export class FixedWindows {
  /** Points from which on a client of other hosts is worth knowing of before it comes here. */
  readonly notable: number;
  readonly #limitOf: (key: string) => number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  #endsAt = 0;
  #clients = new Map<string, Client>();
  #changed = new Set<string>();

  /** @param limitOf the limit of a client */
  constructor(limitOf: (key: string) => number, notable: number, windowMs: number, clock: Clock) {
    this.#limitOf = limitOf;
    this.notable = notable;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /** Counts a request, or several. */
  take(key: string, points = 1): LimitState {
    return this.#add(key, points);
  }

  /** Takes one count back. */
  give(key: string): void {
    this.#turn();
    // Of a window that ended meanwhile there is nothing to take back.
    if (this.#clients.has(key)) this.#add(key, -1);
  }

  /** Looks without counting. */
  look(key: string): LimitState {
    this.#turn();
    return this.#state(key, this.#clients.get(key));
  }

  /** What the others do not know yet, on its way to them: {@link learn} or {@link keep} comes next. */
  send(): readonly Count[] {
    this.#turn();
    const counts: Count[] = [];
    for (const key of this.#changed) {
      const client = this.#clients.get(key);
      // What was counted and given back is no news.
      if (client === undefined || client.own === 0) continue;
      counts.push({ client: key, endsAt: this.#endsAt, points: client.own });
      client.sent = client.own;
      client.own = 0;
    }
    this.#changed = new Set();
    return counts;
  }

  /** The counts of all hosts, what was sent among them. */
  learn(counts: readonly Count[]): void {
    this.#turn();
    for (const { client: key, endsAt, points } of counts) {
      if (endsAt !== this.#endsAt) continue;
      const client = this.#client(key);
      client.shared = points;
      client.sent = 0;
    }
  }

  /** The counts did not get through; they are sent again the next time. */
  keep(counts: readonly Count[]): void {
    for (const { client: key, endsAt } of counts) {
      const client = this.#clients.get(key);
      if (client === undefined || endsAt !== this.#endsAt) continue;
      client.own += client.sent;
      client.sent = 0;
      this.#changed.add(key);
    }
  }

  #add(key: string, points: number): LimitState {
    this.#turn();
    const client = this.#client(key);
    client.own += points;
    this.#changed.add(key);
    return this.#state(key, client);
  }

  #client(key: string): Client {
    let client = this.#clients.get(key);
    if (client === undefined) {
      client = { shared: 0, sent: 0, own: 0 };
      if (this.#clients.size >= MAX_CLIENTS) this.#clients.delete(this.#clients.keys().next().value as string);
      this.#clients.set(key, client);
    }
    return client;
  }

  /** Begins the window of this moment, unless it is open. */
  #turn(): void {
    const endsAt = (Math.floor(this.#clock.now() / this.#windowMs) + 1) * this.#windowMs;
    if (endsAt === this.#endsAt) return;
    this.#endsAt = endsAt;
    this.#clients = new Map();
    this.#changed = new Set();
  }

  #state(key: string, client: Client | undefined): LimitState {
    const used = client === undefined ? 0 : client.shared + client.sent + client.own;
    return stateOf(this.#limitOf(key), used, this.#endsAt, this.#clock.now());
  }
}
