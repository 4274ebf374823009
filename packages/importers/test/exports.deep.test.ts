import type { Device } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { EXPORT_FORMATS, writeExport } from "../src/index.ts";
import { readText } from "./support/read.ts";
import { address, DATACENTER, device, FIELD, NETWORK, POOL, recordsOf, SPACE, textOf } from "./support/records.ts";

const WEB = device("web-1", {
  tags: ["web", "prod"],
  username: "root",
  fields: { owner: "=ada;bob", units: -5, leased: true },
  addresses: [address("10.0.0.1", { label: "eth0" }), address("10.0.0.2", { type: "primary", port: 8080, network_id: NETWORK.id })],
});
const UNSET = { owner: null, units: null, leased: null };
const V6 = device("v6", { datacenter_id: null, status: "planned", addresses: [address("2001:db8::1")], fields: UNSET });
const BARE = device("bare-metal", { fields: UNSET });
const ALL = recordsOf({
  field: [FIELD],
  space: [SPACE],
  datacenter: [{ ...DATACENTER, space_id: SPACE.id }],
  network: [NETWORK],
  pool: [POOL],
  device: [WEB, V6, BARE],
  relationship: [{ parent_id: WEB.id, child_id: V6.id, type: "contains", created_at: DATACENTER.created_at }],
});

describe("CSV", () => {
  it("has a column for each field, and cells that no spreadsheet runs", async () => {
    expect(await textOf(writeExport("csv", "pool", ALL))).toBe(
      `id,network_id,name,start_ip,end_ip,description,tags,quarantine_seconds,created_at,updated_at\n${POOL.id},${NETWORK.id},p,10.0.0.10,10.0.0.20,,"[""a;b"",""c""]",0,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z\n`,
    );
    const text = await textOf(
      writeExport("csv", "datacenter", recordsOf({ datacenter: [{ ...DATACENTER, name: "=1+1", location: "'=x", description: "-1\r2" }] })),
    );
    expect(text.split("\n").slice(1).join("\n")).toBe(`${DATACENTER.id},'=1+1,''=x,,"'-1\r2",2026-01-01T00:00:00Z,2026-01-02T00:00:00Z\n`);
  });

  it("is read back", async () => {
    const { rows, problems } = await readText("csv", await textOf(writeExport("csv", "device", ALL)), { empty: "clear" });
    expect(problems).toEqual([]);
    expect(rows.map(({ set }) => set)).toEqual([WEB, V6, BARE].map(asRow));
  });
});

describe("definitions of fields", () => {
  const { created_at: _, updated_at: __, ...set } = FIELD;

  it("are a table, with cells of true and false, that is read back", async () => {
    const text = await textOf(writeExport("csv", "field", ALL));
    expect(text).toBe(
      "id,record,name,label,type,choices,required,unique,description,position,created_at,updated_at\n" +
        `${FIELD.id},device,tier,'=Tier,choice,"[""gold;silver"",""none""]",false,true,of support,3,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z\n`,
    );
    const { rows, problems } = await readText("csv", text, { type: "field" });
    expect([rows, problems]).toEqual([[{ at: { line: 2 }, type: "field", set }], []]);
  });

  it("are told of what is neither true nor false, and cleared to false", async () => {
    const wrong = await readText("csv", "record,name,required\ndevice,tier,perhaps\n", { type: "field" });
    expect(wrong.problems).toMatchObject([{ at: { line: 2 }, field: "required", message: "must be true or false" }]);
    const cleared = await readText("csv", "record,name,required,unique\ndevice,tier, TRUE ,\n", { type: "field", empty: "clear" });
    expect(cleared.rows).toMatchObject([{ set: { record: "device", name: "tier", required: true, unique: false } }]);
  });

  it("are a list of a document, where records have an object of that name", async () => {
    const document = await readText("json", JSON.stringify({ devices: [], fields: [FIELD] }));
    expect(document.rows).toEqual([{ at: { path: "fields[0]" }, type: "field", ref: FIELD.id, set }]);
    const lines = ["web-1", "web-2"].map((name) => JSON.stringify({ fields: { tier: "gold" }, name })).join("\n");
    const records = await readText("json", lines);
    expect([records.rows.map((row) => row.set), records.problems]).toEqual([
      ["web-1", "web-2"].map((name) => ({ name, fields: { tier: "gold" } })),
      [],
    ]);
  });
});

