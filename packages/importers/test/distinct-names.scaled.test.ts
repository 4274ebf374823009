import type { Device } from "@cadastre/inventory-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXPORT_FORMATS, writeExport } from "../src/index.ts";
import { readText } from "./support/read.ts";
import { address, DATACENTER, device, recordsOf, textOf } from "./support/records.ts";
import { atDepth } from "../../../testing/depth.ts";

type Texts = Readonly<Record<string, string>>;

interface Ansible extends Readonly<Record<string, { readonly hosts?: readonly string[] }>> {}

/** What each format says of each record, by its id: the part of the file that is about it. */
const READ_BACK: Readonly<Record<string, (text: string) => Promise<Texts>>> = {
  csv: async (text) => byId((await readText("csv", text)).rows.map(({ set }) => set)),
  json: async (text) => byId(JSON.parse(text) as readonly Texts[]),
  rackd: async (text) => byId(JSON.parse(text) as readonly Texts[]),
  http_sd: async (text) => {
    const groups = JSON.parse(text) as readonly { readonly labels: Texts }[];
    return Object.fromEntries(groups.map((group) => [group.labels["__meta_cadastre_id"], JSON.stringify(group)]));
  },
  ansible: async (text) => {
    const { _meta: meta, ...groups } = JSON.parse(text) as Ansible & {
      readonly _meta: { readonly hostvars: Readonly<Record<string, Texts>> };
    };
    return Object.fromEntries(
      Object.entries(meta.hostvars).map(([host, variables]) => {
        const own = Object.keys(groups).filter((group) => groups[group]?.hosts?.includes(host));
        return [variables["cadastre_id"], JSON.stringify([host, variables, own.toSorted()])];
      }),
    );
  },
};

const byId = (records: readonly Readonly<Record<string, unknown>>[]): Texts =>
  Object.fromEntries(records.map((record) => [record["id"], JSON.stringify(record)]));

const id = (at: number): string => `0198c1a2-0000-7000-8000-${at.toString(16).padStart(12, "0")}`;
const NAMES = ["db", "db-1", "db 1", "db.1", "db_1", "Москва", "Берлин", "localhost", "all", "tag_db_prod", "_meta", `db_${id(1)}`];
const DATACENTERS = ["Москва", "Берлин", "fra 1", "fra_1", "fra-1"].map((name, at) => ({ ...DATACENTER, id: id(1000 + at), name }));

const devices = fc
  .array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      tags: fc.subarray(["db-prod", "db.prod", "db_prod", "прод", "тест"]),
      datacenter: fc.constantFrom(...DATACENTERS),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((all) =>
    all.map(({ name, tags, datacenter }, at): Device =>
      device(name, { id: id(at), tags, datacenter_id: datacenter.id, addresses: [address(`10.0.0.${at + 1}`)] }),
    ),
  );

it("reads back every format that is written", () => {
  expect(Object.keys(READ_BACK).toSorted()).toEqual(EXPORT_FORMATS.map(({ name }) => name).toSorted());
});

describe.each(EXPORT_FORMATS.map(({ name }) => name))("an export as %s", (format) => {
  const write = async (all: readonly Device[]): Promise<string> =>
    await textOf(writeExport(format, "device", recordsOf({ device: all, datacenter: DATACENTERS })));
  const read = async (all: readonly Device[]): Promise<Texts> =>
    await (READ_BACK[format] as (text: string) => Promise<Texts>)(await write(all));

  it("keeps distinct records distinct, and says the same of a record in any order of the records", async () => {
    await fc.assert(
      fc.asyncProperty(devices, fc.infiniteStream(fc.nat()), async (all, numbers) => {
        const there = await read(all);
        expect(Object.keys(there).toSorted()).toEqual(all.map((one) => one.id).toSorted());
        const order = new Map(all.map((one) => [one, numbers.next().value as number]));
        expect(await read(all.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0)))).toEqual(there);
      }),
      { numRuns: atDepth({ few: 30, many: 100 }) },
    );
  });
});

describe("an inventory of Ansible", () => {
  const inventoryOf = async (
    all: readonly Device[],
  ): Promise<{ readonly hosts: readonly string[]; readonly groups: Readonly<Record<string, unknown>> }> => {
    const text = await textOf(writeExport("ansible", "device", recordsOf({ device: all, datacenter: DATACENTERS })));
    const { _meta: meta, all: _, ...groups } = JSON.parse(text) as Ansible & { readonly _meta: { readonly hostvars: object } };
    return { hosts: Object.keys(meta.hostvars), groups };
  };

  it("has a group for each datacenter and tag, whatever their names fold to", async () => {
    const homes = (at: number): Partial<Device> => ({ id: id(at), datacenter_id: (DATACENTERS[at] as typeof DATACENTER).id });
    const { groups } = await inventoryOf([
      device("a", { ...homes(0), tags: ["db-prod"] }),
      device("b", { ...homes(1), tags: ["db.prod", "db_prod"] }),
      device("c", { ...homes(3), tags: ["web-1"] }),
    ]);
    expect(groups).toEqual({
      status_active: { hosts: ["a", "b", "c"] },
      datacenter________5d52be2e: { hosts: ["a"] },
      datacenter________33762ba9: { hosts: ["b"] },
      datacenter_fra_1: { hosts: ["c"] },
      tag_db_prod: { hosts: ["b"] },
      tag_db_prod_87f97650: { hosts: ["a"] },
      tag_db_prod_11404645: { hosts: ["b"] },
      tag_web_1: { hosts: ["c"] },
    });
  });

  it("has no host with the name of a host or a group that Ansible has", async () => {
    const names = ["localhost", "127.0.0.1", "all", "ungrouped", "_meta", "status_active", "Localhost"];
    const { hosts } = await inventoryOf(names.map((name, at) => device(name, { id: id(at) })));
    expect(hosts).toEqual([
      `localhost_${id(0)}`,
      `127.0.0.1_${id(1)}`,
      `all_${id(2)}`,
      `ungrouped_${id(3)}`,
      `_meta_${id(4)}`,
      `host_status_active_${id(5)}`,
      "Localhost",
    ]);
  });
});
