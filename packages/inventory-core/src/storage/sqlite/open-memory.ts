import Database from "better-sqlite3";
import type { OpenStorage, StorageMigration, StorageOpenOptions } from "../../contract/storage/storage.ts";
import { IN_MEMORY } from "../opening/given-storage.ts";
import { migrationsOf, missingMigrations } from "../opening/migrate.ts";
import type { Session } from "../sessions/session.ts";
import { sessionStorage } from "../sessions/session-storage.ts";
import { SqliteStatements } from "./sqlite-sql.ts";

/** Templates that are kept, about a megabyte each: programs have one set of plugins, tests of plugins have some. */
const MAX_TEMPLATES = 8;

/** A database in which migrations ran, and nothing else. */
interface Template {
  readonly migrations: readonly StorageMigration[];
  readonly image: Buffer;
}

/** Templates of this process, the one that was used last at the end. */
const templates: Template[] = [];

/** Plugins that are made anew may have the same migrations; a step in code is known by its function. */
const isSame = (one: StorageMigration, other: StorageMigration | undefined): boolean =>
  one === other ||
  (one.name === other?.name &&
    one.step === other.step &&
    one.statements.length === other.statements.length &&
    one.statements.every((statement, at) => statement === other.statements[at]));

/** Image of a database in which exactly these migrations ran. */
function imageFor(migrations: readonly StorageMigration[]): Buffer | undefined {
  const at = templates.findLastIndex(
    (template) =>
      template.migrations.length === migrations.length && migrations.every((one, index) => isSame(one, template.migrations[index])),
  );
  if (at === -1) return undefined;
  const [template] = templates.splice(at, 1) as [Template];
  templates.push(template);
  return template.image;
}

/** Opens a new database in memory: a copy of a migrated one, where this process has opened one with the same migrations. */
export async function openMemory(open: StorageOpenOptions): Promise<OpenStorage> {
  if (open.migrate === "refuse") missingMigrations(open, "sqlite", []);
  const migrations = migrationsOf(open.models, "sqlite");
  const image = imageFor(migrations);
  const database = new Database(image ?? ":memory:");
  const storage = sessionStorage({ name: "sqlite", dialect: "sqlite", capabilities: IN_MEMORY, connect: () => sessionOf(database) });
  const opened = await storage.open(open);
  if (image === undefined) {
    templates.push({ migrations, image: database.serialize() });
    if (templates.length > MAX_TEMPLATES) templates.shift();
  }
  return opened;
}

function sessionOf(database: Database.Database): Session {
  const statements = new SqliteStatements(database);
  return {
    query: async (sql, params) => (params.length === 0 ? statements.once(sql) : statements.query(sql, params)),
    rows: (sql, params) => statements.iterate<object>(sql, params),
    close: () => void database.close(),
  };
}
