import { setImmediate } from "node:timers/promises";
import type { Queries } from "../../contract/storage.ts";

/**
 * `PRAGMA integrity_check` and `foreign_key_check`, a table at a time with a turn of the event loop between: the whole
 * database at once would keep everything else waiting for as long.
 */
export async function* tableIntegrity(read: Queries): AsyncGenerator<{ readonly table: string; readonly problems: readonly string[] }> {
  const tables = await read.all<{ name: string }>("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name");
  for (const { name } of tables) {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const found = await read.all<{ integrity_check: string }>(`pragma integrity_check(${quoted})`);
    const dangling = await read.all<{ rowid: number | null; parent: string }>(`pragma foreign_key_check(${quoted})`);
    yield {
      table: name,
      problems: [
        ...found.map((row) => row.integrity_check).filter((text) => text !== "ok"),
        ...dangling.map(({ rowid, parent }) => `row ${rowid ?? "?"} refers to nothing in ${parent}`),
      ],
    };
    await setImmediate();
  }
}
