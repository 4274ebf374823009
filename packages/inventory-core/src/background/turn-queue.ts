/** Somebody who waits for a turn. */
interface Waiter {
  /** Milliseconds that its call has used so far. */
  readonly spentMs: number;
  readonly since: number;
  readonly resume: () => void;
}

/**
 * Long computations that go on in turns. One of them goes on in each turn of the event loop, so that many together hold up
 * timers and sockets no longer than one does. That of the call which has used least so far goes first, so that a short one
 * does not wait for all the long ones; and who waits gains on the others.
 */
export class TurnQueue {
  readonly #waiting: Waiter[] = [];

  /** @param spentMs what the call has used so far, in milliseconds */
  async wait(spentMs: number): Promise<void> {
    await new Promise<void>((resume) => {
      this.#waiting.push({ spentMs, since: performance.now(), resume });
      if (this.#waiting.length === 1) setImmediate(() => this.#resumeOne());
    });
  }

  #resumeOne(): void {
    // What one has used and how long it has waited are both times: their difference orders them whenever it is asked.
    const rank = ({ spentMs, since }: Waiter): number => spentMs + since;
    let first = 0;
    for (let at = 1; at < this.#waiting.length; at += 1) if (rank(this.#waiting[at] as Waiter) < rank(this.#waiting[first] as Waiter)) first = at;
    const [chosen] = this.#waiting.splice(first, 1);
    if (this.#waiting.length > 0) setImmediate(() => this.#resumeOne());
    chosen?.resume();
  }
}
