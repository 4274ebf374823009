import type { Clock } from "../../contract/clock.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import type { CommittedEvents, EventType, StoredEvent, StoredEventPage } from "../../contract/storage/event.ts";
import type { Logger } from "../../contract/logger.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { JsonText, Watch, type WatchedState } from "../../contract/operations/result.ts";
import { serviceToken } from "../../contract/service-token.ts";
import { OLDEST } from "./cursor.ts";
import type { Event, EventPage, EventQuery, EventStreamQuery } from "../event.ts";
import { EventAccess, type Showing } from "./event-access.ts";
import type { EventLog } from "../event-log.ts";
import { POLL_INTERVAL_MS, LogTail } from "./log-tail.ts";

export const EVENT_FEED = serviceToken<EventFeed>("event-feed");

/** Events that a stream reads at a time: what it holds for a client that is slow. */
const PAGE = 100;

/** The event log as callers see it: the events whose records they may read, by page or as they come. */
export class EventFeed {
  readonly #log: Pick<EventLog, "after" | "check" | "end">;
  readonly #clock: Clock;
  readonly #tail: LogTail;
  #access = new EventAccess([]);
  /** The page that was read last: streams that have come as far as each other share it. */
  #shared: { readonly place: string; readonly page: Promise<StoredEventPage> } | undefined;

  constructor(log: Pick<EventLog, "after" | "check" | "end">, source: CommittedEvents, clock: Clock, logger: Logger) {
    this.#log = log;
    this.#clock = clock;
    this.#tail = new LogTail(source, clock, logger);
  }

  /** @param types every event of the host */
  start(types: readonly EventType[]): void {
    this.#access = new EventAccess(types);
  }

  /** Ends every stream. */
  async stop(): Promise<void> {
    await this.#tail.stop();
  }

  /**
   * What the caller is shown of the events asked for, or of fewer long ones: a page may be short, or empty, before the end.
   * @throws VALIDATION_ERROR (no cursor), CURSOR_EXPIRED
   */
  async read({ after, limit }: EventQuery, { principal }: CallContext): Promise<JsonText<EventPage>> {
    const { events, next } = await this.#log.after(after ?? OLDEST, limit);
    const show = this.#access.shownTo(principal);
    const texts = events.flatMap((event) => show(event) ?? []).map(textOf);
    return new JsonText(`{"events":[${texts.join(",")}],"next":${JSON.stringify(next)}}`);
  }

  /**
   * Events as they come, from any host of the database: first the place where it begins, then each event with the cursor
   * after it, at the pace of who reads. A database that is out of reach is waited for.
   * @throws VALIDATION_ERROR (no cursor, unknown names of events), CURSOR_EXPIRED (also while it is read), and the reason of the signal
   * while it is read
   */
  async stream({ after, event }: EventStreamQuery, { principal, lastEventId, signal }: CallContext): Promise<Watch<Event>> {
    const show = this.#access.shownTo(principal, event);
    // A browser that comes back sends its first query again.
    const from = lastEventId || after;
    if (from !== undefined) await this.#log.check(from, lastEventId ? "Last-Event-ID" : "after");
    return new Watch(this.#states(from ?? (await this.#log.end()), show, signal));
  }

  async *#states(from: string, show: Showing, signal: AbortSignal | undefined): AsyncGenerator<WatchedState> {
    const leave = this.#tail.follow();
    try {
      let cursor = from;
      // Whoever goes before the first event is to come back to where it began.
      yield { id: cursor, text: null, last: false };
      while (!this.#tail.stopped) {
        signal?.throwIfAborted();
        const moves = this.#tail.moves;
        const page = await this.#pageAfter(cursor, moves, signal);
        if (page === undefined) continue;
        let told = cursor;
        for (const stored of page.events) {
          const shown = show(stored);
          if (shown === undefined) continue;
          told = stored.cursor;
          yield { id: told, name: stored.event, text: textOf(shown), last: false };
        }
        cursor = page.next;
        // Past what is not shown, which is not to be looked through again.
        if (told !== cursor) yield { id: cursor, text: null, last: false };
        if (page.events.length === 0) await this.#tail.moved(moves, signal);
      }
    } finally {
      leave();
    }
  }

  /** Returns undefined when the caller must read again: the database was out of reach, or the stream that read the page ended. */
  async #pageAfter(cursor: string, moves: number, signal: AbortSignal | undefined): Promise<StoredEventPage | undefined> {
    // Of the same moves: who waits for more is woken by whatever comes after the page was read.
    const place = `${moves} ${cursor}`;
    const earlier = this.#shared?.place === place ? this.#shared : undefined;
    const { page } = (this.#shared = earlier ?? { place, page: this.#log.after(cursor, PAGE) });
    try {
      return await page;
    } catch (error) {
      if (this.#shared?.page === page) this.#shared = undefined;
      if (isEngineError(error) && error.kind === "unavailable") await this.#clock.sleep(POLL_INTERVAL_MS, signal);
      else if (earlier === undefined) throw error;
      return undefined;
    }
  }
}

function textOf({ data, cursor: _, ...head }: StoredEvent): string {
  return `${JSON.stringify(head).slice(0, -1)},"data":${data}}`;
}
