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
 * @param place a folder, which one process may use at a time: a second one is refused with DATABASE_NOT_OPENED. In memory unless given. Or
 * an instance of yours with the extension `pg_trgm`: it stays open, and is used for nothing else while the storage is open
 */
export function pglite(place: string | PGliteInstance = "memory://"): Storage {
  return sessionStorage({
    name: "pglite",
    dialect: "postgresql",
    capabilities: { severalProcesses: false, durable: place !== "memory://", oneSession: true },
    isThere: async () => typeof place !== "string" || (await isFolderOfPGlite(place)),
    connect: async () => (typeof place === "string" ? await ownSession(place) : sharedSession(place)),
  });
}

/** Places in memory and in a browser: no other process can open them. */
const WITHOUT_FOLDER = /^(?:memory|idb|opfs-ahp):\/\//;

const folderOf = (place: string): string => place.replace(/^file:\/\//, "");

/** Whether a place that is a path has a database. Browsers have other places, which PGlite opens or creates. */
async function isFolderOfPGlite(place: string): Promise<boolean> {
  if (WITHOUT_FOLDER.test(place)) return place !== "memory://";
  const { existsSync } = await import("node:fs");
  return existsSync(`${folderOf(place)}/PG_VERSION`);
}

async function ownSession(dataDir: string): Promise<Session> {
  const unlock = WITHOUT_FOLDER.test(dataDir)
    ? () => {}
    : await (await import("../sqlite/file/folder-lock.ts")).lockFolder(folderOf(dataDir));
  try {
    const database = await PGlite.create({ dataDir, extensions: { pg_trgm } });
    return sessionOf(database, async () => await database.close().finally(unlock));
  } catch (error) {
    unlock();
    throw error;
  }
}

function sharedSession(database: PGliteInstance): Session {
  const session = sessions.get(database) ?? sessionOf(database, async () => {});
  sessions.set(database, session);
  return session;
}

const sessionOf = (database: PGliteInstance, close: () => Promise<void>): Session => ({
  async query(sql, params) {
    const { rows, affectedRows } = await database.query<object>(sql, [...params], { parsers: { [types.INT8]: inNumbers } });
    return { rows, changes: affectedRows ?? 0 };
  },
  close,
});
