import { createInventory, STORAGE } from "@cadastre/inventory-core";
import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { randomSeeds } from "../../../../testing/depth.ts";
import { DATABASES } from "../../../../testing/storages.ts";

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

describe.each(DATABASES)("transactions of two processes that are killed on %s", (_, openDatabase) => {
  it.each(randomSeeds())("are there whole or not at all, with their events and audit rows (seed %i)", async (seed) => {
    await using database = await openDatabase();
    await using inventory = await createInventory({ storage: database.storage() });
    await inventory.transaction(
      async (tx) =>
        await tx.sql.schema
          .createTable("shop_order")
          .addColumn("device_id", "text", (column) => column.primaryKey())
          .addColumn("run", "text")
          .addColumn("size", "integer")
          .execute(),
    );
    const told = new Told();
    await Promise.all([runAndKill(database.url, "a", seed, told), runAndKill(database.url, "b", seed + 100, told)]);

    const { read } = inventory.host.get(STORAGE);
    const orders = await read.all<{ device_id: string; run: string; size: number }>("select device_id, run, size from shop_order");
    const devices = await inventory.devices.list();
    expect(orders.map(({ device_id: id }) => id).toSorted()).toEqual(devices.map(({ id }) => id).toSorted());
    const runs = Map.groupBy(orders, ({ run }) => run);
    for (const [run, rows] of runs) {
      expect(rows.length, run).toBe(rows[0]?.size);
      expect(told.refused, run).not.toContain(run);
    }
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
