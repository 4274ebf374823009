import { clearTimeout, setTimeout } from "../../contract/real-timers.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";

/** Longest time, in milliseconds, that a close waits for what is running. */
export const CLOSE_MS = 5_000;

/** Something that goes on for as long as its caller likes, and can be ended. */
interface Endable {
  /** Ends it with an error for its caller. */
  end(error: Error): Promise<unknown>;
}

/** What is said of whatever comes after a close. */
export const closedError = (): Error => coreErrors.UNAVAILABLE({ reason: "the inventory is closed" });

/** Counts what is running, so that a close waits for it, and refuses what comes after. */
export class OpenGate {
  readonly #refusal: () => Error;
  readonly #lists = new Set<Endable>();
  #running = 0;
  #closed = false;
  #idle: (() => void) | undefined;

  /** @param refusal what is said of whatever comes after the close; UNAVAILABLE unless given */
  constructor(refusal: () => Error = closedError) {
    this.#refusal = refusal;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** How many calls and lists run. */
  get running(): number {
    return this.#running;
  }

  /** @throws the refusal after the close */
  check(): void {
    if (this.#closed) throw this.#refusal();
  }

  /** Something begins; {@link leave} says when it is over. @throws the refusal after the close */
  enter(): void {
    this.check();
    this.#running += 1;
  }

  leave(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#idle?.();
  }

  /** @throws the refusal after the close, what `work` throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** A list begins, which may be ended. @returns what says that it is over @throws the refusal after the close */
  enterList(list: Endable): () => void {
    this.enter();
    this.#lists.add(list);
    return () => {
      if (this.#lists.delete(list)) this.leave();
    };
  }

  /**
   * Lets nothing in any more, waits for what is running, and after `maxMs` of real time ends the lists that are left.
   * @returns false when something is running still
   */
  async close(maxMs: number): Promise<boolean> {
    this.#closed = true;
    if (this.#running === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      timer = setTimeout(resolve, maxMs);
    });
    clearTimeout(timer);
    await Promise.allSettled([...this.#lists].map(async (list) => await list.end(this.#refusal())));
    return this.#running === this.#lists.size;
  }
}
