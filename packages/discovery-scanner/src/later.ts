import { Fifo } from "./probing/fifo.ts";

/** Work that goes on while others are looked at, and is waited for at the end. */
export class Later {
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

/** Lets so many work at a time; the others wait for their turn. */
export class Places {
  #free: number;
  readonly #waiting = new Fifo<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  async take(work: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = this.#waiting.next();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
