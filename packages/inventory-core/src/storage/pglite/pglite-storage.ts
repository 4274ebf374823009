import { PGlite, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Storage } from "../../contract/storage/storage.ts";
import { inNumbers } from "../sessions/in-numbers.ts";
import { sessionStorage } from "../sessions/session-storage.ts";
import type { Session } from "../sessions/session.ts";

/**
 * What is used of an instance of PGlite that an application has. Its own type asks for the types of Emscripten where libraries are
 * checked.
 */
export interface PGliteInstance {
  query<Row>(
    sql: string,
    params: unknown[],
    options: { readonly parsers: Record<number, (text: string) => unknown> },
  ): Promise<{ readonly rows: Row[]; readonly affectedRows?: number }>;
  close(): Promise<void>;
}

/** Sessions of instances that an application has: two storages over one take turns. */
const sessions = new WeakMap<PGliteInstance, Session>();

/**
 * PostgreSQL storage without a server, by PGlite: PostgreSQL in WebAssembly, in this process, with one session. For tests and for small
 * inventories: reads wait for the transaction that is open, and a statement keeps the event loop for as long as it takes.
 *
 * @param place a folder, which one process may use at a time; in memory unless given. Or an instance of yours with the extension
 * `pg_trgm`: it stays open, and is used for nothing else while the storage is open
 */
export function pglite(place: string | PGliteInstance = "memory://"): Storage {
  return sessionStorage({
    name: "pglite",
    dialect: "postgresql",
    capabilities: { severalProcesses: false, durable: place !== "memory://", oneSession: true },
    connect: async () =>
      typeof place === "string" ? sessionOf(await PGlite.create({ dataDir: place, extensions: { pg_trgm } }), true) : sharedSession(place),
  });
}

function sharedSession(database: PGliteInstance): Session {
  const session = sessions.get(database) ?? sessionOf(database, false);
  sessions.set(database, session);
  return session;
}

const sessionOf = (database: PGliteInstance, ours: boolean): Session => ({
  async query(sql, params) {
    const { rows, affectedRows } = await database.query<object>(sql, [...params], { parsers: { [types.INT8]: inNumbers } });
    return { rows, changes: affectedRows ?? 0 };
  },
  close: async () => await (ours ? database.close() : undefined),
});
