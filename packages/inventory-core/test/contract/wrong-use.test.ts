import { createInventory, type Inventory, type InventoryOptions, servicesOf } from "@cadastre/inventory-core";
import { libsql } from "@cadastre/inventory-core/libsql";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

// What a program without types may do: each is told what is wrong, and what to do.
const untyped = (value: unknown): never => value as never;

describe("createInventory", () => {
  const opened = (): Promise<unknown> => Promise.resolve();
  it.each<[string, unknown, RegExp]>([
    [
      "nothing",
      {},
      /^storage is nothing and no storage: give sqlite\("inventory\.db"\) of @cadastre\/inventory-core\/sqlite, or postgresql/,
    ],
    ["null", { storage: null }, /^storage is null and no storage: give sqlite/],
    [
      "a path",
      { storage: "inventory.db" },
      /^storage is a text and no storage: pass the path or URL to the function of a storage, which is sqlite/,
    ],
    ["a function", { storage: sqlite }, /^storage is a function and no storage: call the function, as in sqlite/],
    ["a promise", { storage: opened() }, /^storage is a promise and no storage: await it;/],
    ["something else's database", { storage: { open: true } }, /^storage is an object and no storage: give sqlite/],
    ["no options", undefined, /^storage is nothing and no storage: give sqlite/],
  ])("says what to give as storage instead of %s", async (_, options, message) => {
    await expect(createInventory(untyped(options))).rejects.toMatchObject({
      name: "InventoryError",
      code: "STORAGE_INVALID",
      kind: "invalid",
      message: expect.stringMatching(message),
    });
  });

  it.each<[string, () => object, Record<string, string>]>([
    [
      "misspelt",
      () => ({ storage: sqlite(":memory:"), plugin: [], evenRetentionDays: 3 }),
      {
        plugin: "is not an option of createInventory; the closest one is plugins",
        evenRetentionDays: "is not an option of createInventory; the closest one is eventRetentionDays",
      },
    ],
    [
      "misspelt, where it makes a needed one absent",
      () => ({ storge: sqlite(":memory:") }),
      { storge: "is not an option of createInventory; the closest one is storage" },
    ],
    [
      "misspelt in the options of discovery",
      () => ({ storage: sqlite(":memory:"), discovery: { scaner: "x" } }),
      { scaner: "is not an option of discovery; the closest one is scanner" },
    ],
  ])("refuses an option that is %s, with the closest known one", async (_, options, problems) => {
    await expect(createInventory(untyped(options()))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: Object.fromEntries(Object.entries(problems).map(([field, message]) => [field, { field, message }])),
    });
  });

  it("does not repeat a URL that was given as storage, for it may hold a password", async () => {
    const error: unknown = await createInventory(untyped({ storage: "postgresql://ada:s3cret@db/inventory" })).catch(
      (reason: unknown) => reason,
    );
    expect(String(error)).not.toContain("s3cret");
    expect(JSON.stringify(error)).not.toContain("s3cret");
  });

  it.each<[string, () => InventoryOptions["storage"], RegExp]>([
    [
      "a storage in a file without its path",
      () => sqlite(untyped(undefined)),
      /^the path of the database is nothing, and must be a text: call sqlite\("inventory\.db"\)/,
    ],
    ["a storage in a file with an empty path", () => sqlite(""), /^the path of the database is an empty text, .*: call sqlite/],
    [
      "a storage over a database that is open",
      () => sqlite(untyped({ database: new Database(":memory:") })),
      /^an open database of SQLite cannot be shared, .*: give a path of its own, sqlite\("inventory\.db"\)/,
    ],
    ["an open database itself", () => sqlite(untyped(new Database(":memory:"))), /^an open database of SQLite cannot be shared/],
    [
      "a storage in a file with a URI",
      () => sqlite("file:x.db"),
      /^sqlite\("file:x\.db"\) names a URL, and must name a path: write sqlite\("x\.db"\)$/,
    ],
    ["a storage in a file with a URL", () => libsql("file:///srv/x.db?mode=ro"), /: write libsql\("\/srv\/x\.db"\)$/],
    ["a storage in a file with the URL of the command", () => sqlite("sqlite:///srv/x.db"), /: write sqlite\("\/srv\/x\.db"\)$/],
    ["a storage in memory with a URI", () => sqlite("file::memory:"), /: write sqlite\(":memory:"\)$/],
    [
      "a storage in a file with the URL of a server",
      () => libsql("libsql://db.example.com"),
      /^libsql\("libsql:\/\/db\.example\.com"\) names a server, and must name a file on this machine: write libsql\("inventory\.db"\), or postgresql/,
    ],
    [
      "a storage in a file of libSQL without its path",
      () => libsql(untyped(undefined)),
      /^the path of the database is nothing, .*: call libsql/,
    ],
    [
      "a storage on a server without its URL",
      () => postgresql(untyped(undefined)),
      /^the URL of the database is nothing, and must be a text: call postgresql\("postgresql:/,
    ],
  ])("says what %s lacks", (_, make, message) => {
    expect(make).toThrow(expect.objectContaining({ code: "STORAGE_INVALID", message: expect.stringMatching(message) }));
  });

  it("says what a URL must be", async () => {
    await expect(createInventory({ storage: postgresql("inventory.db") })).rejects.toMatchObject({
      code: "STORAGE_INVALID",
      message: expect.stringMatching(/^the database URL must be /),
    });
  });
});

