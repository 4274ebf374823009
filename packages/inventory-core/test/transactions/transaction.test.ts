import {
  createInventory,
  type Device,
  type Inventory,
  type InventoryTransaction,
  isInventoryError,
  STORAGE,
  SYSTEM,
  type TransactionOptions,
  WRITES,
} from "@cadastre/inventory-core";
import { libsql } from "@cadastre/inventory-core/libsql";
import { sql } from "@cadastre/inventory-core/sql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES, STORAGES } from "../../../../testing/storages.ts";

/** Tables of an application. */
interface Shop {
  readonly shop_order: { readonly number: string; readonly device_id: string };
}

type Tx = InventoryTransaction<Shop>;

const inMemory =
  (storage: TestDatabase["storage"]): (() => Promise<TestDatabase>) =>
  async () =>
    await Promise.resolve({ url: ":memory:", storage, async [Symbol.asyncDispose]() {} });

/** With storages that have one session. */
const PLACES: readonly (readonly [name: string, open: () => Promise<TestDatabase>])[] = [
  ...DATABASES,
  ...(STORAGES.includes("sqlite")
    ? [["sqlite in memory", inMemory(() => sqlite(":memory:"))] as const, ["libsql", inMemory(() => libsql(":memory:"))] as const]
    : []),
];

