import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { createInventory } from "@cadastre/inventory-core";
import { pglite, type PGliteInstance } from "@cadastre/inventory-core/pglite";
import { fillSample } from "../../playground/engine/sample.ts";

/**
 * Makes what the last checkpoint has in the files superfluous, and the files few: a new segment of the log (an old one is not kept for
 * its name), and no databases to make others from.
 */
const SMALLER = [
  "set wal_recycle = off",
  "update pg_database set datistemplate = false",
  "drop database template0",
  "drop database template1",
  "select pg_switch_wal()",
  "checkpoint",
];

/**
 * The files of a database with the sample in it, as an archive that PGlite opens: to make a database takes a browser ten times as long as
 * to open one.
 */
export async function preparedDatabase(): Promise<Uint8Array> {
  const database = await PGlite.create({ extensions: { pg_trgm } });
  try {
    const inventory = await createInventory({ storage: pglite(database as PGliteInstance) });
    await fillSample(inventory);
    await inventory.close();
    for (const statement of SMALLER) await database.query(statement);
    return new Uint8Array(await (await database.dumpDataDir("none")).arrayBuffer());
  } finally {
    await database.close();
  }
}
