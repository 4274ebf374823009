import { createInventory, type OpenStorage, type Storage, silentLogger } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock, PostgresDatabases, itemModel } from "@cadastre/testing";
import Database from "better-sqlite3";
import { mkdtemp, readdir, readlink, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { FolderSpool, type SpoolOptions } from "../../src/storage/spool/spool.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const ALL = "select id, name, number from conformance_item order by name";
/** Of which a list is some megabytes long. */
const ROWS = 3000;
const WAIT = { timeout: 30_000, interval: 20 };

type Options = Pick<NonNullable<Parameters<typeof sqlite>[1]>, "listConnections"> & SpoolOptions;

let folder: string;
let spoolFolder: string;
let cleanUps: (() => Promise<unknown>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-slow-"));
  spoolFolder = join(folder, "spool");
  cleanUps = [async () => await rm(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

async function openOn(
  name: string,
  { listConnections, ...options }: Options = {},
): Promise<{ open: OpenStorage; clock: FakeClock; url: string }> {
  const clock = new FakeClock();
  const spool = new FolderSpool({ spoolFolder, ...options });
  const lists = listConnections === undefined ? {} : { listConnections };
  const opened = async (storage: Storage, url: string) => {
    const open = await storage.open({ models: [itemModel], clock, logger: silentLogger, spool });
    cleanUps.push(async () => await open.close());
    await open.write(async (transaction) => {
      const rows = Array.from({ length: ROWS }, (_, index) => [
        `id${index}`,
        `${String(index).padStart(6, "0")} ${"x".repeat(1000)}`,
        index,
      ]);
      await transaction.insert("conformance_item", ["id", "name", "number"], rows);
    });
    return { open, clock, url };
  };
  if (name === "sqlite") return await opened(sqlite(join(folder, "inventory.db"), lists), join(folder, "inventory.db"));
  const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  cleanUps.push(async () => await database[Symbol.asyncDispose]());
  return await opened(postgresql(database.url, lists), database.url);
}

type Row = { readonly number: number | string };

/** A list of which one page is read, and no more for now. */
async function begin(open: OpenStorage): Promise<{ rest: () => Promise<number[]>; leave: () => Promise<unknown> }> {
  const pages = open.pages<Row>(ALL)[Symbol.asyncIterator]();
  const first = await pages.next();
  const found = first.done === true ? [] : first.value.map(({ number }) => Number(number));
  return {
    rest: async () => {
      for (let next = await pages.next(); next.done !== true; next = await pages.next())
        found.push(...next.value.map(({ number }) => Number(number)));
      return found;
    },
    leave: async () => await pages.return?.(),
  };
}

/** Temporary files that this process has open; they have no names. */
async function spoolFiles(): Promise<readonly { readonly deleted: boolean; readonly mode: number }[]> {
  const files = [];
  for (const fd of await readdir("/proc/self/fd")) {
    const path = `/proc/self/fd/${fd}`;
    const target = await readlink(path).catch(() => "");
    if (target.startsWith(spoolFolder)) files.push({ deleted: target.endsWith(" (deleted)"), mode: (await stat(path)).mode & 0o777 });
  }
  return files;
}

const SNAPSHOTS = `select state, xact_start, backend_xmin from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and (xact_start is not null or backend_xmin is not null)`;

/** What keeps the database from forgetting old rows: transactions of PostgreSQL, and the part of SQLite's log that cannot be cut. */
async function heldSnapshots(name: string, url: string): Promise<readonly unknown[]> {
  if (name === "sqlite") {
    // A wait for readers would hold up this process, which they are in.
    const other = new Database(url, { timeout: 0 });
    const cut = (): { readonly busy: number; readonly log: number } =>
      (other.pragma("wal_checkpoint(TRUNCATE)") as [ReturnType<typeof cut>])[0];
    let state = cut();
    // The storage's own thread is at it: nothing was looked at.
    for (; state.log === -1; state = cut()) await setImmediate();
    other.close();
    return state.busy === 0 && state.log === 0 ? [] : [state];
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<object>(SNAPSHOTS);
  await client.end();
  return rows;
}

describe.each(STORAGES)("lists that are read slowly, on %s", (name) => {
  test("do not hold a snapshot", async () => {
    const { open, url } = await openOn(name);
    const lists = await Promise.all(Array.from({ length: 12 }, async () => await begin(open)));
    await vi.waitFor(async () => expect(await heldSnapshots(name, url)).toEqual([]), WAIT);
    // What was read is of the one moment all the same.
    await open.write(async (transaction) => await transaction.run("delete from conformance_item"));
    for (const list of lists) expect(await list.rest()).toEqual(Array.from({ length: ROWS }, (_, index) => index));
  });

  test("that fail half way, or are left, give back their connection without a transaction", async () => {
    const { open, url } = await openOn(name);
    const failing =
      "select id, case when number = 500 then abs(-9223372036854775807 - 1 + number - 500) else number end as number from conformance_item";
    // More often than there are connections.
    for (let round = 0; round < 12; round += 1) {
      let read = 0;
      await expect(async () => {
        for await (const page of open.pages(failing)) read += page.length;
      }).rejects.toThrow(/overflow|out of range/);
      expect(read).toBeGreaterThan(0);
      await (await begin(open)).leave();
    }
    expect(await heldSnapshots(name, url)).toEqual([]);
    expect(await Promise.all(Array.from({ length: 6 }, async () => (await (await begin(open)).rest()).length))).toEqual(
      Array.from({ length: 6 }, () => ROWS),
    );
  });

  test("wait in files without a name, which go with their list", async (context) => {
    if (process.platform !== "linux") context.skip("needs /proc");
    const { open } = await openOn(name);
    const [read, left] = await Promise.all([begin(open), begin(open)]);
    await vi.waitFor(async () => expect(await spoolFiles()).toHaveLength(2), WAIT);
    expect(await spoolFiles()).toEqual([
      { deleted: true, mode: 0o600 },
      { deleted: true, mode: 0o600 },
    ]);
    expect(await readdir(spoolFolder)).toEqual([]);
    await left?.leave();
    expect(await spoolFiles()).toHaveLength(1);
    expect(await read?.rest()).toHaveLength(ROWS);
    expect(await spoolFiles()).toEqual([]);
  });

  // With one place, whoever reads a list to its end knows that those before it were put down.
  const ONE_PLACE = { listConnections: name === "sqlite" ? 1 : 4 };

  test("end with UNAVAILABLE where there is no room, and leave room for others", async () => {
    // A list is 3 MB, and may have what is free after it.
    const { open } = await openOn(name, { ...ONE_PLACE, spoolBytes: 7_000_000 });
    const slow = [await begin(open), await begin(open), await begin(open)];
    expect(await (await begin(open)).rest()).toHaveLength(ROWS);
    const outcomes = await Promise.all(
      slow.map(
        async ({ rest }) =>
          await rest().then(
            (rows) => rows.length,
            (error: { code?: string }) => error.code,
          ),
      ),
    );
    expect(outcomes).toEqual([ROWS, "UNAVAILABLE", "UNAVAILABLE"]);
    const again = await begin(open);
    expect(await (await begin(open)).rest()).toHaveLength(ROWS);
    expect(await again.rest()).toHaveLength(ROWS);
  });

  test("fail where nothing may be kept, and only they", async () => {
    const { open } = await openOn(name, { ...ONE_PLACE, spoolBytes: 0 });
    const slow = await begin(open);
    expect(await (await begin(open)).rest()).toHaveLength(ROWS);
    await expect(slow.rest()).rejects.toMatchObject({ code: "UNAVAILABLE", message: expect.stringContaining("slow reader") });
  });

  test("may be read from where they were put down for ten minutes", async () => {
    const { open, clock } = await openOn(name);
    const slow = await begin(open);
    await vi.waitFor(async () => expect(await spoolFiles()).toHaveLength(1), WAIT);
    await clock.advance(601_000);
    await expect(slow.rest()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await vi.waitFor(async () => expect(await spoolFiles()).toEqual([]), WAIT);
  });

  test("that are abandoned end with the close of their storage", async () => {
    const { open } = await openOn(name);
    const abandoned = await begin(open);
    await vi.waitFor(async () => expect(await spoolFiles()).toHaveLength(1), WAIT);
    await open.close();
    expect(await spoolFiles()).toEqual([]);
    await expect(abandoned.rest()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

test("a folder that cannot be written to is told at the start", async () => {
  await expect(createInventory({ storage: sqlite(join(folder, "inventory.db")), spoolFolder: "/proc/nowhere" })).rejects.toMatchObject({
    code: "DATABASE_NOT_OPENED",
    message: expect.stringContaining("/proc/nowhere"),
  });
});
