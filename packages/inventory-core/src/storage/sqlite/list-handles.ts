import type Database from "better-sqlite3";
import { nextTurn } from "../../background/work-meter.ts";
import type { SqlValue } from "../../contract/storage.ts";
import { LEAST_PAGE_ROWS, type ListClock, MOST_PAGE_ROWS, PAGE_MS } from "../list-limits.ts";
import { SqliteStatements } from "./sqlite-sql.ts";

/** Most lists that are open at once; further ones wait for a handle. */
const MOST_HANDLES = 32;

/**
 * Read-only handles for lists. A list that a slow client reads keeps its snapshot open, so it has a handle of its own
 * and makes nothing else stale.
 */
export class ListHandles {
  readonly #open: () => Database.Database;
  readonly #idle: Database.Database[] = [];
  readonly #waiting: ((handle: Database.Database) => void)[] = [];
  readonly #all = new Set<Database.Database>();

  constructor(open: () => Database.Database) {
    this.#open = open;
  }

  async #take(): Promise<Database.Database> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#all.size < MOST_HANDLES) {
      const handle = this.#open();
      this.#all.add(handle);
      return handle;
    }
    return await new Promise((resolve) => this.#waiting.push(resolve));
  }

  #give(handle: Database.Database): void {
    const next = this.#waiting.shift();
    if (next !== undefined) next(handle);
    else this.#idle.push(handle);
  }

  /** Pages of a query from one snapshot; the handle goes back as soon as the last row is read. */
  async *pages<Row>(sql: string, params: readonly SqlValue[], clock: ListClock, signal?: AbortSignal): AsyncGenerator<readonly Row[]> {
    const handle = await this.#take();
    let rows: IterableIterator<Row> | undefined;
    let held = true;
    const release = (): void => {
      if (!held) return;
      held = false;
      rows?.return?.();
      this.#give(handle);
    };
    try {
      rows = new SqliteStatements(handle).iterate<Row>(sql, params);
      for (;;) {
        const { page, done } = nextPage(rows);
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

/** Reads until it has cost enough: few wide rows, many narrow ones. */
function nextPage<Row>(rows: IterableIterator<Row>): { page: Row[]; done: boolean } {
  const start = performance.now();
  const page: Row[] = [];
  for (;;) {
    const next = rows.next();
    if (next.done === true) return { page, done: true };
    page.push(next.value);
    if (page.length === MOST_PAGE_ROWS) return { page, done: false };
    if (page.length % LEAST_PAGE_ROWS === 0 && performance.now() - start > PAGE_MS) return { page, done: false };
  }
}
