import { coreErrors } from "@cadastre/inventory-core";
import type { Exchange } from "../request/exchange.ts";
import { httpErrors } from "../http.errors.ts";

/** Seconds after which a caller may ask again: a list that is read takes about as long. */
const RETRY_AFTER_SECONDS = 2;

/** What metrics call the bound of a caller. */
export const LISTS_LIMIT = "lists";

/** How many streamed answers (lists and files of more than one page) may be on their way at once. */
export interface ListBounds {
  /** Of one caller. */
  readonly perCaller: number;
  /** Of all. */
  readonly total: number;
}

/**
 * Counts streamed answers by caller. One page is no stream, and is never counted: what is bounded here is what waits for
 * its client.
 */
export class ListSlots {
  readonly #bounds: ListBounds;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(bounds: ListBounds) {
    this.#bounds = bounds;
  }

  /**
   * @param exchange told when it is refused
   * @param caller under which name its caller is counted
   * @returns gives the slot back; more than once does no harm
   * @throws RATE_LIMIT_EXCEEDED for a caller with too many of them, UNAVAILABLE when there are too many in all
   */
  take(exchange: Exchange, caller: string): () => void {
    const own = this.#open.get(caller) ?? 0;
    const { perCaller, total } = this.#bounds;
    if (own >= perCaller) {
      exchange.refusedBy = LISTS_LIMIT;
      throw httpErrors.RATE_LIMIT_EXCEEDED(
        { seconds: RETRY_AFTER_SECONDS, reason: `you already read ${own} lists: finish them or close their connections` },
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    if (this.#total >= total)
      throw coreErrors.UNAVAILABLE({ reason: `${total} lists are being read` }, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#open.set(caller, own + 1);
    this.#total += 1;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#total -= 1;
      const left = (this.#open.get(caller) ?? 1) - 1;
      if (left === 0) this.#open.delete(caller);
      else this.#open.set(caller, left);
    };
  }
}
