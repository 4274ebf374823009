import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import type { PostgresServer } from "@cadastre/testing";
import { startDurablePostgres } from "./raw/durable-postgres.ts";
import { PostgresqlRaw } from "./raw/postgresql-raw.ts";
import type { Engine, OpenOptions, Subject } from "./subject.ts";

/**
 * Tables that have rows. The server analyzes none that is empty by itself, and takes it for one that will have some; once it was told that
 * there are none, it reads it from end to end until it looks again.
 */
const FILLED = `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
  and pg_relation_size(oid) > 0`;

/** A PostgreSQL of this process's own, or the server of TEST_POSTGRES_URL. */
export async function postgresqlEngine(): Promise<Engine> {
  const server = await startDurablePostgres();
  const raw = await PostgresqlRaw.connect(server.adminUrl);
  const setting = async (name: string): Promise<string> =>
    ((await raw.get("select current_setting(?) as value", [name])) as { value: string }).value;
  const about =
    `PostgreSQL ${await setting("server_version")}, fsync=${await setting("fsync")}, ` +
    `synchronous_commit=${await setting("synchronous_commit")}`;
  await raw.close();
  return { storage: "postgresql", about, open: async (options) => await open(server, options), close: async () => await server.stop() };
}

async function open(server: PostgresServer, options?: OpenOptions): Promise<Subject> {
  const database = await server.temporaryDatabase();
  return await openPostgresql(database.url, options, async () => await database[Symbol.asyncDispose]());
}

/** A database of a PostgreSQL that runs. @param remove it, after it was closed */
export async function openPostgresql(
  url: string,
  { through = (storage) => storage, plugins = [], options = {} }: OpenOptions = {},
  remove = async (): Promise<void> => {},
): Promise<Subject> {
  const inventory = await createInventory({ ...options, storage: through(postgresql(url)), plugins });
  const raw = await PostgresqlRaw.connect(url);
  return {
    storage: "postgresql",
    inventory,
    raw,
    url,
    connect: async () => await PostgresqlRaw.connect(url),
    settle: async () => {
      const filled = await raw.all<{ name: string }>(FILLED);
      if (filled.length > 0) await raw.run(`vacuum (analyze) ${filled.map(({ name }) => name).join(", ")}`);
    },
    close: async () => {
      await inventory.close();
      await raw.close();
      await remove();
    },
  };
}
