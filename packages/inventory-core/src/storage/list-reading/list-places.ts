import { clearTimeout, performance, setTimeout } from "../../contract/real-timers.ts";
import type { WorkAccount } from "../../background/work-account.ts";
import { workMeter } from "../../background/work-meter.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";

/** Longest wait for a place, in milliseconds of real time: those who have one let go of it at the pace of the server. */
const MAX_WAIT_MS = 10_000;

interface Waiter {
  readonly account: WorkAccount | undefined;
  readonly admit: () => void;
  readonly refuse: (error: unknown) => void;
}

/** Places of lists that hold a snapshot of the database. Whoever finds none free waits in line. */
export class ListPlaces {
  readonly #max: number;
  readonly #maxWaitMs: number;
  readonly #waiting = new Set<Waiter>();
  readonly #listeners = new Set<() => void>();
  #taken = 0;

  constructor(max: number, maxWaitMs: number = MAX_WAIT_MS) {
    this.#max = max;
    this.#maxWaitMs = maxWaitMs;
  }

  /** True while a list waits for a place. */
  get contended(): boolean {
    return this.#waiting.size > 0;
  }

  /** True when a list that came now would have to wait. */
  get full(): boolean {
    return this.#taken >= this.#max;
  }

  /** Hears when a list begins to wait. @returns a function that stops it */
  onContended(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Takes a place, which {@link give} gives back. @throws UNAVAILABLE after a bounded wait, the reason of `signal` */
  async take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!this.full) {
      this.#taken += 1;
      return;
    }
    const place = new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
        this.#waiting.delete(waiter);
      };
      const waiter: Waiter = {
        account: workMeter()?.account,
        admit: () => (leave(), resolve()),
        refuse: (error) => (leave(), reject(error as Error)),
      };
      const aborted = (): void => waiter.refuse(signal?.reason);
      const timer = setTimeout(
        () => waiter.refuse(coreErrors.UNAVAILABLE({ reason: "too many lists are being read" }, { retryAfterSeconds: 2 })),
        this.#maxWaitMs,
      );
      signal?.addEventListener("abort", aborted, { once: true });
      this.#waiting.add(waiter);
    });
    for (const listener of this.#listeners) listener();
    await place;
  }

  /** Gives a place back: of those who wait, the one whose caller has used least lately has it now. */
  give(): void {
    const now = performance.now();
    const use = ({ account }: Waiter): number => account?.recentMs(now) ?? 0;
    const [next] = [...this.#waiting].toSorted((one, other) => use(one) - use(other));
    if (next === undefined) this.#taken -= 1;
    else next.admit();
  }
}
