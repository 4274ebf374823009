import { postgresqlDatabase, sqliteDatabase, type TestDatabase } from "../../../testing/databases.ts";

/** One database, which any number of storages open. */
export type Place = TestDatabase;

/** A new database of each kind. */
export const PLACES: readonly (readonly [name: string, open: () => Promise<Place>])[] = [
  ["sqlite", sqliteDatabase],
  ["postgresql", postgresqlDatabase],
];
