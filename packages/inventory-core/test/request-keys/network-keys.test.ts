import { createInventory, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOCATION_KEY_PURGE } from "../../src/pools/request-keys/allocation-key-purge.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DAY_MS = 86_400_000;

describe.each(DATABASES)("request keys of networks on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let clock: FakeClock;
  let parent: string;

  beforeAll(async () => {
    place = await openPlace();
    clock = new FakeClock();
    inventory = await createInventory({ storage: place.storage(), clock });
    parent = (await inventory.networks.create({ name: "n", subnet: "10.0.0.0/8" })).id;
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const rowsOf = async (table: string): Promise<unknown[]> => await inventory.host.get(STORAGE).read.all(`select * from ${table}`);

  it("are kept for 30 days after the last of their networks went, and as long as there is one", async () => {
    const { networks } = await inventory.networks.allocate(parent, { name: "old", length: 24, count: 2, key: "old" });
    await inventory.networks.allocate(parent, { name: "held", length: 24, key: "held" });
    const keys = async (): Promise<string[]> =>
      (await rowsOf("network_request_key")).map((row) => (row as { request_key: string }).request_key).toSorted();
    const purge = async (): Promise<void> => await inventory.host.get(ALLOCATION_KEY_PURGE).purge();
    await inventory.networks.delete(networks[0]?.id ?? "");
    await clock.advance(31 * DAY_MS);
    await purge();
    expect(await keys()).toEqual(["held", "old"]);
    await inventory.networks.delete(networks[1]?.id ?? "");
    await clock.advance(30 * DAY_MS - 1);
    await purge();
    await expect(inventory.networks.allocate(parent, { name: "old", length: 24, count: 2, key: "old" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { released: ["10.0.0.0/24", "10.0.1.0/24"] },
    });
    await clock.advance(1);
    await purge();
    expect(await keys()).toEqual(["held"]);
    expect((await inventory.networks.allocate(parent, { name: "old", length: 24, count: 2, key: "old" })).networks).toHaveLength(2);
  });

  it("leave nothing behind when the networks go, the one that was asked last", async () => {
    for (const { id } of await inventory.networks.list()) if (id !== parent) await inventory.networks.delete(id);
    expect(await rowsOf("keyed_network")).toEqual([]);
    await inventory.networks.delete(parent);
    expect(await rowsOf("network_request_key")).toEqual([]);
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });
});
