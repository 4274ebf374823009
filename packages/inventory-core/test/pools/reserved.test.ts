import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endsOf, numberOf, type Subnet, subnetAt, subnetText, textOf, within } from "../model/numbers.ts";
import { Random } from "../model/random.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const SEED = Number(process.env["CADASTRE_SEED"] ?? 5);
const NETWORKS = 14;

/** Whether an address is an end of the smallest network that contains it. */
function isReserved(networks: readonly Subnet[], n: bigint): boolean {
  const around = networks.filter((network) => within(n, network)).toSorted((a, b) => b.prefix - a.prefix);
  return around[0] !== undefined && endsOf(around[0]).includes(n);
}

describe.each(DATABASES)("reserved addresses of nested networks, on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;

  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  it.each([
    ["10.0.0.0", 25, 32],
    ["2001:db8::", 121, 128],
  ])("are never handed out from %s, and all answers agree", async (first, outerPrefix, bits) => {
    const random = new Random(SEED);
    const outer = subnetAt(numberOf(first), outerPrefix);
    const networks = [outer];
    const { id } = await inventory.networks.create({ name: "outer", subnet: subnetText(outer) });
    const pool = await inventory.pools.create(id, { name: "all", start_ip: textOf(outer.lo), end_ip: textOf(outer.hi) });
    for (let count = 0; count < NETWORKS; count += 1) {
      const inner = subnetAt(random.within(outer), outerPrefix + 1 + random.below(bits - outerPrefix));
      networks.push(inner);
      await inventory.networks.create({ name: subnetText(inner), subnet: subnetText(inner) });
    }
    const all = Array.from({ length: Number(outer.hi - outer.lo) + 1 }, (_one, index) => outer.lo + BigInt(index));
    const open = all.filter((n) => !isReserved(networks, n)).map(textOf);
    const heatmap = (await inventory.pools.heatmap(pool.id)) as { readonly ip: string; readonly status: string }[];
    expect(heatmap.filter(({ status }) => status === "available").map(({ ip }) => ip)).toEqual(open);
    const [block] = (await inventory.networks.heatmap(id, { prefix: outerPrefix })) as { readonly available: number }[];
    expect(block?.available).toBe(open.length);
    for (const n of all) {
      const { state } = await inventory.addresses.get(textOf(n));
      expect([textOf(n), state]).toEqual([textOf(n), isReserved(networks, n) ? "reserved" : "free"]);
    }
    const reserved = all.find((n) => isReserved(networks, n)) as bigint;
    await expect(inventory.pools.allocate(pool.id, { ip: textOf(reserved) })).rejects.toMatchObject({ code: "IP_NOT_AVAILABLE" });
    expect((await inventory.networks.nextIp(id)).ip).toBe(open[0]);
    const handedOut: string[] = [];
    while (handedOut.length < open.length) {
      const { allocations } = await inventory.pools.allocate(pool.id, { count: Math.min(7, open.length - handedOut.length) });
      handedOut.push(...allocations.map(({ ip }) => ip));
    }
    expect(handedOut).toEqual(open);
    await expect(inventory.pools.nextIp(pool.id)).rejects.toMatchObject({ code: "IP_NOT_AVAILABLE" });
  });
});