/** What a device is as a row of an import of devices alone. */
function asRow({ created_at: _, updated_at: __, datacenter_id: datacenter, addresses, fields: own, ...fields }: Device): object {
  return {
    ...fields,
    // What a text stands for is the inventory's to say.
    fields: Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value === null ? null : String(value)])),
    datacenter: datacenter === null ? null : { id: datacenter },
    addresses: addresses.map(({ id: ___, network_id: network, pool_id: pool, ...address }) => ({
      ...address,
      network: network === null ? null : { id: network },
      pool: pool === null ? null : { id: pool },
    })),
  };
}

describe("JSON", () => {
  it("has everything in one object, which is read back with its references", async () => {
    const text = await textOf(writeExport("json", "all", ALL));
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      "fields",
      "spaces",
      "datacenters",
      "networks",
      "pools",
      "devices",
      "relationships",
    ]);
    const { rows, problems } = await readText("json", text);
    expect(problems).toEqual([]);
    expect(rows.map(({ type }) => type)).toEqual([
      "field",
      "space",
      "datacenter",
      "network",
      "pool",
      "device",
      "device",
      "device",
      "relationship",
    ]);
    expect(rows[2]?.set).toMatchObject({ name: "fra1", space: { ref: SPACE.id } });
    expect(rows[3]?.set).toMatchObject({ name: "lan", datacenter: { ref: DATACENTER.id }, space: null });
    expect(rows[4]?.set).toEqual({
      id: POOL.id,
      name: "p",
      network: { ref: NETWORK.id },
      start_ip: "10.0.0.10",
      end_ip: "10.0.0.20",
      description: "",
      tags: ["a;b", "c"],
      quarantine_seconds: 0,
      fields: {},
    });
    expect(rows.at(-1)?.set).toEqual({ parent: { ref: WEB.id }, child: { ref: V6.id }, type: "contains" });
  });

  it("is whole where there is nothing", async () => {
    expect(JSON.parse(await textOf(writeExport("json", "all", recordsOf({}))))).toEqual({
      fields: [],
      spaces: [],
      datacenters: [],
      networks: [],
      pools: [],
      devices: [],
      relationships: [],
    });
    expect(JSON.parse(await textOf(writeExport("json", "device", recordsOf({}))))).toEqual([]);
  });
});

describe("rackd", () => {
  it("has lists without nulls, and all of them in the shape of its own export", async () => {
    expect(
      JSON.parse(
        await textOf(writeExport("rackd", "network", recordsOf({ network: [{ ...NETWORK, vlan_id: null, datacenter_id: null }] }))),
      ),
    ).toEqual([
      {
        id: NETWORK.id,
        name: "lan",
        subnet: "10.0.0.0/24",
        description: "",
        status: "active",
        tags: [],
        created_at: NETWORK.created_at,
        updated_at: NETWORK.updated_at,
      },
    ]);
    const text = await textOf(writeExport("rackd", "all", ALL));
    expect(JSON.parse(text)).toMatchObject({
      datacenters: [{ name: "fra1" }],
      devices: [{ name: "web-1" }, { name: "v6" }, { name: "bare-metal" }],
      exported_at: null,
    });
    const { rows, problems } = await readText("rackd", text);
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(8);
  });
});

