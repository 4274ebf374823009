import type Database from "better-sqlite3";
import { setImmediate } from "node:timers/promises";

/** What SQLite complains of in one table. */
export interface TableIntegrity {
  readonly table: string;
  readonly problems: readonly string[];
}

const TABLES = "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name";

/**
 * `PRAGMA integrity_check` and `foreign_key_check`, a table at a time with a turn of the event loop between: the whole
 * database at once would keep everything else waiting for as long.
 *
 * On a handle of its own, and each table in one snapshot: FTS5 remembers the structure of its index by handle, and its
 * check does not ask whether another handle has changed it meanwhile, so that it takes a write for corruption.
 */
export async function* tableIntegrity(open: () => Database.Database): AsyncGenerator<TableIntegrity> {
  const handle = open();
  try {
    const names = handle.prepare(TABLES).pluck().all() as string[];
    const look = handle.transaction((table: string): TableIntegrity => {
      // The first read of a transaction takes its snapshot.
      handle.prepare("select 1 from sqlite_schema limit 1").get();
      const quoted = `"${table.replaceAll('"', '""')}"`;
      const found = handle.prepare(`pragma integrity_check(${quoted})`).pluck().all() as string[];
      const dangling = handle.prepare(`pragma foreign_key_check(${quoted})`).all() as {
        readonly rowid: number | null;
        readonly parent: string;
      }[];
      return {
        table,
        problems: [
          ...found.filter((text) => text !== "ok"),
          ...dangling.map(({ rowid, parent }) => `${rowid === null ? "a row" : `row ${rowid}`} refers to nothing in ${parent}`),
        ],
      };
    });
    for (const name of names) {
      yield look(name);
      await setImmediate();
    }
  } finally {
    handle.close();
  }
}
