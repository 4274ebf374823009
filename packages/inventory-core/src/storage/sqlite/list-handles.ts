import type Database from "better-sqlite3";
import { TURN_BYTES } from "../../background/in-slices.ts";
import { measured, nextTurn } from "../../background/work-meter.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import type { ListPlaces } from "../list-reading/list-places.ts";
import { nextPage } from "../list-reading/next-page.ts";
import { MIN_PAGE_ROWS, type ListClock, sizeOf } from "../list-limits.ts";
import { SqliteStatements } from "./sqlite-sql.ts";

/**
 * Read-only handles for lists. A list keeps its snapshot open between its pages, so it has a handle of its own and makes
 * nothing else stale. There are as many handles as places.
 */
export class ListHandles {
  readonly #open: () => Database.Database;
  readonly #short: SqliteStatements;
  readonly #places: ListPlaces;
  readonly #idle: Database.Database[] = [];
  readonly #all = new Set<Database.Database>();

  /**
   * @param open opens another handle
   * @param short statements of a handle on which nothing stays open, for lists of one page that would have to wait
   */
  constructor(open: () => Database.Database, short: SqliteStatements, places: ListPlaces) {
    this.#open = open;
    this.#short = short;
    this.#places = places;
  }

  #take(): Database.Database {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const handle = this.#open();
    this.#all.add(handle);
    return handle;
  }

  /** All rows of a list that fits one page; undefined for a longer one. */
  #onePage<Row>(sql: string, params: readonly SqlValue[]): readonly Row[] | undefined {
    const page: Row[] = [];
    let size = 0;
    for (const row of this.#short.iterate<Row>(sql, params)) {
      size += sizeOf(row as object);
      if (page.length === MIN_PAGE_ROWS || size > TURN_BYTES) return undefined;
      page.push(row);
    }
    return page;
  }

  /** Pages of a query from one snapshot; the handle goes back as soon as the last row is read. */
  async *pages<Row>(sql: string, params: readonly SqlValue[], clock: ListClock, signal?: AbortSignal): AsyncGenerator<readonly Row[]> {
    if (this.#places.full) {
      const page = this.#onePage<Row>(sql, params);
      if (page !== undefined) {
        if (page.length > 0) yield page;
        return;
      }
    }
    await this.#places.take(signal);
    let handle: Database.Database | undefined;
    let opened: IterableIterator<Row> | undefined;
    let held = true;
    const release = (): void => {
      if (!held) return;
      held = false;
      opened?.return?.();
      if (handle !== undefined) this.#idle.push(handle);
      this.#places.give();
    };
    try {
      handle = this.#take();
      const rows = new SqliteStatements(handle).iterate<Row>(sql, params);
      opened = rows;
      for (;;) {
        const { page, done } = measured(() => nextPage(rows));
        if (done) release();
        if (page.length > 0) yield page;
        if (done) return;
        await nextTurn();
        signal?.throwIfAborted();
        clock.check();
      }
    } finally {
      release();
    }
  }

  close(): void {
    for (const handle of this.#all) handle.close();
    this.#all.clear();
  }
}
