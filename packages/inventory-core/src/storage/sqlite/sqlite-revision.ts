import type Database from "better-sqlite3";
import { performance } from "../../contract/real-timers.ts";
import type { Revision } from "../../contract/storage/revision.ts";

/** How long what was read counts, in milliseconds: for so long a change by another process may not be seen. */
export const SQLITE_REVISION_MS = 5;

/** A row that triggers count up, read again after each commit of this process and when what was read is old. */
export class SqliteRevision implements Revision {
  readonly #reader: Database.Database;
  readonly #sql: string;
  readonly #now: () => number;
  #statement: Database.Statement<[], number> | undefined;
  #last: number | undefined;
  #readAt = -Infinity;

  /**
   * @param reader a handle on which nothing stays open
   * @param now milliseconds that nobody sets back
   */
  constructor(reader: Database.Database, name: string, now: () => number = () => performance.now()) {
    this.#reader = reader;
    this.#sql = `select revision from ${name}`;
    this.#now = now;
  }

  current(): number | undefined {
    const now = this.#now();
    if (now - this.#readAt > SQLITE_REVISION_MS) {
      this.#last = this.#read();
      this.#readAt = now;
    }
    return this.#last;
  }

  /** This process committed something. */
  committed(): void {
    this.#readAt = -Infinity;
  }

  /** Undefined when there is no such row, or it cannot be read now. */
  #read(): number | undefined {
    try {
      this.#statement ??= this.#reader.prepare<[], number>(this.#sql).pluck();
      return this.#statement.get();
    } catch {
      return undefined;
    }
  }
}
