import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { SourceFile } from "../src/index.ts";
import { NOW, RACKD_FILES } from "./support/rackd-data.ts";
import { fileOf, readFiles } from "./support/read.ts";

/** Three sites of rackd's own test data. */
const FOLDER = fileURLToPath(new URL("../../../examples/import-inventory/data/", import.meta.url));

const onDisk = (name: string): SourceFile => ({ name, open: () => createReadStream(join(FOLDER, name)) as AsyncIterable<Uint8Array> });

const lists = async (): Promise<SourceFile[]> => (await readdir(FOLDER)).filter((name) => name.endsWith(".json")).map(onDisk);

describe("a folder of rackd's lists", () => {
  it("becomes rows in their order, tied together by its own ids", async () => {
    const { rows } = await readFiles("rackd", await lists());
    const counts = Object.fromEntries([...Map.groupBy(rows, ({ type }) => type)].map(([type, of]) => [type, of.length]));
    expect(counts).toEqual({ datacenter: 3, network: 9, pool: 6, device: 24, relationship: 18 });
    expect([...new Set(rows.map(({ type }) => type))]).toEqual(["datacenter", "network", "pool", "device", "relationship"]);
    expect(rows.find(({ ref }) => ref === "us-web-01")).toEqual({
      at: { path: "devices[4]" },
      type: "device",
      ref: "us-web-01",
      set: {
        name: "us-web-01",
        hostname: "us-web-01.example.com",
        description: "US East web server 1",
        make_model: "Dell PowerEdge R640",
        os: "Ubuntu 22.04 LTS",
        location: "Rack B1",
        username: "admin",
        tags: ["web", "nginx", "production", "us-east"],
        addresses: [{ ip: "10.10.1.10", type: "primary", network: { ref: "net-us-prod" } }],
        domains: ["www.example.com", "api.example.com"],
        datacenter: { ref: "dc-us-east-1" },
      },
    });
    const refs = new Set(rows.map(({ type, ref }) => `${type} ${ref}`));
    const ends = rows
      .filter(({ type }) => type === "relationship")
      .flatMap(({ set }) => [set["parent"], set["child"]] as readonly { readonly ref: string }[]);
    expect(ends.filter(({ ref }) => !refs.has(`device ${ref}`))).toEqual([]);
  });

  it("may have other files in it", async () => {
    const { rows, warnings } = await readFiles("rackd", [
      fileOf("MIT License", "LICENSE"),
      fileOf('[{"name":"a"}]', "devices.json"),
      fileOf("# Data", "README.md"),
    ]);
    expect(rows).toHaveLength(1);
    expect(warnings).toEqual(["2 files are skipped: the name does not end in .json or .ndjson"]);
  });

  it("has what is not ours told: types of relationships one by one, the rest with its count", async () => {
    const { errors, warnings } = await readFiles("rackd", await lists());
    expect(errors).toEqual([
      {
        at: { path: "relationships[10]" },
        type: "relationship",
        field: "type",
        severity: "error",
        message: 'must be one of contains, connected_to, depends_on, not "replicates_to"',
      },
      {
        at: { path: "relationships[11]" },
        type: "relationship",
        field: "type",
        severity: "error",
        message: 'must be one of contains, connected_to, depends_on, not "ha_pair"',
      },
    ]);
    expect(warnings).toEqual([
      'the field "notes" of relationships is ignored: the inventory has no such field (20 records have it)',
      "7 records of discovery rules are skipped: only spaces, datacenters, networks, pools, reservations, custom-fields, devices, relationships are imported",
      "6 records of webhooks are skipped: only spaces, datacenters, networks, pools, reservations, custom-fields, devices, relationships are imported",
    ]);
  });
});

describe("one file", () => {
  it("of rackd export all has devices before networks, empty references and times of zero", async () => {
    const zero = { created_at: "0001-01-01T00:00:00Z", updated_at: "0001-01-01T00:00:00Z" };
    const all = {
      datacenters: [{ id: "d1", name: "fra1", location: "", description: "", ...zero }],
      devices: [
        {
          id: "x1",
          name: "web-1",
          datacenter_id: "",
          tags: null,
          domains: null,
          addresses: [{ id: "a", ip: "10.0.0.1", type: "", label: "", network_id: "n1" }],
          ...zero,
        },
      ],
      exported_at: null,
      networks: [{ id: "n1", name: "lan", subnet: "10.0.0.0/24", vlan_id: 0, datacenter_id: "d1", description: "", ...zero }],
    };
    const { rows, problems } = await readFiles("rackd", fileOf(JSON.stringify(all), "rackd-export.json"));
    expect(problems).toEqual([]);
    expect(rows.map(({ type, set }) => [type, set])).toEqual([
      ["datacenter", { name: "fra1", location: "", description: "" }],
      ["network", { name: "lan", subnet: "10.0.0.0/24", vlan_id: 0, datacenter: { ref: "d1" }, description: "" }],
      [
        "device",
        {
          name: "web-1",
          datacenter: null,
          tags: null,
          domains: null,
          addresses: [{ ip: "10.0.0.1", type: "", label: "", network: { ref: "n1" } }],
        },
      ],
    ]);
  });

  it("with a list goes by its name, or by the option", async () => {
    expect((await readFiles("rackd", fileOf('[{"name":"a"}]', "Networks.json"))).rows[0]?.type).toBe("network");
    expect((await readFiles("rackd", fileOf('[{"name":"a"}]', "out.json"), { type: "pool" })).rows[0]?.type).toBe("pool");
    await expect(readFiles("rackd", fileOf("[]", "out.json"))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("unknown record type of out.json"),
    });
  });
});

