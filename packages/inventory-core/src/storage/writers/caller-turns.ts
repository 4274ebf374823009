/** Round-robin queue with one FIFO queue per caller. */
export class CallerTurns<T extends { readonly caller: string }> {
  readonly #queues = new Map<string, T[]>();
  #size = 0;

  /** Total length. */
  get size(): number {
    return this.#size;
  }

  add(one: T): void {
    const queue = this.#queues.get(one.caller);
    if (queue === undefined) this.#queues.set(one.caller, [one]);
    else queue.push(one);
    this.#size += 1;
  }

  /** Returns the next item without removing it. */
  get next(): T | undefined {
    for (const [one] of this.#queues.values()) return one;
    return undefined;
  }

  /** Removes and returns the next item, and moves its caller to the end. */
  take(): T | undefined {
    for (const [caller, queue] of this.#queues) {
      const one = queue.shift();
      this.#queues.delete(caller);
      if (queue.length > 0) this.#queues.set(caller, queue);
      this.#size -= 1;
      return one;
    }
    return undefined;
  }

  /** Removes and returns all items that match, in no particular order. */
  takeIf(isTaken: (one: T) => boolean): T[] {
    const taken: T[] = [];
    for (const [caller, queue] of this.#queues) {
      const left = queue.filter((one) => !isTaken(one));
      if (left.length === queue.length) continue;
      taken.push(...queue.filter((one) => !left.includes(one)));
      if (left.length === 0) this.#queues.delete(caller);
      else this.#queues.set(caller, left);
    }
    this.#size -= taken.length;
    return taken;
  }
}
