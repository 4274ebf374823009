import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOCATIONS_PER_STEP } from "../../src/pools/heatmap/heatmap-span.ts";
import { recordStatements, type RecordedStorage } from "../search/recorded-storage.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const HELD = ALLOCATIONS_PER_STEP * 2 + 345;

describe.each(DATABASES)("the heatmap of a network in which thousands are held on %s", (_, openPlace) => {
  let place: TestDatabase;
  let recorded: RecordedStorage;
  let inventory: Inventory;
  let networkId: string;

  beforeAll(async () => {
    place = await openPlace();
    recorded = recordStatements(place.storage());
    inventory = await createInventory({ storage: recorded.storage, clock: new FakeClock() });
    ({ id: networkId } = await inventory.networks.create({ name: "wide", subnet: "10.0.0.0/8" }));
    const pool = await inventory.pools.create(networkId, { name: "p", start_ip: "10.1.0.0", end_ip: "10.1.255.255" });
    for (let left = HELD; left > 0; left -= 1000) await inventory.pools.allocate(pool.id, { count: Math.min(1000, left) });
    await inventory.devices.createMany(
      Array.from({ length: 60 }, (__, index) => ({
        name: `d${index}`,
        addresses: [{ ip: `10.${index + 2}.0.1` }, { ip: `10.1.0.${index + 1}` }],
      })),
    );
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  it("counts them in steps, and each once", async () => {
    recorded.statements.length = 0;
    const blocks = (await inventory.networks.heatmap(networkId, { prefix: 16 })) as { cidr: string; used: number; reserved: number }[];
    expect(blocks.find(({ cidr }) => cidr === "10.1.0.0/16")).toMatchObject({ used: 60, reserved: HELD - 60 });
    expect(blocks.reduce((sum, { used }) => sum + used, 0)).toBe(120);
    const counted = recorded.statements.filter(({ sql }) => sql.includes("count(distinct h.ip_key)"));
    expect(counted).toHaveLength(3);
    expect(counted.filter(({ sql }) => sql.includes("h.ip_key < ?"))).toHaveLength(2);
  });

  it("reads nothing more once its caller has gone", async () => {
    for (const prefix of [24, 22]) {
      const caller = new AbortController();
      let seen = 0;
      const reading = (async () => {
        for await (const __ of inventory.networks.heatmap(networkId, { prefix }, { signal: caller.signal })) {
          seen += 1;
          if (seen === 1) caller.abort(new Error("gone"));
        }
      })();
      await expect(reading).rejects.toThrow("gone");
      expect(seen).toBeLessThan(2 ** (Number(prefix) - 8));
      const asked = [recorded.statements.length, recorded.pages];
      await new Promise((resolve) => setImmediate(resolve));
      expect([recorded.statements.length, recorded.pages]).toEqual(asked);
    }
  });

  it("stops an export of devices in the same way", async () => {
    const caller = new AbortController();
    const { pieces } = await inventory.exports.httpSd({ network_id: networkId }, { signal: caller.signal });
    const reading = (async () => {
      for await (const __ of pieces) caller.abort(new Error("gone"));
    })();
    await expect(reading).rejects.toThrow("gone");
  });
});
