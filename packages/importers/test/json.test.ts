import { describe, expect, it } from "vitest";
import { fileOf, readFiles, readText } from "./support/read.ts";

const DC = {
  id: "0198c1a2-0000-7000-8000-000000000001",
  name: "fra1",
  location: "",
  description: "",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};
const NET = {
  id: "0198c1a2-0000-7000-8000-000000000002",
  name: "lan",
  subnet: "10.0.0.0/24",
  vlan_id: null,
  datacenter_id: DC.id,
  description: "",
};
const WEB = {
  id: "0198c1a2-0000-7000-8000-000000000003",
  name: "web-1",
  datacenter_id: DC.id,
  tags: ["a"],
  addresses: [{ id: "x", ip: "10.0.0.1", port: null, type: "ipv4", label: "", network_id: NET.id, switch_port: "", pool_id: null }],
};

describe("a document of sections", () => {
  const expected = [
    { at: { path: "datacenters[0]" }, type: "datacenter", ref: DC.id, set: { id: DC.id, name: "fra1", location: "", description: "" } },
    {
      at: { path: "networks[0]" },
      type: "network",
      ref: NET.id,
      set: { id: NET.id, name: "lan", subnet: "10.0.0.0/24", vlan_id: null, datacenter: { ref: DC.id }, description: "" },
    },
    {
      at: { path: "devices[0]" },
      type: "device",
      ref: WEB.id,
      set: {
        id: WEB.id,
        name: "web-1",
        datacenter: { ref: DC.id },
        tags: ["a"],
        addresses: [{ ip: "10.0.0.1", port: null, type: "ipv4", label: "", network: { ref: NET.id }, switch_port: "", pool: null }],
      },
    },
    {
      at: { path: "relationships[0]" },
      type: "relationship",
      set: { parent: { ref: WEB.id }, child: { id: "0198c1a2-0000-7000-8000-00000000000f" }, type: "contains" },
    },
  ];
  const relationships = [
    { parent_id: WEB.id, child_id: "0198c1a2-0000-7000-8000-00000000000f", type: "contains", created_at: "2026-01-01T00:00:00Z" },
  ];

  it("has its rows in the order in which they may refer to each other", async () => {
    const { rows, problems } = await readText(
      "json",
      JSON.stringify({ datacenters: [DC], networks: [NET], pools: [], devices: [WEB], relationships }),
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual(expected);
  });

  it("may have its sections in any order", async () => {
    const { rows, problems } = await readText(
      "json",
      JSON.stringify({ relationships, devices: [WEB], exported_at: null, networks: [NET], pools: null, datacenters: [DC] }),
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual(expected);
  });

  it("tells what is no record, no list and no section", async () => {
    const { rows, errors, warnings } = await readText(
      "json",
      JSON.stringify({ datacenters: [DC, 7, null], networks: { a: NET }, racks: [{}, {}], colour: "red" }),
    );
    expect(rows).toHaveLength(1);
    expect(errors).toEqual([
      { at: { path: "datacenters[1]" }, type: "datacenter", severity: "error", message: "must be an object with the fields of the record" },
      { at: { path: "datacenters[2]" }, type: "datacenter", severity: "error", message: "must be an object with the fields of the record" },
      { at: { path: "networks.a" }, type: "network", severity: "error", message: "networks must be a list of records" },
    ]);
    expect(warnings).toEqual([
      "2 records of racks are skipped: only fields, spaces, datacenters, networks, pools, devices, relationships are imported",
    ]);
  });
});

describe("records of one type", () => {
  it("are a list; an id that is not among them is one of the inventory", async () => {
    const { rows, problems } = await readText("json", JSON.stringify([WEB]));
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([
      { at: { path: "devices[0]" }, type: "device", set: { datacenter: { id: DC.id }, addresses: [{ network: { id: NET.id } }] } },
    ]);
  });

  it("are one a line, and a line that is none is told", async () => {
    const { rows, errors } = await readText(
      "json",
      `${JSON.stringify(NET)}\r\n{"name":\n\n${JSON.stringify({ ...NET, name: "other", colour: "red" })}`,
      { type: "network" },
    );
    expect(rows.map(({ at, set }) => [at.line, set["name"]])).toEqual([
      [1, "lan"],
      [4, "other"],
    ]);
    expect(errors).toMatchObject([{ at: { line: 2 }, message: expect.stringContaining("not valid JSON") }]);
  });

  it("may be several files, in any order", async () => {
    const { rows } = await readFiles("json", [
      fileOf(JSON.stringify({ devices: [WEB] }), "a.json"),
      fileOf(JSON.stringify({ datacenters: [DC] }), "b.json"),
    ]);
    expect(rows.map(({ type }) => type)).toEqual(["datacenter", "device"]);
  });

  it("lose fields that the inventory has no place for, which is told once", async () => {
    const { rows, warnings } = await readText(
      "json",
      JSON.stringify([
        { name: "a", serial: "1" },
        { name: "b", serial: "2", addresses: [{ ip: "10.0.0.1", vlan: "x" }] },
      ]),
    );
    expect(rows.map(({ set }) => set)).toEqual([{ name: "a" }, { name: "b", addresses: [{ ip: "10.0.0.1" }] }]);
    expect(warnings).toEqual([
      'the field "serial" of devices is ignored: the inventory has no such field (2 records have it)',
      'the field "vlan" of addresses is ignored: the inventory has no such field (1 record has it)',
    ]);
  });

  it("cannot reach the prototype of what they become", async () => {
    const { rows } = await readText("json", '[{"name":"a","__proto__":{"os":"x"},"constructor":{"prototype":{"polluted":1}}}]');
    expect(rows[0]?.set).toEqual({ name: "a" });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("what is not JSON", () => {
  it.each([
    ["", /is empty/],
    ["hello", /not valid JSON/],
    ["7", /neither a list nor an object/],
    ['[{"name":"a"},{"name":', /after devices\[0\]: unexpected end/],
    ['[{"name":"a"},{"name" "b"}]', /after devices\[0\]/],
    ['{"devices":[{"name":"a"}', /unexpected end/],
    ['{"devices":[{"name":"a"}],]', /not valid JSON/],
    ['[{"name":"a"}] [', /after the end|not valid JSON/],
  ])("is refused: %j", async (text, message) => {
    await expect(readText("json", text)).rejects.toMatchObject({ code: "INVALID_INPUT", message: expect.stringMatching(message) });
  });

  it("is a text of another encoding, told by its line", async () => {
    await expect(readText("json", Buffer.from('[\n{"name":"M\xfcnchen"}]', "latin1"))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: "file is not UTF-8 (line 2): save it as UTF-8",
    });
    await expect(readText("json", Buffer.from('\uFEFF[{"name":"a"}]', "utf16le"))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("UTF-16"),
    });
    expect((await readText("json", '\uFEFF[{"name":"a"}]')).rows).toHaveLength(1);
  });
});
