import { createInventory, type ImportRow } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../testing/storages.ts";
import { VlanNames } from "../src/exports/vlan-names.ts";
import { type ImportItem, readImport } from "../src/index.ts";
import { collect, fileOf, readText } from "./support/read.ts";
import { Vlan, VLAN_KINDS, VlanGroup } from "./support/vlan-kinds.ts";

const ID = "01a21e23-0319-7281-b6b6-fdbce79fc6d8";

const read = (csv: string, options: Readonly<Record<string, string>> = {}) =>
  collect(
    readImport({
      format: "csv",
      source: { kind: "files", files: [fileOf(csv)] },
      options: { type: "network", ...options },
      kinds: VLAN_KINDS,
    }),
  );

const setsOf = ({ rows }: { readonly rows: readonly ImportRow[] }): readonly unknown[] => rows.map(({ set }) => set);

describe("the column vlan of networks", () => {
  it("is a number where it has digits only, otherwise a VLAN by its id, in its group, or by its name", async () => {
    expect(setsOf(await read(`vlan\n12\n ${ID}\ncampus/Data\nsite a/b/ Data\nData\n/Data\n`))).toEqual([
      { vlan_id: 12 },
      { vlan: { id: ID } },
      { vlan: { name: "Data", within: { name: "campus" } } },
      { vlan: { name: "Data", within: { name: "site a/b" } } },
      { vlan: { name: "Data" } },
      { vlan: { name: "/Data" } },
    ]);
  });

  it("may stand beside the number, which it must not contradict", async () => {
    const found = await read("vlan_id,vlan\n12,campus/Data\n12,12\n12,\n,12\n12,13\n");
    expect(setsOf(found)).toEqual([
      { vlan_id: 12, vlan: { name: "Data", within: { name: "campus" } } },
      { vlan_id: 12 },
      { vlan_id: 12 },
      { vlan_id: 12 },
    ]);
    expect(found.errors).toMatchObject([
      { at: { line: 6 }, field: "vlan", message: "is 13, but vlan_id is 12: leave one of the two empty" },
    ]);
  });

  it("clears the VLAN where it is empty, and the number too where that has no column", async () => {
    expect(setsOf(await read("name,vlan\na,\n", { empty: "clear" }))).toEqual([{ name: "a", vlan_id: null }]);
    expect(setsOf(await read("vlan_id,vlan\n12,\n", { empty: "clear" }))).toEqual([{ vlan_id: 12, vlan: null }]);
  });

  it("is the number alone where the inventory has no VLANs", async () => {
    expect(setsOf(await readText("csv", "vlan\n12\n", { type: "network" }))).toEqual([{ vlan_id: 12 }]);
    expect(setsOf(await readText("csv", "vlan_id,vlan\n12,\n", { type: "network", empty: "clear" }))).toEqual([{ vlan_id: 12 }]);
    expect((await readText("csv", "vlan\ncampus/Data\n", { type: "network" })).errors).toMatchObject([
      { field: "vlan", message: "must be a whole number" },
    ]);
  });
});

describe("names of VLANs in exports", () => {
  const namesOf = (groups: readonly object[], vlans: readonly object[]) =>
    new VlanNames({
      declared: [
        { kind: VlanGroup, records: () => each(groups) },
        { kind: Vlan, records: () => each(vlans) },
      ],
    });
  async function* each(records: readonly object[]): AsyncGenerator<object> {
    yield* records;
  }

  it("are those by which an import finds each again, and ids where several are called so", async () => {
    const names = namesOf(
      [
        { id: "g1", name: "campus" },
        { id: "g2", name: "twice" },
        { id: "g3", name: "twice" },
        { id: "g4", name: "a/b" },
      ],
      [
        { id: "v1", name: "Data", group_id: "g1" },
        { id: "v2", name: "Data", group_id: "g2" },
        { id: "v3", name: "Same", group_id: "g1" },
        { id: "v4", name: "Same", group_id: "g1" },
        { id: "v5", name: "x/y", group_id: "g1" },
        { id: "v6", name: "Data", group_id: null },
        { id: "v7", name: "Data", group_id: "g4" },
      ],
    );
    const written = ["v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8"].map((id) => names.of(id));
    expect(await Promise.all(written)).toEqual(["campus/Data", "v2", "v3", "v4", "v5", "v6", "a/b/Data", "v8"]);
    expect(await new VlanNames({}).of("v1")).toBe("v1");
  });
});

describe.each(DATABASES)("references to a record in the record that it belongs to, on %s", (_, database) => {
  it("lead to the one of several of its name", async () => {
    await using place = await database();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlanGroups, vlans } = inventory;
    const [one, other] = [await vlanGroups.create({ name: "one" }), await vlanGroups.create({ name: "other" })];
    for (const { id } of [one, other]) await vlans.create({ vid: 10, name: "Data", group_id: id });
    const [, wanted] = await vlans.list({ sort: "group_id" });
    const row = (line: number, vlan: unknown): ImportItem => ({
      at: { line },
      type: "network",
      set: { name: `n${line}`, subnet: `10.0.${line}.0/24`, vlan },
    });
    const group = wanted?.group_id === one.id ? "one" : "other";
    const steps = (
      await inventory.import.plan([
        row(1, { name: "Data", within: { name: group } }),
        row(2, { name: "Data" }),
        row(3, { name: "Data", within: { name: "none" } }),
        { at: { line: 4 }, type: "vlan_group", set: { name: "new" } },
        { at: { line: 5 }, type: "vlan", ref: "v", set: { vid: 11, name: "Data", group: { name: "new" } } },
        row(6, { name: "Data", within: { name: "new" } }),
        row(7, { id: wanted?.id ?? "" }),
        { at: { line: 8 }, type: "pool", set: { name: "p", network: { name: "n1", within: { name: "x" } } } },
      ])
    ).flatMap((line) => (line.kind === "step" ? [line] : []));
    expect(steps[0]?.links).toMatchObject({ vlan: wanted?.id });
    expect(steps[1]?.problems?.[0]).toMatchObject({ field: "vlan", message: expect.stringMatching(/^could be 2 vlans Data/) });
    expect(steps[2]?.problems?.[0]).toMatchObject({ field: "vlan", message: "leads to no vlan_group none" });
    expect(steps[5]?.links).toMatchObject({ vlan: steps[4]?.id });
    expect(steps[6]?.links).toMatchObject({ vlan: wanted?.id });
    expect(steps[7]?.problems).toContainEqual({
      field: "network",
      message: "must not have within: a network belongs to no other record",
    });
    const reader = inventory.as({
      id: "ada",
      permissions: ["import:apply", "network:read", "datacenter:read", "pool:read", "network:create"],
    });
    const denied = await Array.fromAsync(reader.import.plan([row(1, { id: wanted?.id ?? "" }), row(2, null)]));
    expect(denied.flatMap((line) => (line.kind === "step" ? [line.problems ?? []] : []))).toEqual([
      [{ field: "permission", message: "this needs the permission vlan:read" }],
      [],
    ]);
  });
});
