/** Most milliseconds of an item that count. They bound the wait of a caller whose items take long. */
const MAX_COUNTED_MS = 5000;
/** What an item counts at least: who was served goes behind who was not. */
const MIN_COUNTED_MS = 0.001;
/** Turns of callers who wait for nothing that are kept while others wait. */
const MAX_KEPT = 1000;

interface Queue<T> {
  /** The turn of its next item, in milliseconds: the turn that was served when it came, and the time that its items took since. */
  turn: number;
  readonly items: T[];
}

/**
 * A queue in which callers take turns by time. The next item is that of the caller who was served for the least time while others waited;
 * of several such callers, the one who waits longest is next. So a caller with short items waits for one long item of another, and not for
 * each of them. Items of one caller are in the order of coming (decision 0556).
 */
export class CallerTurns<T extends { readonly caller: string }> {
  /** In the order in which callers came, or were served last. */
  readonly #queues = new Map<string, Queue<T>>();
  /** Turns of callers who were served and wait for nothing. */
  readonly #served = new Map<string, number>();
  /** The turn of the item that was taken last. */
  #turn = 0;
  #size = 0;

  /** Total length. */
  get size(): number {
    return this.#size;
  }

  add(one: T): void {
    const queue = this.#queues.get(one.caller);
    if (queue === undefined) {
      const turn = Math.max(this.#turn, this.#served.get(one.caller) ?? 0);
      this.#queues.set(one.caller, { turn, items: [one] });
    } else queue.items.push(one);
    this.#size += 1;
  }

  /** Returns the next item without removing it. */
  get next(): T | undefined {
    return this.#first()?.items[0];
  }

  /** Removes and returns the next item, and moves its caller behind those who have the same turn. */
  take(): T | undefined {
    const queue = this.#first();
    const one = queue?.items.shift();
    if (queue === undefined || one === undefined) return undefined;
    this.#turn = queue.turn;
    queue.turn += MIN_COUNTED_MS;
    this.#size -= 1;
    this.#queues.delete(one.caller);
    if (queue.items.length > 0) this.#queues.set(one.caller, queue);
    else this.#served.set(one.caller, queue.turn);
    if (this.#size === 0 || this.#served.size > MAX_KEPT) this.#forget();
    return one;
  }

  /** Counts the time that an item of a caller took. */
  count(caller: string, ms: number): void {
    const counted = Math.min(ms, MAX_COUNTED_MS);
    const queue = this.#queues.get(caller);
    if (queue === undefined) this.#served.set(caller, Math.max(this.#turn, this.#served.get(caller) ?? 0) + counted);
    else queue.turn += counted;
  }

  /** Removes and returns all items that match, in no particular order. */
  takeIf(isTaken: (one: T) => boolean): T[] {
    const taken: T[] = [];
    for (const [caller, { items }] of this.#queues) {
      const all = items.splice(0);
      for (const one of all) (isTaken(one) ? taken : items).push(one);
      if (items.length === 0) this.#queues.delete(caller);
    }
    this.#size -= taken.length;
    return taken;
  }

  /** Turns that have passed are not needed. */
  #forget(): void {
    for (const [caller, turn] of this.#served) if (turn <= this.#turn) this.#served.delete(caller);
  }

  #first(): Queue<T> | undefined {
    let first: Queue<T> | undefined;
    for (const queue of this.#queues.values()) if (first === undefined || queue.turn < first.turn) first = queue;
    return first;
  }
}
