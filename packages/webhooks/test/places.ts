import { postgresqlDatabase } from "../../../testing/databases.ts";
import { sqliteDatabase } from "../../../testing/sqlite-database.ts";

/** A database of a test, which any number of hosts open, one after the other or at once. */
export type { TestDatabase as Place } from "../../../testing/copied-database.ts";

/** A new database of each kind. */
export const PLACES = [
  ["sqlite", sqliteDatabase],
  ["postgresql", postgresqlDatabase],
] as const;
