import type { Clock } from "@cadastre/inventory-core";
import { httpErrors } from "../http.errors.ts";

/** Seconds between two checks. */
const CHECK_SECONDS = 5;

/** Time over which the rate of a body is measured, in seconds. */
const WINDOW_SECONDS = 20;

/** Lowest average rate, in KiB per second. */
const MIN_RATE_KIB = 16;

const MIN_BYTES = MIN_RATE_KIB * 1024 * WINDOW_SECONDS;

/** A request body that is being received. */
export interface ArrivingBody {
  /** Bytes that have arrived. */
  readonly bytes: () => number;
  /** Whether the server delays it: then the client is not slow. */
  readonly isHeldUp: () => boolean;
  /** Ends the receipt. */
  readonly fail: (error: Error) => void;
}

interface Watched extends ArrivingBody {
  /** Bytes at the last checks. */
  readonly counts: number[];
}

/** Ends bodies that arrive slower than 16 KiB/s over 20 s. One timer checks all bodies. */
export class BodyPace {
  readonly #clock: Clock;
  readonly #watched = new Set<Watched>();
  #stop: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns ends the checks of the body */
  watch(body: ArrivingBody): () => void {
    const watched = { ...body, counts: [] };
    this.#watched.add(watched);
    this.#stop ??= this.#clock.every(CHECK_SECONDS * 1000, () => this.#check());
    return () => void this.#watched.delete(watched);
  }

  // Counts checks, not time: in a busy process, checks are late and bytes have not been read.
  #check(): void {
    if (this.#watched.size === 0) {
      this.#stop?.();
      this.#stop = undefined;
    }
    for (const watched of this.#watched) {
      const { counts } = watched;
      const bytes = watched.bytes();
      if (watched.isHeldUp()) counts.length = 0;
      counts.push(bytes);
      if (counts.length <= WINDOW_SECONDS / CHECK_SECONDS) continue;
      if (bytes - (counts.shift() ?? 0) >= MIN_BYTES) continue;
      this.#watched.delete(watched);
      const reason = `the body arrived slower than ${MIN_RATE_KIB} KiB/s over ${WINDOW_SECONDS} s`;
      watched.fail(httpErrors.REQUEST_TIMEOUT({ reason }));
    }
  }
}