it("an option that is undefined is as one that is left out", async () => {
  const left: Omit<Required<{ [Name in keyof InventoryOptions]: InventoryOptions[Name] | undefined }>, "storage"> = {
    plugins: undefined,
    records: undefined,
    recordExtensions: undefined,
    migrate: undefined,
    readOnly: undefined,
    bind: undefined,
    clock: undefined,
    logger: undefined,
    audit: undefined,
    auditRetentionDays: undefined,
    keyRing: undefined,
    eventRetentionDays: undefined,
    addressHistoryDays: undefined,
    conflictRetentionDays: undefined,
    allocationSeenDays: undefined,
    poolUtilizationThreshold: undefined,
    metricsAddressSeries: undefined,
    utilizationHistoryDays: undefined,
    planReview: undefined,
    planRetentionDays: undefined,
    planOpenLimit: undefined,
    writeWaitMs: undefined,
    writeTimeoutMs: undefined,
    importTimeoutMs: undefined,
    spoolFolder: undefined,
    spoolBytes: undefined,
    discovery: undefined,
  };
  const storage = sqlite(":memory:", { busyTimeoutMs: undefined, listConnections: undefined });
  await using inventory = await createInventory({ storage, ...left });
  const options = { signal: undefined, ifMatch: undefined, idempotencyKey: undefined, timeoutMs: undefined };
  const { id } = await inventory.devices.create({ name: "a" }, options);
  expect((await inventory.devices.list({}, options)).map((device) => device.id)).toEqual([id]);
  expect(await inventory.verify({ signal: undefined, onProgress: undefined, resume: undefined })).toMatchObject({ count: 0 });
});

it("console can be the logger of an inventory", async () => {
  using error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await using inventory = await createInventory({ storage: sqlite(":memory:"), logger: console });
  inventory.events.on("device.created", () => {
    throw new Error("not today");
  });
  await inventory.devices.create({ name: "a" });
  expect(error).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ error: expect.stringContaining("not today") }));
});

describe("a method", () => {
  let inventory: Inventory;
  beforeAll(async () => void (inventory = await createInventory({ storage: sqlite(":memory:") })));
  afterAll(async () => await inventory.close());

  it("says that it takes an id first", async () => {
    const pool = { name: "servers", start_ip: "10.0.0.10", end_ip: "10.0.0.20" };
    await expect(inventory.pools.create(untyped(pool), untyped(undefined))).rejects.toMatchObject({
      name: "InventoryError",
      code: "ARGUMENT_INVALID",
      kind: "invalid",
      message: "pools.create takes networkId as a text, and was given an object: call it as pools.create(networkId, { … })",
      details: { method: "pools.create", argument: "networkId", given: "an object", usage: "pools.create(networkId, { … })" },
    });
  });

  it.each<[string, (given: Inventory) => PromiseLike<unknown>, string]>([
    [
      "a record",
      async ({ pools }) => await pools.get(untyped(undefined)),
      "pools.get takes poolId as a text, and was given nothing: call it as pools.get(poolId)",
    ],
    [
      "a list",
      async ({ pools }) => await pools.list(untyped(7)),
      "pools.list takes networkId as a text, and was given a number: call it as pools.list(networkId)",
    ],
    [
      "a second argument",
      async ({ relationships }) => await relationships.delete("a", untyped(null), "contains"),
      "relationships.delete takes childId as a text, and was given null: call it as relationships.delete(deviceId, childId, type)",
    ],
    [
      "a promise",
      async ({ devices }) => await devices.get(untyped(devices.create({ name: "awaited" }))),
      "devices.get takes deviceId as a text, and was given a promise: call it as devices.get(deviceId), with what the promise gives: " +
        "await it first",
    ],
  ])("says which argument is wrong: %s", async (_, ask, message) => {
    await expect(ask(inventory)).rejects.toMatchObject({ code: "ARGUMENT_INVALID", message });
  });

  it.each<[string, (given: Inventory) => PromiseLike<unknown>, string, string]>([
    [
      "a list that is awaited",
      async ({ devices }) => await devices.list(untyped({ signal: AbortSignal.abort() })),
      "signal",
      "is an option: pass it after the input, as in devices.list({}, { signal })",
    ],
    [
      "a list that is read one by one",
      async ({ networks }) => await Array.fromAsync(networks.list(untyped({ timeoutMs: 5 }))),
      "timeoutMs",
      "is an option: pass it after the input, as in networks.list({}, { timeoutMs })",
    ],
    [
      "a change",
      async ({ devices }) => await devices.create(untyped({ name: "a", idempotencyKey: "k" })),
      "idempotencyKey",
      "is an option: pass it after the input, as in devices.create({}, { idempotencyKey })",
    ],
  ])("refuses an option of the call among the fields of %s", async (_, ask, field, message) => {
    await expect(ask(inventory)).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: { [field]: { field, message } } });
    expect((await inventory.devices.list()).filter(({ name }) => name === "a")).toEqual([]);
  });

  it("says the same where permissions are enforced, and of operations of plugins", async () => {
    const [operation] = inventory.host.operations.filter(({ id }) => id === "networks.get");
    const { get } = servicesOf(inventory.host, { get: operation }) as unknown as { get: (...given: unknown[]) => Promise<unknown> };
    await expect(get()).rejects.toMatchObject({ code: "ARGUMENT_INVALID", details: { usage: "networks.get(networkId)" } });
  });
});
