import { lookup } from "node:dns/promises";
import { performance } from "../contract/real-timers.ts";
import { untilAborted } from "./until-aborted.ts";

/**
 * Node runs at most two look-ups at once, each in a thread until the name servers' own timeout. One slot is kept free of
 * names that may hang, so that names which work never wait for ones which do not.
 */
const SLOTS = 2;
const SLOTS_FOR_UNPROVEN = 1;
/** Milliseconds within which a look-up is quick. */
const QUICK_MS = 1000;
const MAX_PROVEN = 1000;

interface Job {
  readonly hostname: string;
  readonly answer: PromiseWithResolvers<readonly string[]>;
  /** Was quick the last time. */
  readonly proven: boolean;
  callers: number;
  /** By the clock of the look-ups; undefined while it waits. */
  startedAt: number | undefined;
}

/** Looks a name up, and gives all its addresses. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** Looks up with getaddrinfo: /etc/hosts counts, as for every other program of the machine. */
const getaddrinfo: Lookup = async (hostname) => (await lookup(hostname, { all: true, order: "verbatim" })).map(({ address }) => address);

/**
 * Look-ups of names in two lanes: names whose last look-up was quick, and all others. Who asks for a name that is being
 * looked up gets the same answer; nothing is remembered but which names were quick.
 */
export class NameLookups {
  readonly #lookup: Lookup;
  readonly #now: () => number;
  readonly #jobs = new Map<string, Job>();
  /** The longest unused first. */
  readonly #proven = new Set<string>();

  /** @param now milliseconds from any start */
  constructor(look: Lookup = getaddrinfo, now: () => number = () => performance.now()) {
    this.#lookup = look;
    this.#now = now;
  }

  /**
   * @returns all addresses of a name, in the order of the system
   * @throws the system's error (`code`), or the signal's reason when it aborts; the look-up itself cannot be stopped
   */
  async resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const job = this.#jobOf(hostname);
    job.callers += 1;
    this.#startWaiting();
    try {
      return await untilAborted(job.answer.promise, signal);
    } finally {
      job.callers -= 1;
      // Nobody waits for it any more: it leaves the queue before it costs a thread.
      if (job.callers === 0 && job.startedAt === undefined) this.#forget(job);
    }
  }

  #jobOf(hostname: string): Job {
    const known = this.#jobs.get(hostname);
    if (known !== undefined) return known;
    const job: Job = { hostname, answer: Promise.withResolvers(), proven: this.#proven.has(hostname), callers: 0, startedAt: undefined };
    // Nobody may be left to hear of a failure.
    job.answer.promise.catch(() => undefined);
    this.#jobs.set(hostname, job);
    return job;
  }

  #startWaiting(): void {
    const running = [...this.#jobs.values()].filter((job) => job.startedAt !== undefined);
    let free = SLOTS - running.length;
    let freeForUnproven = SLOTS_FOR_UNPROVEN - running.filter((job) => this.#mayHang(job)).length;
    for (const job of this.#jobs.values()) {
      if (free <= 0) return;
      if (job.startedAt !== undefined || (!job.proven && freeForUnproven <= 0)) continue;
      free -= 1;
      if (!job.proven) freeForUnproven -= 1;
      job.startedAt = this.#now();
      void this.#run(job, job.startedAt);
    }
  }

  /** A proven name whose look-up takes long this time counts as an unproven one at once. */
  #mayHang({ proven, startedAt }: Job): boolean {
    return !proven || (startedAt !== undefined && this.#now() - startedAt > QUICK_MS);
  }

  async #run(job: Job, startedAt: number): Promise<void> {
    this.#proven.delete(job.hostname);
    try {
      const addresses = await this.#lookup(job.hostname);
      if (this.#now() - startedAt <= QUICK_MS) this.#remember(job.hostname);
      job.answer.resolve(addresses);
    } catch (error) {
      job.answer.reject(error);
    }
    this.#forget(job);
    this.#startWaiting();
  }

  #remember(hostname: string): void {
    this.#proven.add(hostname);
    if (this.#proven.size > MAX_PROVEN) this.#proven.delete(this.#proven.values().next().value ?? "");
  }

  #forget(job: Job): void {
    if (this.#jobs.get(job.hostname) === job) this.#jobs.delete(job.hostname);
  }
}
