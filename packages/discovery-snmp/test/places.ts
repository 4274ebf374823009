import { postgresqlDatabase } from "../../../testing/databases.ts";
import { sqliteDatabase } from "../../../testing/sqlite-database.ts";

/** A new database of each kind. */
export const PLACES = [
  ["sqlite", sqliteDatabase],
  ["postgresql", postgresqlDatabase],
] as const;
