import {
  createInventory,
  defineOperation,
  defineOperations,
  definePlugin,
  empty,
  type Inventory,
  provide,
  servicesOf,
  serviceToken,
  STORAGE,
} from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const FAILING = serviceToken<{ fail(depth: number): Promise<void> }>("failing");

/** An operation whose error is made deeper inside than a stack has frames. */
const failingOperations = defineOperations("failing", {
  run: defineOperation({
    summary: "Fail",
    service: FAILING,
    access: "public",
    http: { method: "POST", path: "/api/failing", status: 204 },
    output: empty,
    run: async (service) => await service.fail(20),
  }),
});

async function fail(depth: number): Promise<void> {
  await Promise.resolve();
  if (depth === 0) throw new Error("deep inside");
  await fail(depth - 1);
}

const failing = definePlugin({
  id: "failing",
  engine: "*",
  services: [provide(FAILING, [STORAGE], () => ({ fail }))],
  operations: Object.values(failingOperations),
});

describe("the stack of an error", () => {
  let inventory: Inventory;
  beforeAll(async () => void (inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [failing] })));
  afterAll(async () => await inventory.close());

  const NOWHERE = "01900000-0000-7000-8000-000000000000";
  /** Calls as an application makes them; the name of this function is to be in each stack. */
  const calls: Readonly<Record<string, () => PromiseLike<unknown>>> = {
    "a record": () => inventory.devices.get(NOWHERE),
    "a change": () => inventory.devices.update(NOWHERE, { name: "x" }),
    "several calls at once": () => Promise.all([inventory.devices.list(), inventory.devices.get(NOWHERE)]),
    "a list": () => inventory.devices.list({ status: "lost" as never }),
    "an operation of a plugin": () => servicesOf(inventory.host, failingOperations).run(),
    "the opening of an inventory": () => createInventory({ storage: sqlite(join(import.meta.filename, "inventory.db")) }),
  };

  it.each(Object.entries(calls))("of %s has a line of the caller, with ten frames a stack", async (_, call) => {
    async function applicationCode(): Promise<void> {
      await call();
    }
    const error: unknown = await applicationCode().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).stack).toMatch(/^ {4}at async applicationCode \(.*caller-frames\.test\.ts/m);
  });

  it("of a list that is read one by one, and of a stream, has a line of the caller", async () => {
    async function applicationLoop(): Promise<void> {
      for await (const _ of inventory.devices.list({ status: "lost" as never }));
    }
    async function applicationStream(): Promise<void> {
      for await (const _ of inventory.events.stream({ after: "nowhere" } as never));
    }
    for (const loop of [applicationLoop, applicationStream]) {
      const error: unknown = await loop().catch((reason: unknown) => reason);
      expect((error as Error).stack).toContain(`at async ${loop.name} (`);
    }
  });

  it("of an aborted call is that of the caller's own reason, unchanged", async () => {
    const reason = new Error("enough");
    const { stack } = reason;
    await expect(inventory.devices.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(reason.stack).toBe(stack);
  });
});
