/** Work that goes on while others are looked at, and is waited for at the end. */
export class TaskGroup {
  readonly #running = new Set<Promise<void>>();
  #failed: { readonly error: unknown } | undefined;

  add(work: Promise<void>): void {
    const done: Promise<void> = work.catch((error: unknown) => void (this.#failed ??= { error })).finally(() => this.#running.delete(done));
    this.#running.add(done);
  }

  /** Resolves when less than so much is under way. */
  async room(most: number): Promise<void> {
    while (this.#running.size >= most) await Promise.race(this.#running);
  }

  /** @throws what the first work that failed threw */
  async done(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    if (this.#failed !== undefined) throw this.#failed.error;
  }
}
