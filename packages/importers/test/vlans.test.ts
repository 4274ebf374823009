import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../testing/storages.ts";
import { readImport } from "../src/index.ts";
import { netbox } from "./support/netbox-data.ts";
import { phpipam } from "./support/phpipam-data.ts";
import { collect, type Read } from "./support/read.ts";
import { Service } from "./support/service.ts";
import { VLAN_KINDS } from "./support/vlan-kinds.ts";

const TYPES = new Set(["vlan_group", "vlan"]);

const ofNetbox = (service: Service, kinds = VLAN_KINDS as readonly (typeof VLAN_KINDS)[number][]) =>
  readImport({
    format: "netbox",
    source: { kind: "service", url: `${service.url}/netbox` },
    options: { token: "0123456789", "page-size": "5" },
    kinds,
  });

const ofPhpipam = (service: Service, kinds = VLAN_KINDS as readonly (typeof VLAN_KINDS)[number][]) =>
  readImport({
    format: "phpipam",
    source: { kind: "service", url: `${service.url}/ipam` },
    options: { app: "app-1", token: "app-code" },
    kinds,
  });

const vlanRows = ({ rows }: Read): readonly unknown[] => rows.flatMap(({ type, ref, set }) => (TYPES.has(type) ? [[type, ref, set]] : []));
const linksOf = ({ rows }: Read): readonly unknown[] =>
  rows.flatMap(({ type, set }) =>
    type === "network" && typeof set["vlan_id"] === "number" ? [[set["subnet"], set["vlan_id"], set["vlan"]]] : [],
  );

describe("VLANs of NetBox", () => {
  it("become VLANs in groups of their datacenters, before the networks that are in them", async () => {
    await using service = await Service.start(netbox);
    const read = await collect(ofNetbox(service));
    const plain = { status: "active", description: "", tags: [] };
    expect(vlanRows(read)).toEqual([
      ["vlan_group", "VLAN group 1", { name: "Campus", datacenter: { ref: "site 1" }, min_vid: 1, max_vid: 999, description: "of Akron" }],
      ["vlan_group", "VLAN group 2", { name: "Campus", datacenter: { ref: "site 2" }, min_vid: 100, max_vid: 399, description: "" }],
      ["vlan_group", "VLAN group 3", { name: "Campus", datacenter: null, min_vid: 1, max_vid: 4094, description: "" }],
      ["vlan_group", "VLAN group 4", { name: "Campus (campus-all)", datacenter: null, min_vid: 1, max_vid: 4094, description: "" }],
      ["vlan_group", "VLANs of site 1", { name: "DM-Akron", datacenter: { ref: "site 1" } }],
      ["vlan", "VLAN 7", { vid: 100, name: "Data", group: { ref: "VLAN group 1" }, ...plain, tags: ["edge", "Access"] }],
      ["vlan", "VLAN 8", { vid: 101, name: "Voice", group: { ref: "VLAN group 1" }, ...plain, status: "reserved", description: "phones" }],
      ["vlan", "VLAN 9", { vid: 100, name: "Data", group: { ref: "VLAN group 2" }, ...plain, status: "deprecated" }],
      ["vlan", "VLAN 10", { vid: 100, name: "Data", group: { ref: "VLANs of site 1" }, ...plain }],
      ["vlan", "VLAN 11", { vid: 100, name: "Data", group: null, ...plain }],
      ["vlan", "VLAN 12", { vid: 30, name: "VLAN 30", group: null, ...plain }],
      ["vlan", "VLAN 13", { vid: 40, name: "Data (40)", group: null, ...plain }],
      ["vlan", "VLAN 14", { vid: 50, name: "Lost", group: null, ...plain }],
    ]);
    expect(linksOf(read)).toEqual([["10.112.128.0/28", 100, { ref: "VLAN 7" }]]);
    const types = read.rows.map(({ type }) => type);
    expect(types.lastIndexOf("vlan")).toBeLessThan(types.indexOf("network"));
    expect(types.lastIndexOf("datacenter")).toBeLessThan(types.indexOf("vlan_group"));
    expect(read.errors).toMatchObject([{ type: "vlan_group", field: "name", at: { path: "ipam/vlan-groups, page 1, record 5" } }, {}]);
    expect(read.warnings).toEqual(
      expect.arrayContaining([
        "1 VLAN group has several ranges: the first to the last number is used",
        "1 VLAN group is imported without its tags",
        "1 VLAN group belongs to something other than a site or a location: it is in no datacenter",
        "the site of 1 VLAN is ignored: a VLAN is where its group is",
        '1 VLAN with the status "testing", which the inventory does not have: active is used',
        "1 VLAN is imported without a group: other VLANs of its group have its number",
        "1 VLAN is imported without a group: its group cannot be read",
      ]),
    );
  });

  it("are not asked for where the inventory has no such kinds", async () => {
    await using service = await Service.start(netbox);
    const read = await collect(ofNetbox(service, []));
    expect(vlanRows(read)).toEqual([]);
    expect(linksOf(read)).toEqual([["10.112.128.0/28", 100, undefined]]);
    expect(service.asked.filter(({ path }) => path.includes("vlan"))).toEqual([]);
  });
});

describe("VLANs of phpIPAM", () => {
  it("become VLANs in groups by their domains", async () => {
    await using service = await Service.start(phpipam);
    const read = await collect(ofPhpipam(service));
    expect(vlanRows(read)).toEqual([
      ["vlan_group", "L2 domain 1", { name: "default", datacenter: null, description: "default L2 domain" }],
      ["vlan_group", "L2 domain 2", { name: "Office", datacenter: { ref: "section 1" }, description: "" }],
      ["vlan_group", "L2 domain 3", { name: "Shared", datacenter: null, description: "" }],
      ["vlan", "VLAN 5", { vid: 4001, name: "IPv4 servers", group: { ref: "L2 domain 1" }, description: "" }],
      [
        "vlan",
        "VLAN 6",
        { vid: 20, name: "Printers", group: { ref: "L2 domain 2" }, description: "third floor", fields: { owner: "ops" } },
      ],
      ["vlan", "VLAN 7", { vid: 20, name: "Printers", group: null, description: "" }],
      ["vlan", "VLAN 8", { vid: 30, name: "VLAN 30", group: null, description: "" }],
    ]);
    expect(linksOf(read)).toEqual([["10.10.1.0/24", 4001, { ref: "VLAN 5" }]]);
    expect(linksOf(await collect(ofPhpipam(service, [])))).toEqual([["10.10.1.0/24", 4001, undefined]]);
  });
});

describe.each(DATABASES)("VLANs moved to %s", (_, database) => {
  it.each([
    ["NetBox", netbox, ofNetbox],
    ["phpIPAM", phpipam, ofPhpipam],
  ])("from %s stay as they are when they are imported again", async (_name, answers, open) => {
    await using place = await database();
    await using service = await Service.start(answers);
    await using inventory = await createInventory({ storage: place.storage() });
    const plan = await inventory.import.plan(open(service));
    expect(plan.filter((line) => line.kind === "step" && line.problems !== undefined)).toEqual([]);
    await inventory.import.apply(plan, { mode: "per_row" });
    const again = await inventory.import.plan(open(service));
    expect(again.flatMap((line) => (line.kind === "step" && TYPES.has(line.row.type) ? [line.action] : []))).toEqual(
      Array.from({ length: vlanRows(await collect(open(service))).length }, () => "unchanged"),
    );
    expect((await inventory.verify()).count).toBe(0);
  });
});