describe.each(PLACES)("a transaction on %s", (_, openDatabase) => {
  let database: TestDatabase;
  let inventory: Inventory;
  beforeEach(async () => {
    database = await openDatabase();
    inventory = await createInventory({ storage: database.storage() });
    await inventory.transaction(async (tx: Tx) => {
      await tx.sql.schema
        .createTable("shop_order")
        .addColumn("number", "text", (column) => column.primaryKey())
        .addColumn("device_id", "text", (column) => column.notNull())
        .execute();
    });
  });
  afterEach(async () => {
    await inventory.close();
    await database[Symbol.asyncDispose]();
  });

  const order = async (tx: Tx, number: string): Promise<Device> => {
    const device = await tx.devices.create({ name: `device of ${number}` });
    await tx.sql.insertInto("shop_order").values({ number, device_id: device.id }).execute();
    return device;
  };
  const orders = async (): Promise<readonly string[]> =>
    (await inventory.host.get(STORAGE).read.all<{ number: string }>("select number from shop_order order by number")).map(
      ({ number }) => number,
    );
  const codeOf = async (running: Promise<unknown>): Promise<string | undefined> =>
    await running.then(
      () => undefined,
      (error: unknown) => (isInventoryError(error) ? error.code : String(error)),
    );

  it("writes a record and a row of the application together, under one change id", async () => {
    const heard: string[] = [];
    inventory.events.on("device.created", ({ record_id: id }) => void heard.push(id));
    const { device, network } = await inventory.transaction(async (tx: Tx) => {
      const created = await order(tx, "o-1");
      const made = await tx.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
      expect(heard).toEqual([]);
      return { device: created, network: made };
    });
    expect(await inventory.devices.get(device.id)).toEqual(device);
    expect(await orders()).toEqual(["o-1"]);
    expect(heard).toEqual([device.id]);
    const { events } = await inventory.events.read();
    const changes = events.filter(({ record_id: id }) => id === device.id || id === network.id).map(({ change_id: change }) => change);
    expect(new Set(changes).size).toBe(1);
    const audit = await inventory.audit.list({});
    expect(new Set(audit.map(({ change_id: change }) => change)).size).toBe(1);
    const undo = await inventory.changes.undo(changes[0] as string, {});
    await inventory.plans.apply(undo.id, {});
    expect(await inventory.devices.list()).toEqual([]);
    expect(await orders()).toEqual(["o-1"]);
  });

  it("reads what it wrote, and others do not before its end", async () => {
    await inventory.transaction(async (tx: Tx) => {
      const device = await order(tx, "o-1");
      expect(await tx.devices.get(device.id)).toEqual(device);
      expect(await tx.devices.list()).toEqual([device]);
      await tx.devices.update(device.id, { description: "changed" });
      expect(await tx.devices.list({ status: "active" })).toMatchObject([{ description: "changed" }]);
      const names: string[] = [];
      for await (const { name } of tx.devices.list()) names.push(name);
      expect(names).toEqual([device.name]);
      expect(await tx.sql.selectFrom("shop_order").selectAll().execute()).toEqual([{ number: "o-1", device_id: device.id }]);
    });
  });

  it("reads what follows from its writes, of all of them", async () => {
    const addresses = [{ ip: "10.0.0.1" }];
    await inventory.transaction(async (tx: Tx) => {
      await tx.devices.create({ name: "one", addresses });
      await tx.devices.create({ name: "two", addresses });
      expect(await tx.conflicts.list()).toMatchObject([{ device_names: ["one", "two"] }]);
      await tx.devices.create({ name: "three", addresses });
      expect(await tx.conflicts.list()).toMatchObject([{ device_names: ["one", "two", "three"] }]);
      const [{ count } = { count: 0 }] = (
        await sql<{ count: number }>`select count(*) as count from conflict where status = 'active'`.execute(tx.sql)
      ).rows;
      expect(Number(count)).toBe(1);
    });
    expect(await inventory.devices.statusCounts()).toMatchObject({ active: 3 });
    expect(await inventory.verify()).toMatchObject({ differences: [] });
  });

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ["the function throws", async () => await Promise.reject(new Error("no"))],
    ["a write is refused", async (tx) => await tx.devices.create({ name: "" })],
    ["a statement fails", async (tx) => await sql`select no_such_column`.execute(tx.sql)],
    ["a constraint of the application fails", async (tx) => await order(tx, "o-1")],
  ])("leaves nothing behind when %s", async (_, fail) => {
    const seen: unknown[] = [];
    const failed = inventory.transaction(async (tx: Tx) => {
      await order(tx, "o-1");
      await fail(tx).catch((error: unknown) => {
        seen.push(error);
        throw error;
      });
    });
    const error = await failed.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(seen).toContain(error);
    expect(await inventory.devices.list()).toEqual([]);
    expect(await orders()).toEqual([]);
    expect((await inventory.events.read()).events).toEqual([]);
    expect(await inventory.audit.list({})).toEqual([]);
  });

  it("ends with a write that throws, also when the program catches it", async () => {
    let later: string | undefined;
    const failed = inventory.transaction(async (tx: Tx) => {
      await order(tx, "o-1");
      await tx.devices.create({ name: "" }).catch(() => {});
      later = await codeOf(tx.devices.create({ name: "web-01" }));
    });
    await expect(failed).rejects.toMatchObject({ code: "TRANSACTION_FAILED", cause: { code: "VALIDATION_ERROR" } });
    expect(later).toBe("TRANSACTION_FAILED");
    expect(await orders()).toEqual([]);
  });

  it("goes on after a read of a record that is not there", async () => {
    const device = await inventory.transaction(async (tx: Tx) => {
      expect(await codeOf(tx.devices.get("0198c5e0-0000-7000-8000-000000000000"))).toBe("DEVICE_NOT_FOUND");
      return await order(tx, "o-1");
    });
    expect(await inventory.devices.list()).toEqual([device]);
  });

  it("ends with a call that the program did not wait for, and failed", async () => {
    const failed = inventory.transaction(async (tx: Tx) => {
      await order(tx, "o-1");
      tx.devices.create({ name: "" }).catch(() => {});
    });
    await expect(failed).rejects.toMatchObject({ code: "TRANSACTION_FAILED", cause: { code: "VALIDATION_ERROR" } });
    expect(await orders()).toEqual([]);
  });

  it("does calls that were begun together one after another, and all of them", async () => {
    await inventory.transaction(async (tx: Tx) => {
      await Promise.all(["o-1", "o-2", "o-3"].map(async (number) => await order(tx, number)));
      void tx.devices.create({ name: "begun" });
    });
    expect(await orders()).toEqual(["o-1", "o-2", "o-3"]);
    expect(await inventory.devices.list()).toHaveLength(4);
  });

  it.each<[string, (tx: Tx, inventory: Inventory) => PromiseLike<unknown>]>([
    ["a call of the inventory", async (_, { devices }) => await devices.list()],
    ["a call for a user", async (_, it) => await it.as({ id: "ada", role: "admin" }).devices.list()],
    ["another transaction", async (_, it) => await it.transaction(async () => {})],
    ["a change of a plugin", async (_, { host }) => await host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async () => {})],
    ["a transaction of Kysely", async (tx) => await tx.sql.transaction().execute(async () => {})],
    ["a statement that begins a transaction", async (tx) => await sql`begin`.execute(tx.sql)],
    ["a statement that ends it", async (tx) => await sql`/* all */ commit`.execute(tx.sql)],
    ["a statement that takes it back", async (tx) => await sql`ROLLBACK`.execute(tx.sql)],
  ])("refuses %s inside, at once", async (_, call) => {
    const failed = inventory.transaction(async (tx: Tx) => {
      await order(tx, "o-1");
      await call(tx, inventory);
    });
    expect(await codeOf(failed)).toBe("TRANSACTION_OPEN");
    expect(await orders()).toEqual([]);
    await inventory.devices.create({ name: "after" });
  });

  it("refuses operations that transactions do not have", async () => {
    const wider = (tx: Tx): Inventory => tx as unknown as Inventory;
    const calls: readonly ((tx: Tx) => Promise<unknown>)[] = [
      async (tx: Tx) => await wider(tx).plans.list(),
      async (tx: Tx) => await wider(tx).devices.search({ q: "web" }),
      async (tx: Tx) => await wider(tx).events.read(),
      async (tx: Tx) => await wider(tx).exports.httpSd(),
    ];
    for (const call of calls) expect(await codeOf(inventory.transaction(call))).toBe("NOT_IN_TRANSACTION");
  });

  it("is closed after its end, with its lists", async () => {
    let open: Tx | undefined;
    let list: PromiseLike<unknown> | undefined;
    await inventory.transaction(async (tx: Tx) => {
      open = tx;
      list = tx.devices.list();
    });
    const tx = open as Tx;
    for (const call of [
      async () => await list,
      async () => await tx.devices.create({ name: "late" }),
      async () => await order(tx, "o-1"),
      async () => await tx.sql.selectFrom("shop_order").selectAll().execute(),
      async () => await tx.as({ id: "ada", role: "admin" }).devices.list(),
    ])
      expect(await codeOf(call())).toBe("TRANSACTION_CLOSED");
    expect(await inventory.devices.list()).toEqual([]);
  });

  it("rolls back at its timeout, while the function still waits, and lets others write", async () => {
    const never = new Promise<never>(() => {});
    let open: Tx | undefined;
    const failed = inventory.transaction(
      async (tx: Tx) => {
        open = tx;
        await order(tx, "o-1");
        await never;
      },
      { timeout: 50 },
    );
    const other = failed.catch(() => {}).then(async () => await inventory.devices.create({ name: "other" }));
    await expect(failed).rejects.toMatchObject({ code: "TOO_MUCH_WORK", details: { records: 1 } });
    await other;
    expect(await codeOf((open as Tx).devices.create({ name: "late" }))).toBe("TRANSACTION_CLOSED");
    expect((await inventory.devices.list()).map(({ name }) => name)).toEqual(["other"]);
    expect(await orders()).toEqual([]);
  });

  it("rolls back when its signal aborts, with the reason of the signal", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const failed = inventory.transaction(
      async (tx: Tx) => {
        await order(tx, "o-1");
        controller.abort(reason);
        await new Promise<never>(() => {});
      },
      { signal: controller.signal },
    );
    await expect(failed).rejects.toBe(reason);
    expect(await orders()).toEqual([]);
  });

  it("ends with the error of a function that throws at once, also when its signal aborts, and leaves no rejection behind", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const controller = new AbortController();
      const error = new Error("at once");
      const work = (tx: Tx): never => {
        tx.devices.create({ name: "begun" }).catch(() => {});
        controller.abort(new Error("enough"));
        throw error;
      };
      const failed = await inventory.transaction(work as never, { signal: controller.signal }).catch((thrown: unknown) => thrown);
      await new Promise((resolve) => setImmediate(resolve));
      expect([error, controller.signal.reason]).toContain(failed);
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(await inventory.devices.list()).toEqual([]);
  });

  it("compares entity tags, and refuses options that belong to the whole transaction", async () => {
    const device = await inventory.devices.create({ name: "web-01" });
    const stale = inventory.transaction(async (tx: Tx) => await tx.devices.update(device.id, { name: "web-02" }, { ifMatch: ['"stale"'] }));
    expect(await codeOf(stale)).toBe("PRECONDITION_FAILED");
    for (const options of [{ idempotencyKey: "once" }, { timeoutMs: 10 }]) {
      const refused = inventory.transaction(async (tx: Tx) => await tx.devices.update(device.id, { name: "web-02" }, options));
      expect(await codeOf(refused)).toBe("VALIDATION_ERROR");
    }
    expect(await inventory.devices.get(device.id)).toEqual(device);
  });

  it("finds and creates records by their natural keys, also those that it wrote", async () => {
    const { id } = await inventory.datacenters.create({ name: "north" });
    await inventory.transaction(async (tx: Tx) => {
      expect(await tx.datacenters.ensure({ name: "north" })).toMatchObject({ record: { id }, created: false });
      expect(await tx.devices.find({ name: "web-01", datacenter_id: id })).toBeNull();
      const first = await tx.devices.ensure({ name: "web-01", datacenter_id: id }, { description: "new" });
      expect(first).toMatchObject({ record: { description: "new" }, created: true });
      expect(await tx.devices.ensure({ name: "web-01", datacenter_id: id })).toEqual({ record: first.record, created: false });
      expect(await tx.devices.find({ name: "web-01", datacenter_id: id })).toEqual(first.record);
    });
    expect(await inventory.devices.list()).toHaveLength(1);
  });

  it("has the address spaces, with bulk changes and natural keys", async () => {
    await inventory.transaction(async (tx: Tx) => {
      const { record } = await tx.spaces.ensure({ name: "red" });
      expect(await tx.spaces.find({ name: "red" })).toEqual(record);
      expect((await tx.spaces.list()).map(({ name }) => name)).toEqual(["red"]);
      expect(await tx.spaces.bulkUpdate({ ids: [record.id], set: { rd: "65000:1" } })).toMatchObject({ changed: 1 });
      const { id } = await tx.spaces.create({ name: "blue" });
      await tx.spaces.delete(id);
    });
    expect(await inventory.spaces.list()).toMatchObject([{ name: "red", rd: "65000:1" }]);
  });

  it("acts for a user, with the rights and the name of that user", async () => {
    const ada = { id: "ada", role: "viewer", permissions: ["device:create"] } as const;
    const device = await inventory.transaction(async (tx: Tx) => await tx.as(ada).devices.create({ name: "web-01" }));
    const [row] = await inventory.audit.list({ resource_id: device.id });
    expect(row).toMatchObject({ username: "ada", action: "create" });
    const refused = inventory.transaction(async (tx: Tx) => await tx.as(ada).networks.create({ name: "lab", subnet: "10.0.0.0/24" }));
    expect(await codeOf(refused)).toBe("FORBIDDEN");
  });

  it("allocates addresses and networks, each other one", async () => {
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "servers", start_ip: "10.0.0.10", end_ip: "10.0.0.12" });
    const taken = await inventory.transaction(async (tx: Tx) => {
      const allocated = [await tx.pools.allocate(pool.id, { note: "web-01" }), await tx.pools.allocate(pool.id, { count: 2 })];
      const inner = [
        await tx.networks.allocate(network.id, { name: "inner", length: 28 }),
        await tx.networks.allocate(network.id, { name: "inner", length: 28 }),
      ];
      expect(inner.flatMap(({ networks }) => networks.map(({ subnet }) => subnet))).toEqual(["10.0.0.16/28", "10.0.0.32/28"]);
      return allocated.flatMap(({ allocations }) => allocations.map(({ ip }) => ip));
    });
    expect(taken).toEqual(["10.0.0.10", "10.0.0.11", "10.0.0.12"]);
  });

  it.each<[unknown, string]>([
    [{ timeout: 0 }, "timeout"],
    [{ timeout: 1.5 }, "timeout"],
    [{ signal: "soon" }, "signal"],
    [{ timeoutMs: 5 }, "timeout"],
  ])("refuses the options %j", async (options, named) => {
    const refused = inventory.transaction(async () => {}, options as TransactionOptions);
    await expect(refused).rejects.toMatchObject({ code: "VALIDATION_ERROR", message: expect.stringContaining(named) as string });
  });

  it("has a real timeout also under the fake timers of a test", async () => {
    vi.useFakeTimers();
    try {
      const failed = inventory.transaction(async () => await new Promise<never>(() => {}), { timeout: 20 });
      await expect(failed).rejects.toMatchObject({ code: "TOO_MUCH_WORK" });
    } finally {
      vi.useRealTimers();
    }
  });

  it("is refused once the inventory is closed", async () => {
    const other = await createInventory({ storage: database.storage() });
    await other.close();
    expect(await codeOf(other.transaction(async () => {}))).toBe("INVENTORY_CLOSED");
  });
});
