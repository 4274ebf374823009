import { httpErrors } from "../http.errors.ts";

/** The event streams of each caller that are open. A stream holds no place among the requests that are computed. */
export class EventStreams {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  /** @param max streams of one caller at once */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Takes a place for a stream.
   * @returns gives it back; may be called more than once. @throws TOO_MANY_STREAMS
   */
  open(caller: string): () => void {
    const open = this.#open.get(caller) ?? 0;
    if (open >= this.#max) throw httpErrors.TOO_MANY_STREAMS({ max: this.#max }, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#open.set(caller, open + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.#open.get(caller) ?? 1) - 1;
      if (left === 0) this.#open.delete(caller);
      else this.#open.set(caller, left);
    };
  }
}

/** A browser that lost its connection comes back before the server has heard of it. */
const RETRY_AFTER_SECONDS = 5;