describe("Prometheus", () => {
  it("has a group for each device with an address, by its primary one", async () => {
    const groups = JSON.parse(await textOf(writeExport("http_sd", "device", ALL, { port: 9100 }))) as readonly {
      readonly targets: string[];
      readonly labels: Record<string, string>;
    }[];
    expect(groups.map(({ targets }) => targets)).toEqual([["10.0.0.2:8080"], ["[2001:db8::1]:9100"]]);
    expect(groups[0]?.labels).toMatchObject({
      __meta_cadastre_name: "web-1",
      __meta_cadastre_tags: ",web,prod,",
      __meta_cadastre_datacenter: "fra1",
      __meta_cadastre_status: "active",
      __meta_cadastre_network_id: NETWORK.id,
    });
    for (const { labels } of groups)
      for (const [name, value] of Object.entries(labels))
        expect([/^__meta_cadastre_[a-z_]+$/.test(name), typeof value]).toEqual([true, "string"]);
    expect(JSON.parse(await textOf(writeExport("http_sd", "device", ALL)))).toMatchObject([
      { targets: ["10.0.0.2:8080"] },
      { targets: ["[2001:db8::1]"] },
    ]);
  });
});

describe("Ansible", () => {
  it("has the variables of all hosts, and groups with names that it takes", async () => {
    const twins = [
      device("same", { tags: ["a b", "ä"] }),
      device("same", { id: "0198c1a2-0000-7000-8000-00000000000e", status: "planned" }),
      device("__proto__", { tags: ["web"] }),
    ];
    const same = `same_${twins[0]?.id}`;
    const text = await textOf(
      writeExport("ansible", "device", recordsOf({ datacenter: [{ ...DATACENTER, name: "fra-1" }], device: [WEB, ...twins] })),
    );
    const inventory = JSON.parse(text) as {
      readonly _meta: { readonly hostvars: Record<string, object> } & object;
      readonly all: { readonly children: string[] };
    };
    expect(Object.keys(inventory._meta.hostvars)).toEqual(["web-1", same, "same_0198c1a2-0000-7000-8000-00000000000e", "__proto__"]);
    expect(inventory._meta.hostvars["web-1"]).toMatchObject({
      ansible_host: "10.0.0.2",
      ansible_user: "root",
      cadastre_tags: [{ __ansible_unsafe: "web" }, { __ansible_unsafe: "prod" }],
      cadastre_addresses: ["10.0.0.1", "10.0.0.2"],
    });
    expect(inventory.all.children.toSorted()).toEqual([
      "datacenter_fra_1",
      "status_active",
      "status_planned",
      "tag__",
      "tag_a_b",
      "tag_prod",
      "tag_web",
    ]);
    expect(inventory).toMatchObject({
      tag_web: { hosts: ["web-1", "__proto__"] },
      datacenter_fra_1: { hosts: ["web-1", same, "same_0198c1a2-0000-7000-8000-00000000000e", "__proto__"] },
    });
  });

  it("is whole where there is nothing", async () => {
    expect(JSON.parse(await textOf(writeExport("ansible", "device", recordsOf({}))))).toEqual({
      _meta: { hostvars: {} },
      all: { children: [] },
    });
  });
});

it("says what a format does not hold", () => {
  expect(() => writeExport("csv", "all", ALL)).toThrow(
    "CSV contains one kind of record: use one of fields, spaces, datacenters, networks, pools, devices, relationships",
  );
  expect(() => writeExport("ansible", "network", ALL)).toThrow("Ansible contains one kind of record: use one of devices");
  expect(() => writeExport("xml", "device", ALL)).toThrow(`use one of ${EXPORT_FORMATS.map(({ name }) => name).join(", ")}`);
});

it.each(EXPORT_FORMATS.map(({ name }) => name))("writes 100,000 devices as %s while they come", async (format) => {
  let made = 0;
  let furthest = 0;
  let written = 0;
  const records = {
    ...ALL,
    async *device() {
      for (made = 1; made <= 100_000; made += 1) yield { ...BARE, name: `d-${made}`, addresses: [address("10.0.0.1")] };
    },
  };
  for await (const piece of writeExport(format, "device", records)) {
    written += piece.split("d-").length - 1;
    if (made < 100_000) furthest = Math.max(furthest, made - written);
  }
  expect(written).toBeGreaterThanOrEqual(100_000);
  expect(furthest).toBeLessThan(3);
});
