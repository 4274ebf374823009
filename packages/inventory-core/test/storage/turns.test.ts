import { expect, test } from "vitest";
import { createInventory, STORAGE } from "../../src/index.ts";
import { sqliteDatabase } from "../../../../testing/sqlite-database.ts";

test("a transaction of many statements on SQLite leaves turns to those who read, and is seen whole or not at all", async () => {
  await using database = await sqliteDatabase();
  const inventory = await createInventory({ storage: database.storage() });
  const storage = inventory.host.get(STORAGE);
  await storage.write(async (transaction) => await transaction.exec("create table written (number integer)"));
  let ended = false;
  const rows = Array.from({ length: 100_000 }, (_, number) => [number]);
  const writing = storage.write(async (transaction) => await transaction.insert("written", ["number"], rows)).finally(() => (ended = true));
  const seen: (number | undefined)[] = [];
  while (!ended) seen.push((await storage.read.get<{ count: number }>("select count(*) as count from written"))?.count);
  await writing;
  // At least 20 ms of work, and a turn every millisecond.
  expect(seen.length).toBeGreaterThan(5);
  expect(new Set(seen.slice(0, -1))).toEqual(new Set([0]));
  expect(await storage.read.get("select count(*) as count from written")).toEqual({ count: 100_000 });
  await inventory.close();
});
