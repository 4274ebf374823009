import {
  createInventory,
  type OpenStorage,
  silentLogger,
  STORAGE,
  systemClock,
  type Transaction,
  type WriteOptions,
} from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { itemModel } from "@cadastre/testing";
import { diskFolder } from "../../../../../testing/memory.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(diskFolder(), "cadastre-durability-"));
  file = join(folder, "inventory.db");
});
afterEach(async () => await rm(folder, { recursive: true }));

const openIt = async (): Promise<OpenStorage> => await sqlite(file).open({ models: [itemModel], clock: systemClock, logger: silentLogger });

describe("a commit on SQLite", () => {
  /** Values of `pragma synchronous`. */
  const NORMAL = 1;
  const FULL = 2;

  /** Whether the commit of a transaction waits for the disk, asked of the handle that writes it. */
  const synchronous = async (open: OpenStorage, options?: WriteOptions): Promise<number> =>
    await open.write(
      async (transaction: Transaction) => (await transaction.get<{ synchronous: number }>("pragma synchronous"))?.synchronous ?? -1,
      options,
    );

  test("waits for the disk, unless it need not outlive the power", async () => {
    const open = await openIt();
    expect(await synchronous(open)).toBe(FULL);
    expect(await synchronous(open, { outlives: "process" })).toBe(NORMAL);
    expect(await synchronous(open, { outlives: "power" })).toBe(FULL);
    await open.close();
  });

  test("waits for the disk when any of those that share it has to outlive the power", async () => {
    const open = await openIt();
    const all = [{ outlives: "process" }, {}, { outlives: "process" }, { outlives: "power" }, { outlives: "process" }] as const;
    const found = await Promise.all(all.map(async (options) => await synchronous(open, options)));
    expect([found[1], found[3]]).toEqual([FULL, FULL]);
    await open.close();
  });

  test("of the inventory itself waits for the disk", async () => {
    await using inventory = await createInventory({ storage: sqlite(file) });
    await inventory.datacenters.create({ name: "one" });
    expect(await synchronous(inventory.host.get(STORAGE))).toBe(FULL);
  });
});

describe("the log of SQLite", () => {
  const MEGABYTE = 1024 ** 2;

  test("begins anew under steady writes, and so stays short", async () => {
    const open = await openIt();
    await open.write(async (transaction) => await transaction.run("create table filler (id integer primary key, text text)"));
    let longest = 0;
    for (let nth = 0; nth < 1200; nth += 1) {
      await open.write(async (transaction) => await transaction.run("insert into filler values (?, ?)", [nth, "x".repeat(80_000)]));
      longest = Math.max(longest, statSync(`${file}-wal`).size);
    }
    // 98 MB were written.
    expect(longest / MEGABYTE).toBeLessThan(24);
    expect(statSync(file).size / MEGABYTE).toBeGreaterThan(60);
    await open.close();
    expect(statSync(file).size / MEGABYTE).toBeGreaterThan(90);
  });

  test("is cut again after a transaction that made it long", async () => {
    const open = await openIt();
    await open.write(async (transaction) => {
      await transaction.run("create table filler (id integer primary key, text text)");
      for (let nth = 0; nth < 600; nth += 1) await transaction.run("insert into filler values (?, ?)", [nth, "x".repeat(100_000)]);
    });
    expect(statSync(`${file}-wal`).size / MEGABYTE).toBeGreaterThan(50);
    for (let nth = 1000; statSync(`${file}-wal`).size > 17 * MEGABYTE && nth < 20_000; nth += 1) {
      await open.write(async (transaction) => await transaction.run("insert into filler values (?, 'y')", [nth]));
    }
    expect(statSync(`${file}-wal`).size / MEGABYTE).toBeLessThan(17);
    await open.close();
  });
});
