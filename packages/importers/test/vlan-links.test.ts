import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../testing/storages.ts";
import { type ExportRecords, type ImportItem, readImport, writeExport } from "../src/index.ts";
import { PLAN } from "./support/netbox-plan-data.ts";
import { netboxOf } from "./support/netbox-service.ts";
import { fileOf } from "./support/read.ts";
import { Service } from "./support/service.ts";
import { Vlan, VLAN_KINDS, VlanGroup } from "./support/vlan-kinds.ts";

describe.each(DATABASES)("networks with VLANs on %s", (_, database) => {
  it("come from NetBox, and back from CSV and JSON exports with their VLANs", async () => {
    await using service = await Service.start(netboxOf(PLAN));
    await using place = await database();
    await using inventory = await createInventory({ storage: place.storage() });
    const { datacenters, fields, import: imports, networks, spaces, vlanGroups, vlans } = inventory;
    const source = { kind: "service", url: `${service.url}/netbox` } as const;
    await imports.apply(await imports.plan(readImport({ format: "netbox", source, options: { token: "t" }, kinds: VLAN_KINDS })));
    const linked = async (): Promise<readonly unknown[]> =>
      (await networks.list()).filter(({ vlan }) => vlan !== null).map(({ subnet, vlan_id, vlan }) => [subnet, vlan_id, vlan]);
    const all = await vlans.list();
    const servers = all.find(({ tags }) => tags.includes("prod"))?.id;
    const old = all.find(({ name }) => name === "old (200)")?.id;
    expect(await linked()).toEqual(
      expect.arrayContaining([
        ["10.0.0.0/24", 100, servers],
        ["10.0.2.0/24", 200, old],
      ]),
    );
    const none = async function* (): AsyncGenerator<never> {};
    const records: ExportRecords = {
      field: () => fields.list({}),
      space: () => spaces.list(),
      datacenter: () => datacenters.list(),
      network: () => networks.list(),
      pool: none,
      device: none,
      relationship: none,
    };
    const declared = [
      { kind: VlanGroup, records: () => vlanGroups.list() },
      { kind: Vlan, records: () => vlans.list() },
    ];
    const read = (format: string, text: string, options: Readonly<Record<string, string>>): AsyncIterable<ImportItem> =>
      readImport({ format, source: { kind: "files", files: [fileOf(text)] }, options, kinds: VLAN_KINDS });
    const csv = (await Array.fromAsync(writeExport("csv", "network", records, { declared }))).join("");
    expect(csv).toMatch(/,200,Süd — 南\/old \(200\),/);
    // Two groups are called access.
    expect(csv).toContain(`,100,${servers ?? ""},`);
    const unchanged = await imports.plan(read("csv", csv, { type: "network", empty: "clear" }));
    expect(unchanged.at(-1)).toMatchObject({ counts: { update: 0, create: 0, conflict: 0, error: 0 } });
    const document = (await Array.fromAsync(writeExport("json", "all", records, { declared }))).join("");
    await using other = await database();
    await using target = await createInventory({ storage: other.storage() });
    await target.import.apply(await target.import.plan(read("json", document, {})));
    expect((await target.networks.list({ vlan: servers ?? "" })).map(({ subnet }) => subnet)).toEqual(["10.0.0.0/24"]);
    expect((await target.verify()).count).toBe(0);
  });
});
