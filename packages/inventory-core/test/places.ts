import type { TestDatabase } from "../../../testing/copied-database.ts";
import { postgresqlDatabase } from "../../../testing/databases.ts";
import { sqliteDatabase } from "../../../testing/sqlite-database.ts";

/** One database, which any number of storages open. */
export type Place = TestDatabase;

/** A new database of each kind. */
export const PLACES: readonly (readonly [name: string, open: () => Promise<Place>])[] = [
  ["sqlite", sqliteDatabase],
  ["postgresql", postgresqlDatabase],
];
