import { createInventory, STORAGE } from "@cadastre/inventory-core";
import { sql } from "@cadastre/inventory-core/sql";
import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { randomSeeds } from "../../../../testing/depth.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import type { Shop } from "./transaction-child.ts";

const PROGRAM = fileURLToPath(new URL("./transaction-child.ts", import.meta.url));

/** Kills of each of the two processes, and transactions of each before its first kill at most. */
const KILLS = 5;
const MOST_BEFORE_KILL = 12;

type Message = { readonly committed?: string; readonly refused?: string };

/** What the processes said of their transactions. */
class Told {
  readonly committed = new Set<string>();
  readonly refused = new Set<string>();

  hear({ committed, refused }: Message): void {
    if (committed !== undefined) this.committed.add(committed);
    if (refused !== undefined) this.refused.add(refused);
  }
}

/** Runs a process until it has told of so many transactions, kills it, and starts another, in the end one that ends by itself. */
async function runAndKill(url: string, name: string, seed: number, told: Told): Promise<void> {
  for (let life = 0; life <= KILLS; life += 1) {
    const isLast = life === KILLS;
    const child: ChildProcess = fork(PROGRAM, [url, `${name}${life}`, String(seed + life), ...(isLast ? ["10"] : [])], { execArgv: [] });
    let left = 1 + ((seed + life * 7) % MOST_BEFORE_KILL);
    child.on("message", (message: Message) => {
      told.hear(message);
      left -= 1;
      if (left === 0 && !isLast) child.kill("SIGKILL");
    });
    const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
    expect(isLast ? code : signal).toBe(isLast ? 0 : "SIGKILL");
  }
}

/**
 * Counts in both rows, in one order only, so that transactions which count in the other order meet it in deadlocks.
 * @returns how often it counted
 */
async function countBeside(url: string, ended: Promise<unknown>): Promise<number> {
  const client = new Client(url);
  await client.connect();
  let isEnded = false;
  void ended.then(() => (isEnded = true));
  let times = 0;
  while (!isEnded) {
    try {
      await client.query("begin");
      await client.query("set local deadlock_timeout = '20ms'");
      for (const id of [2, 1]) await client.query("update shop_counter set n = n + 1 where id = $1", [id]);
      await client.query("commit");
      times += 1;
    } catch {
      await client.query("rollback");
    }
  }
  await client.end();
  return times;
}

describe.each(DATABASES)("transactions of two processes that are killed on %s", (name, openDatabase) => {
  it.each(randomSeeds())("are there whole or not at all, with their events and audit rows (seed %i)", async (seed) => {
    await using database = await openDatabase();
    await using inventory = await createInventory({ storage: database.storage() });
    await inventory.transaction(async (tx) => {
      await sql`create table shop_order (device_id text primary key, run text, size integer, counted integer)`.execute(tx.sql);
      await sql`create table shop_counter (id integer primary key, n integer)`.execute(tx.sql);
      await sql`insert into shop_counter values (1, 0), (2, 0)`.execute(tx.sql);
    });
    const told = new Told();
    const lives = Promise.all([runAndKill(database.url, "a", seed, told), runAndKill(database.url, "b", seed + 100, told)]);
    const beside = name === "postgresql" ? await countBeside(database.url, lives) : 0;
    await lives;

    const { read } = inventory.host.get(STORAGE);
    const orders = await read.all<Shop["shop_order"]>("select device_id, run, size, counted from shop_order");
    const devices = await inventory.devices.list();
    expect(orders.map(({ device_id: id }) => id).toSorted()).toEqual(devices.map(({ id }) => id).toSorted());
    const runs = Map.groupBy(orders, ({ run }) => run);
    for (const [run, rows] of runs) {
      expect(rows.length, run).toBe(rows[0]?.size);
      expect(told.refused, run).not.toContain(run);
    }
    const counted = [...runs.values()].filter(([first]) => first?.counted === 1).length + beside;
    expect(await read.all("select n from shop_counter order by id")).toEqual([{ n: counted }, { n: counted }]);
    for (const run of told.committed) expect(runs.has(run), run).toBe(true);
    // A kill may come between the commit and its news: of each process that was killed, one transaction at most.
    expect(runs.size - told.committed.size).toBeLessThanOrEqual(2 * KILLS);

    const created = await read.all<{ record_id: string; change_id: string }>(
      "select record_id, change_id from event where event = 'device.created'",
    );
    const audited = await read.all<{ resource_id: string; change_id: string }>(
      "select resource_id, change_id from audit where resource = 'device' and action = 'create'",
    );
    const changeOf = new Map(created.map(({ record_id: id, change_id: change }) => [id, change]));
    expect([...changeOf.keys()].toSorted()).toEqual(devices.map(({ id }) => id).toSorted());
    expect(created).toHaveLength(devices.length);
    expect(new Map(audited.map(({ resource_id: id, change_id: change }) => [id, change]))).toEqual(changeOf);
    for (const rows of runs.values()) expect(new Set(rows.map(({ device_id: id }) => changeOf.get(id))).size).toBe(1);
    expect(await inventory.verify()).toMatchObject({ differences: [] });
  });
});
