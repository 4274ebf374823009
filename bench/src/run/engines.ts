import { postgresqlEngine } from "../postgresql-engine.ts";
import type { StorageName } from "../raw/raw-database.ts";
import { sqliteEngine } from "../sqlite-engine.ts";
import type { Engine } from "../subject.ts";

/** What starts the databases that are measured, by the name that chooses them. */
export const ENGINES: Readonly<Record<StorageName, () => Promise<Engine>>> = { sqlite: sqliteEngine, postgresql: postgresqlEngine };
