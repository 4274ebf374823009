import { clearTimeout, performance, setImmediate, setTimeout } from "../../contract/real-timers.ts";
import type { Clock } from "../../contract/clock.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { Spool } from "../../contract/storage/spool.ts";
import type { OpenGate } from "../opening/open-gate.ts";
import type { ListPlaces } from "./list-places.ts";
import { PageSpool } from "./page-spool.ts";

/** Milliseconds that a reader may keep the database waiting over one page. */
const MAX_PAUSE_MS = 100;
/** The same while another list waits for a place. */
const MAX_CONTENDED_PAUSE_MS = 10;
/** All pauses of one list together, in milliseconds. */
const MAX_PAUSES_MS = 2_000;
/** Longest time, by the clock, that a list may be read from where it was put down: it takes up space. */
const MAX_DELIVERY_MS = 600_000;

type Page<Row> = readonly Row[];

/** What the lists of one storage share. */
export interface ListParts {
  readonly places: ListPlaces;
  readonly spool: Spool;
  readonly clock: Clock;
}

/**
 * The pages of one list at the pace of its reader, from a source that holds a snapshot of the database. A reader that keeps
 * up is given page after page. Behind one that pauses for long, the source is read to its end at the pace of the database,
 * into memory and then into a temporary file, so that the snapshot is not held for a slow client.
 */
export class SteadyPages<Row> {
  readonly #source: AsyncGenerator<Page<Row>>;
  readonly #parts: ListParts;
  readonly #signal: AbortSignal | undefined;
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** When the reader was given its page; it has not come back since. */
  #pausedAt: number | undefined;
  #pausesMs = 0;
  #spool: PageSpool<Row> | undefined;
  #pumping: Promise<void> | undefined;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;
  #stopDeadline: (() => void) | undefined;

  constructor(source: AsyncGenerator<Page<Row>>, parts: ListParts, signal?: AbortSignal) {
    this.#source = source;
    this.#parts = parts;
    this.#signal = signal;
    this.#stopListening = parts.places.onContended(() => {
      if (this.#pausedAt !== undefined) this.#watchPause();
    });
  }

  /**
   * The next page; undefined at the end. @throws what the source throws; UNAVAILABLE when there is no room for a slow reader, or it is too
   * slow
   */
  async next(): Promise<Page<Row> | undefined> {
    this.#resume();
    // A source that was closed for it would look as if it had come to its end.
    if (this.#failure !== undefined) throw this.#failure.error;
    let page: Page<Row> | undefined;
    if (this.#spool === undefined) {
      const next = await this.#source.next();
      if (next.done !== true) page = next.value;
    } else page = await this.#fromSpool(this.#spool);
    if (page !== undefined && this.#spool === undefined) this.#pause();
    return page;
  }

  /** Ends the list for its reader. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
    void this.#spool?.close().catch(() => {});
  }

  /** Lets go of the snapshot, and of what was kept. */
  async close(): Promise<void> {
    this.#resume();
    this.#stopListening();
    this.#stopDeadline?.();
    this.#failure ??= { error: coreErrors.UNAVAILABLE({ reason: "the list was closed" }) };
    try {
      await this.#source.return(undefined);
      await this.#pumping;
    } finally {
      await this.#spool?.close();
    }
  }

  /** The reader has its page: if it is not back in time, nothing waits for it any more. */
  #pause(): void {
    this.#pausedAt = performance.now();
    this.#watchPause();
  }

  #watchPause(): void {
    clearTimeout(this.#timer);
    const pauseMs = this.#parts.places.contended ? MAX_CONTENDED_PAUSE_MS : MAX_PAUSE_MS;
    // A turn that took long may have kept the reader from coming back: it has another turn to do so.
    this.#timer = setTimeout(() => setImmediate(() => this.#putDown()), Math.min(pauseMs, MAX_PAUSES_MS - this.#pausesMs));
    // What would be put down goes with the process.
    this.#timer.unref();
  }

  #resume(): void {
    if (this.#pausedAt === undefined) return;
    clearTimeout(this.#timer);
    this.#pausesMs += performance.now() - this.#pausedAt;
    this.#pausedAt = undefined;
  }

  /** From here on the source is read whether the reader comes or not. */
  #putDown(): void {
    if (this.#pausedAt === undefined || this.#spool !== undefined) return;
    this.#spool = new PageSpool(this.#parts.spool);
    this.#stopListening();
    this.#stopDeadline = this.#parts.clock.every(MAX_DELIVERY_MS, () => {
      this.#stopDeadline?.();
      this.fail(coreErrors.UNAVAILABLE({ reason: "the list was read too slowly" }, { retryAfterSeconds: 1 }));
    });
    this.#pumping = this.#pump(this.#spool);
  }

  async #pump(spool: PageSpool<Row>): Promise<void> {
    try {
      for (let next = await this.#source.next(); next.done !== true && this.#failure === undefined; next = await this.#source.next()) {
        await spool.push(next.value);
        this.#wake?.();
      }
      this.#ended = true;
    } catch (error) {
      this.fail(error);
    }
    this.#wake?.();
    // The snapshot goes also where the reader never asks again.
    await this.#source.return(undefined).catch((error: unknown) => this.fail(error));
  }

  async #fromSpool(spool: PageSpool<Row>): Promise<Page<Row> | undefined> {
    for (;;) {
      this.#signal?.throwIfAborted();
      if (this.#failure !== undefined) throw this.#failure.error;
      const page = spool.next();
      if (page instanceof Promise) return await page.catch((error: unknown) => Promise.reject(this.#failure?.error ?? error));
      if (page !== undefined) return page;
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/**
 * Reads a source steadily (see {@link SteadyPages}), and closes it however the reading ends. @throws UNAVAILABLE after the close of `gate`
 */
export async function* steadily<Row>(
  source: AsyncGenerator<Page<Row>>,
  parts: ListParts,
  gate: OpenGate,
  signal?: AbortSignal,
): AsyncGenerator<Page<Row>> {
  const pages = new SteadyPages(source, parts, signal);
  const leave = gate.enterList({
    end: async (error) => {
      pages.fail(error);
      await pages.close();
    },
  });
  try {
    for (let page = await pages.next(); page !== undefined; page = await pages.next()) yield page;
  } finally {
    await pages.close();
    leave();
  }
}
