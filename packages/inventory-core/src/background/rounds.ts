/**
 * Values that wait under names, in rounds: each name is served once in a round, in the order of coming. A name that was served in this
 * round waits for the next one, also when nothing of it was waiting in between. So a value waits for one of each other name at most, in
 * addition to the work that runs.
 */
export class Rounds<Value> {
  /** Not served in this round. */
  #now = new Map<string, Value>();
  /** Served in this round, and waiting for the next. */
  #later = new Map<string, Value>();
  readonly #served = new Set<string>();

  get size(): number {
    return this.#now.size + this.#later.size;
  }

  get(name: string): Value | undefined {
    return this.#now.get(name) ?? this.#later.get(name);
  }

  /** Adds a name that does not wait. */
  add(name: string, value: Value): void {
    (this.#served.has(name) ? this.#later : this.#now).set(name, value);
  }

  delete(name: string): void {
    if (!this.#now.delete(name)) this.#later.delete(name);
  }

  /** Counts a turn of a name, whether or not it waits. If the name still waits, it goes behind the others. */
  serve(name: string): void {
    if (this.#served.has(name)) this.#beginRound();
    // No name waits, so older turns are not needed.
    if (this.size === 0) this.#served.clear();
    this.#served.add(name);
    const value = this.#now.get(name);
    if (value === undefined) return;
    this.#now.delete(name);
    this.#later.set(name, value);
  }

  /** Names and values in the order of their turns. */
  *[Symbol.iterator](): Generator<readonly [name: string, value: Value]> {
    yield* this.#now;
    yield* this.#later;
  }

  #beginRound(): void {
    if (this.#now.size === 0) [this.#now, this.#later] = [this.#later, this.#now];
    else for (const [name, value] of this.#later) this.#now.set(name, value);
    this.#later.clear();
    this.#served.clear();
  }
}
