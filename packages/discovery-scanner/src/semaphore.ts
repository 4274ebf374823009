import { Fifo } from "./probing/fifo.ts";

/** Lets so many work at a time; the others wait for their turn. */
export class Semaphore {
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
