import { createInventory, type Inventory, type InventoryTransaction, isInventoryError, STORAGE } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sql } from "@cadastre/inventory-core/sql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { Client, type PoolClient } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newDatabase } from "../../../../testing/databases.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { STORAGES } from "../../../../testing/storages.ts";

/** With the client as pg has it. */
type Tx = InventoryTransaction<unknown, PoolClient>;

const codeOf = async (running: Promise<unknown>): Promise<string | undefined> =>
  await running.then(
    () => undefined,
    (error: unknown) => (isInventoryError(error) ? error.code : String(error)),
  );

describe.runIf(STORAGES.includes("postgresql"))("a transaction on PostgreSQL", () => {
  let database: TestDatabase;
  let inventory: Inventory;
  beforeEach(async () => {
    database = await newDatabase("postgresql");
    inventory = await createInventory({ storage: database.storage(), writeWaitMs: 500 });
    await inventory.transaction(async (tx: Tx) => void (await tx.client.query("create table item (id int primary key, amount int)")));
  });
  afterEach(async () => {
    await inventory.close();
    await database[Symbol.asyncDispose]();
  });

  const items = async (): Promise<readonly unknown[]> =>
    await inventory.transaction(async (tx: Tx) => (await tx.client.query("select id, amount from item order by id")).rows as unknown[]);

  it("gives the client of pg that it is open on", async () => {
    await inventory.transaction(async (tx: Tx) => {
      await tx.devices.create({ name: "web-01" });
      const { rows } = await tx.client.query("select name from device where name = $1", ["web-01"]);
      expect(rows).toEqual([{ name: "web-01" }]);
      await tx.client.query({ text: "insert into item values ($1, $2)", values: [1, 10] });
    });
    expect(await items()).toEqual([{ id: 1, amount: 10 }]);
  });

  it("ends with a statement that fails on the client, also when the program catches it", async () => {
    const failed = inventory.transaction(async (tx: Tx) => {
      await tx.client.query("insert into item values (1, 10)");
      await tx.client.query("select no_such_column").catch(() => {});
    });
    await expect(failed).rejects.toMatchObject({ code: "TRANSACTION_FAILED", cause: { code: "42703" } });
    expect(await items()).toEqual([]);
  });

  it.each(["begin", "commit", "ROLLBACK", "start transaction", "prepare transaction 'x'", "select 1; commit"])(
    "refuses %s on the client, and keeps savepoints",
    async (statement) => {
      const failed = inventory.transaction(async (tx: Tx) => {
        await tx.client.query("savepoint one");
        await tx.client.query("rollback to savepoint one");
        await tx.client.query(statement);
      });
      expect(await codeOf(failed)).toBe("TRANSACTION_OPEN");
    },
  );

  it("refuses the client after its end, and lets nobody end its connection", async () => {
    let client: PoolClient | undefined;
    await inventory.transaction(async (tx: Tx) => {
      ({ client } = tx);
      expect(Reflect.get(tx.client, "release")).toBeUndefined();
    });
    expect(await codeOf((client as PoolClient).query("select 1"))).toBe("TRANSACTION_CLOSED");
  });

  it("cancels a statement that runs at its timeout", async () => {
    const failed = inventory.transaction(
      async (tx: Tx) => {
        await tx.client.query("insert into item values (1, 10)");
        await tx.client.query("select pg_sleep(3600)");
      },
      { timeout: 100 },
    );
    expect(await codeOf(failed)).toBe("TOO_MUCH_WORK");
    expect(await items()).toEqual([]);
  });

  it("is BUSY after a deadlock, runs its function once, and leaves nothing", async () => {
    await inventory.transaction(async (tx: Tx) => void (await tx.client.query("insert into item values (1, 0), (2, 0)")));
    const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    let runs = 0;
    const first = inventory.transaction(async (tx: Tx) => {
      runs += 1;
      await tx.client.query("set local deadlock_timeout = '10ms'");
      await tx.client.query("update item set amount = 1 where id = 1");
      locked[0].resolve();
      await locked[1].promise;
      await tx.client.query("update item set amount = 1 where id = 2");
    });
    const other = new Client(database.url);
    await other.connect();
    await other.query("begin");
    await other.query("set local deadlock_timeout = '1h'");
    await locked[0].promise;
    await other.query("update item set amount = 2 where id = 2");
    const waiting = other.query("update item set amount = 2 where id = 1");
    locked[1].resolve();
    expect(await codeOf(first)).toBe("BUSY");
    expect(runs).toBe(1);
    await waiting;
    await other.query("commit");
    await other.end();
    expect(await items()).toEqual([
      { id: 1, amount: 2 },
      { id: 2, amount: 2 },
    ]);
  });

  it("is BUSY when another process has the locks for longer than the wait of writes", async () => {
    const others = await createInventory({ storage: database.storage() });
    try {
      const { promise: end, resolve } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const holding = others.transaction(async (tx) => {
        begin();
        await tx.devices.create({ name: "first" });
        await end;
      });
      await begun;
      expect(await codeOf(inventory.transaction(async (tx) => await tx.devices.create({ name: "second" })))).toBe("BUSY");
      resolve();
      await holding;
      expect((await inventory.devices.list()).map(({ name }) => name)).toEqual(["first"]);
    } finally {
      await others.close();
    }
  });

  it("does not count a wait for locks as time that it held locks, also when the wait is refused", async () => {
    const other = new Client(database.url);
    await other.connect();
    await other.query("begin");
    await other.query("select pg_advisory_xact_lock(73010, 0)");
    const held: number[] = [];
    const waiting = inventory.host.get(STORAGE).write(
      async (transaction) => {
        await transaction.lock({ on: "topology", mode: "shared" });
        await transaction.get("select 1 as one");
      },
      { waitMs: 1_000, onHeld: (ms) => held.push(ms) },
    );
    expect(await codeOf(waiting)).toBe("BUSY");
    expect(held).toEqual([expect.toSatisfy((ms: number) => ms < 500)]);
    await other.query("rollback");
    await other.end();
  });

  it("is BUSY when another transaction of the process goes on for longer than the wait of writes", async () => {
    const small = await createInventory({ storage: postgresql({ url: database.url, maxConnections: 2 }), writeWaitMs: 200 });
    try {
      const { promise: end, resolve } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const holding = small.transaction(async () => {
        begin();
        await end;
      });
      await begun;
      expect(await codeOf(small.transaction(async () => {}))).toBe("BUSY");
      resolve();
      await holding;
    } finally {
      await small.close();
    }
  });

  it("runs at READ COMMITTED, whatever the database has for its default", async () => {
    await inventory.transaction(async (tx: Tx) => {
      const { rows } = await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx.sql);
      expect(rows).toEqual([{ level: "read committed" }]);
    });
  });
});

it.runIf(STORAGES.includes("sqlite"))("a transaction on SQLite has no client of pg, and says so", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const failed = inventory.transaction(async (tx) => await tx.client.query("select 1"));
  await expect(failed).rejects.toMatchObject({ code: "TRANSACTION_NO_CLIENT" });
});
