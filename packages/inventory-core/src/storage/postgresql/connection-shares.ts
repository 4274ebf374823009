import { FairQueue } from "../../background/fair-queue.ts";
import type { WorkMeter } from "../../background/work-meter.ts";
import type { WriteWait } from "../writers/write-wait.ts";

/** Of the connections, what one caller may use to read, and as much again to write. */
const SHARE = 0.4;

/** The same of a caller whose statements have all been short lately: they end before others would notice. */
const SHARE_OF_QUICK = 0.8;

/** Of the connections, what long calls may use together: they keep the processors of the database busy all the time. */
const SHARE_OF_LONG = 0.25;

/** Milliseconds after which a call is a long one. */
const LONG_MS = 25;

const part = (connections: number, share: number): number => Math.max(1, Math.floor(connections * share));

const queueOf = (places: number, placesPerCaller: number): FairQueue =>
  new FairQueue({ places, placesPerCaller, waiting: Infinity }, () => new Error("there is no bound"));

/**
 * Shares of a pool of connections. Callers take turns for them, so that nobody waits behind all that another has asked for; and
 * of a caller whose calls are long, one statement runs at a time. What the process does by itself goes past.
 */
export class ConnectionShares {
  readonly #reads: FairQueue;
  readonly #writes: FairQueue;
  readonly #exclusive = queueOf(1, 1);
  readonly #long: FairQueue;
  readonly #maxQuick: number;

  /** @param connections of the pool @param long statements of long calls, which pools may share */
  constructor(connections: number, long: FairQueue) {
    this.#reads = queueOf(connections, part(connections, SHARE));
    // Transactions of all callers together leave some to read, also for those who read in the midst of one.
    this.#writes = queueOf(Math.max(1, connections - part(connections, SHARE)), part(connections, SHARE));
    this.#long = long;
    this.#maxQuick = part(connections, SHARE_OF_QUICK);
  }

  /** Long statements of all pools of a process. @param connections of the largest */
  static long(connections: number): FairQueue {
    return queueOf(part(connections, SHARE_OF_LONG), 1);
  }

  /** One statement of the call that is measured. @throws the reason of its signal, when its caller has left before its turn */
  async read<T>(meter: WorkMeter, work: () => Promise<T>): Promise<T> {
    const { account, signal } = meter;
    return account === undefined
      ? await work()
      : await this.readOn(
          meter,
          async () => await this.#reads.run([account.caller], work, signal, account.isQuick ? this.#maxQuick : undefined),
        );
  }

  /** One statement on a connection that the call has. @param signal when it is not wanted any more @throws the reason of the signal */
  async readOn<T>(meter: WorkMeter, work: () => Promise<T>, signal: AbortSignal | undefined = meter.signal): Promise<T> {
    const { account, ms } = meter;
    return account === undefined || ms < LONG_MS ? await work() : await this.#long.run([account.caller], work, signal);
  }

  /** Runs a write transaction. @throws BUSY, the reason of its signal */
  async write<T>(caller: string, wait: WriteWait, work: () => Promise<T>): Promise<T> {
    return await wait.inTurn(this.#writes, [caller], work);
  }

  /** Runs a transaction that takes the exclusive topology lock. Others wait without a connection. */
  async exclusively<T>(caller: string, wait: WriteWait, work: () => Promise<T>): Promise<T> {
    return await wait.inTurn(this.#exclusive, [caller], work);
  }
}