const awkward = (): SourceFile[] => Object.entries(RACKD_FILES).map(([name, records]) => fileOf(JSON.stringify(records), `${name}.json`));

describe("what rackd lets through", () => {
  it("is set right where nothing is lost by it, and told", async () => {
    const { rows, errors, warnings } = await readFiles("rackd", awkward(), {}, NOW);
    const named = rows.map(({ type, set }) => `${type} ${String(set["name"])}`);
    expect(named.filter((name) => name.startsWith("datacenter"))).toEqual(["datacenter Dup", "datacenter Dup (the other one)"]);
    expect(named.filter((name) => name.startsWith("pool"))).toEqual([
      "pool pool",
      "pool pool (10.240.0.100 - 10.240.0.120)",
      "pool pool",
      "pool pool",
      "pool pool",
    ]);
    expect(rows.flatMap(({ type, set }) => (type === "network" ? [set["subnet"]] : []))).toEqual([
      "10.240.0.0/24",
      "10.240.0.0/24",
      "172.20.5.0/24",
      "2001:db8::/64",
    ]);
    const devices = rows.filter(({ type }) => type === "device").map(({ set }) => set);
    expect(devices.map(({ name, addresses }) => [name, addresses])).toEqual([
      ["web", [{ ip: "10.240.0.14", type: "primary", network: { ref: "n1" } }]],
      ["web (x2)", [{ ip: "10.240.0.102", type: "", network: { ref: "n1" } }]],
      ["web", [{ ip: "10.240.0.15", type: "", network: { ref: "n3" } }]],
      ["twice", [{ ip: "172.20.5.10", network: { ref: "n4" } }]],
      ["elsewhere", [{ ip: "10.99.99.99", network: null }]],
      ["v6", [{ ip: "2001:DB8:0::10", network: { ref: "n5" } }]],
      ["10.240.0.10", [{ ip: "10.240.0.10", network: { ref: "n1" } }]],
      ["later.example.com", [{ ip: "10.240.0.11", network: { ref: "n1" } }]],
      ["10.240.0.101", [{ ip: "10.240.0.101", network: { ref: "n1" } }]],
      ["10.240.0.10", [{ ip: "10.240.0.10", network: { ref: "n3" } }]],
    ]);
    expect(devices[1]?.["tags"]).toEqual(["a; b", "c"]);
    expect(devices[7]).toMatchObject({
      hostname: "later.example.com",
      description: "future\nreserved until 2026-12-22T09:31:50Z",
      status: "planned",
      tags: ["reserved"],
      datacenter: { ref: "d1" },
    });
    expect(errors.map(({ message }) => message)).toEqual(["leads to no pool gone of these files"]);
    expect(warnings.slice(1)).toEqual([
      "1 network is skipped: the subnet is in its datacenter already, which gets the pools and addresses",
      "2 reservations are skipped: expired, claimed or released",
      "1 reservation is skipped: a device holds the address",
      "the network of 1 address is ignored: the address lies outside of its subnet",
    ]);
  });

  it("has custom fields by the keys of their definitions", async () => {
    const { rows, errors, warnings } = await readFiles("rackd", [
      fileOf(
        '[{"id":"f1","key":"serial","name":"Serial","type":"text"},{"id":"f2","key":"tier","name":"Tier","type":"select","options":["a","b"]},{}]',
        "custom-fields.json",
      ),
      fileOf(
        '[{"id":"x","name":"x","custom_fields":[{"field_id":"f1","value":"SN1"},{"field_id":"f2","value":"b"},{"field_id":"0gone","value":7}]}]',
        "devices.json",
      ),
    ]);
    expect(rows.map(({ set }) => set)).toEqual([{ name: "x", fields: { serial: "SN1", tier: "b", f_0gone: 7 } }]);
    expect(errors).toMatchObject([{ message: expect.stringMatching(/^is not a custom field of rackd: /) }]);
    expect(warnings).toEqual([
      "1 device has the custom field serial, which is ignored unless it is defined: cadastre field create --record device --name serial --type text --label 'Serial'",
      "1 device has the custom field tier, which is ignored unless it is defined: " +
        "cadastre field create --record device --name tier --type choice --label 'Tier' --choices 'a,b'",
      "1 device has the custom field f_0gone, which is ignored unless it is defined: " +
        "cadastre field create --record device --name f_0gone --type number --label '0gone'",
    ]);
  });

  it("is told of an invalid reservation", async () => {
    const { errors } = await readFiles("rackd", fileOf('[{"id":1}]', "reservations.json"));
    expect(errors).toMatchObject([{ type: "device", message: expect.stringMatching(/^is not a reservation of rackd: /) }]);
  });
});
