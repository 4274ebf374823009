import { createInventory, type Inventory, isErrorOf } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseCidr } from "../../src/address/cidr.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** First and last addresses of subnets, in order. */
const boundsOf = (subnets: readonly string[]): { first: string; last: string }[] =>
  subnets
    .map((subnet) => {
      const parsed = parseCidr(subnet);
      if (!parsed.ok) throw new Error(`${subnet} is no subnet`);
      return parsed.cidr;
    })
    .toSorted((a, b) => (a.first < b.first ? -1 : 1));

function overlapping(subnets: readonly string[]): string[] {
  const all = boundsOf(subnets);
  return all.flatMap(({ first }, index) => (index > 0 && first <= (all[index - 1]?.last ?? "") ? [first] : []));
}

describe.each(DATABASES)("networks that are allocated on %s", (_, openPlace) => {
  let place: TestDatabase;
  let hosts: readonly Inventory[];
  let nth = 0;

  beforeAll(async () => {
    place = await openPlace();
    // Two hosts on one database, which know nothing of each other.
    hosts = [await createInventory({ storage: place.storage() }), await createInventory({ storage: place.storage() })];
  });

  afterAll(async () => {
    for (const host of hosts) await host.close();
    await place[Symbol.asyncDispose]();
  });

  const host = (index: number): Inventory => hosts[index % hosts.length] as Inventory;
  const newParent = async (length = 16): Promise<string> => {
    nth += 1;
    return (await host(0).networks.create({ name: `parent ${nth}`, subnet: `10.${nth}.0.0/${length}` })).id;
  };
  const inside = async (parent: string): Promise<string[]> => {
    const all = await host(0).networks.list();
    return all.filter(({ parent_id: of }) => of === parent).map(({ subnet }) => subnet);
  };

  it("never overlap, with many callers of two hosts, lengths and strategies", async () => {
    const parent = await newParent();
    const given = await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        const { networks } = await host(index).networks.allocate(parent, {
          name: `n${index}`,
          length: 24 + (index % 5),
          count: 1 + (index % 3),
          strategy: index % 7 === 0 ? "sparse" : "lowest",
        });
        return networks.map(({ subnet }) => subnet);
      }),
    );
    expect(given.flat()).toHaveLength(240);
    expect(overlapping(given.flat())).toEqual([]);
    expect((await inside(parent)).toSorted()).toEqual(given.flat().toSorted());
    expect(await host(1).verify()).toMatchObject({ count: 0 });
  });

  it("fill a network to its end, and whoever comes later is refused", async () => {
    const parent = await newParent(20);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, async (_, index) => await host(index).networks.allocate(parent, { name: `n${index}`, length: 24 })),
    );
    const given = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value.networks : []));
    expect(new Set(given.map(({ subnet }) => subnet)).size).toBe(16);
    const refused = outcomes.flatMap((outcome): unknown[] => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toHaveLength(8);
    for (const error of refused) {
      if (!isErrorOf(error, "networks.allocate")) throw error;
      expect([error.code, error.details]).toEqual(["PREFIX_NOT_AVAILABLE", expect.objectContaining({ largest: null })]);
    }
  });

  it("that are asked for together are each told what is wrong with them alone", async () => {
    await host(0).fields.create({ record: "network", name: `code${nth}`, type: "text", unique: true });
    const field = `code${nth}`;
    const parent = await newParent(22);
    const ask = async (input: object) => {
      try {
        const { networks } = await host(0).networks.allocate(parent, { name: "n", length: 24, ...input });
        return networks.map(({ subnet }) => subnet.replace(/^10\.\d+\./, ""));
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const said = await Promise.all([
      ask({}),
      ask({ fields: { [field]: "a" }, key: "k" }),
      ask({ fields: { [field]: "a" } }),
      ask({ count: 9 }),
      ask({ length: 4 }),
      ask({ fields: { [field]: "a" }, key: "k" }),
      ask({ key: "k" }),
      ask({ space_id: "01900000-0000-7000-8000-000000000000" }),
      ask({ length: 25, count: 2 }),
      ask({ count: 2 }),
      ask({}),
    ]);
    expect(said).toEqual([
      ["0.0/24"],
      ["1.0/24"],
      "ALREADY_EXISTS",
      "PREFIX_NOT_AVAILABLE",
      "VALIDATION_ERROR",
      ["1.0/24"],
      "CONFLICT",
      "VALIDATION_ERROR",
      ["2.0/25", "2.128/25"],
      "PREFIX_NOT_AVAILABLE",
      ["3.0/24"],
    ]);
  });

  it("stay clear of networks and addresses that come at the same time", async () => {
    const parent = await newParent();
    const base = `10.${nth}`;
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        await host(index).networks.allocate(parent, { name: `n${index}`, length: 26 });
        await host(index + 1).devices.create({ name: `d${index}`, addresses: [{ ip: `${base}.${100 + index}.1` }] });
        await host(index).networks.create({ name: `m${index}`, subnet: `${base}.${200 + index}.0/24` });
      }),
    );
    expect(overlapping(await inside(parent))).toEqual([]);
    const { networks } = await host(1).networks.allocate(parent, { name: "rest", length: 24, count: 100 });
    const ends = boundsOf(networks.map(({ subnet }) => subnet));
    const held = (await host(0).networks.utilization(parent)).used_ips;
    expect(held).toBe(30);
    for (const { id } of networks) expect((await host(0).networks.utilization(id)).used_ips).toBe(0);
    expect(ends).toHaveLength(100);
    expect(await host(0).verify()).toMatchObject({ count: 0 });
  });

  it("come in one go, as many as a request may ask for", async () => {
    const parent = await newParent();
    const { networks } = await host(0).networks.allocate(parent, { name: "many", length: 26, count: 1024 });
    expect(networks[1023]).toMatchObject({ name: "many-1024", subnet: `10.${nth}.255.192/26`, parent_id: parent });
    expect(new Set(await inside(parent)).size).toBe(1024);
  });

  it("have one answer for a key that two hosts are asked with at once", async () => {
    const parent = await newParent();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => await host(index).networks.allocate(parent, { name: "n", length: 24, key: "same" })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await inside(parent)).toHaveLength(1);
  });
});
