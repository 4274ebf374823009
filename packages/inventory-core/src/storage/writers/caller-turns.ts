import { Rounds } from "../../background/rounds.ts";

/** Round-robin queue with one FIFO queue per caller. A caller who was served goes behind all who were not. */
export class CallerTurns<T extends { readonly caller: string }> {
  readonly #queues = new Rounds<T[]>();
  #size = 0;

  /** Total length. */
  get size(): number {
    return this.#size;
  }

  add(one: T): void {
    const queue = this.#queues.get(one.caller);
    if (queue === undefined) this.#queues.add(one.caller, [one]);
    else queue.push(one);
    this.#size += 1;
  }

  /** Returns the next item without removing it. */
  get next(): T | undefined {
    for (const [, [one]] of this.#queues) return one;
    return undefined;
  }

  /** Removes and returns the next item, and moves its caller to the end. */
  take(): T | undefined {
    for (const [caller, queue] of this.#queues) {
      const one = queue.shift();
      if (queue.length === 0) this.#queues.delete(caller);
      this.#queues.serve(caller);
      this.#size -= 1;
      return one;
    }
    return undefined;
  }

  /** Removes and returns all items that match, in no particular order. */
  takeIf(isTaken: (one: T) => boolean): T[] {
    const taken: T[] = [];
    for (const [caller, queue] of this.#queues) {
      const items = queue.splice(0);
      for (const one of items) (isTaken(one) ? taken : queue).push(one);
      if (queue.length === 0) this.#queues.delete(caller);
    }
    this.#size -= taken.length;
    return taken;
  }
}
