import { createInventory, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { searchedNetworks } from "../../src/networks/network-search.ts";
import { MAX_SORTED } from "../../src/storage/searching/ordered-records.ts";

/** Results that the page asks for, of each kind. */
const LIMIT = 20;

const SUBNETS: Readonly<Record<string, string>> = {
  "z seven": "10.64.7.0/24",
  "y seven low": "10.64.7.0/25",
  "x seven high": "10.64.7.128/25",
  "z site": "10.64.0.0/16",
  "w block": "10.64.0.0/14",
  "z v6 site": "2001:db8:7::/48",
  "y v6 lan": "2001:db8:7:1::/64",
};

describe.each(DATABASES)("a search for a part of an address on %s", (dialect, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;

  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
    const around = Array.from({ length: MAX_SORTED + 200 }, (_, index) => ({
      name: `a-${index}`,
      subnet: `10.${66 + (index >> 8)}.${index & 255}.0/24`,
      description: "behind 10.64.7.1 and 2001:db8:7",
    }));
    const own = Object.entries(SUBNETS).map(([name, subnet]) => ({ name, subnet }));
    for (const some of [around.slice(0, 600), around.slice(600), own]) await inventory.networks.createMany(some);
    await inventory.devices.createMany(
      Array.from({ length: 40 }, (_, index) => ({ name: `host-${index}`, addresses: [{ ip: `10.64.7.${index + 1}` }] })),
    );
    await inventory.devices.create({ name: "v6", addresses: [{ ip: "2001:db8:7:1::5" }] });
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const found = async (q: string): Promise<string[]> => (await inventory.search.all({ q, limit: LIMIT })).results.map(({ name }) => name);

  it.each([
    ["10.64.7", ["z seven", "x seven high", "y seven low"]],
    [" 10.64.7. ", ["z seven", "x seven high", "y seven low"]],
    ["10.64", ["z site", "w block", "x seven high", "y seven low", "z seven"]],
    ["10.64.", ["z site", "w block", "x seven high", "y seven low", "z seven"]],
    ["2001:db8:7", ["z v6 site", "y v6 lan"]],
    ["2001:DB8:7:", ["z v6 site", "y v6 lan"]],
    ["2001:db8:7:1", ["y v6 lan"]],
  ])("gives the network of %s, then the networks that begin in it, before all other records", async (q, first) => {
    expect((await found(q)).slice(0, first.length)).toEqual(first);
  });

  it("gives the devices whose addresses begin so", async () => {
    expect((await found("10.64.7.")).filter((name) => name.startsWith("host-"))).toHaveLength(LIMIT);
    expect(await found("2001:db8:7:1")).toContain("v6");
  });

  it("gives each record once, and all that have the text elsewhere", async () => {
    const all = (await inventory.search.all({ q: "10.64.7" })).results.map(({ name }) => name);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(MAX_SORTED + 200 + 3 + 40);
  });

  it.each(["10.64.256", "10.064.7", "10.64.7.1.", "10..7", "64", "10:64.7", "aa:bb:ccddee"])(
    "takes %s for a text and not for a network",
    (q) => {
      expect(searchedNetworks(q).first).toEqual([]);
    },
  );

  it("reads networks by the index of subnets", async () => {
    const storage = inventory.host.get(STORAGE);
    await analyze(storage, "network");
    for (const q of ["10.64.7", "10.64", "2001:db8:7"])
      for (const { ids } of searchedNetworks(q).first) {
        const plan = await planOf(storage, ids.sql, ids.params);
        expect(plan).toMatch(dialect === "sqlite" ? /SEARCH n USING .*INDEX network_\w+ \(space=\? AND cidr_key/ : /Index .*network_\w+/);
        expect(plan).not.toMatch(/SCAN n\b|Seq Scan on network/);
      }
  });
});
