import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { postgresqlDatabase } from "../../../../testing/databases.ts";
import { sqliteDatabase } from "../../../../testing/sqlite-database.ts";

/** A new database of each kind. */
export const PLACES: readonly (readonly [name: string, open: () => Promise<TestDatabase>])[] = [
  ["sqlite", sqliteDatabase],
  ["postgresql", postgresqlDatabase],
];
