import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineRecord, name, reference, text } from "../../src/records.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { Circuit } from "./circuit.ts";

const found = ({ results }: { readonly results: readonly object[] }): readonly string[] =>
  results.map((result) => `${(result as { type: string }).type} ${(result as { name: string }).name}`);

describe.each(DATABASES)("search and names on %s", (_, openPlace) => {
  it("find records of a declared kind by its searched fields and its custom fields", async () => {
    await using place = await openPlace();
    const Silent = defineRecord({ name: "silent", plural: "silents", fields: { name: name() } });
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit, Silent] });
    const { circuits, devices, fields, search, silents } = inventory;
    const owner = await fields.create({ record: "circuit", name: "owner", type: "text" });
    const made = await circuits.create({ name: "Zürich-1", provider: "Acme Carrier", fields: { owner: "Backbone" } });
    await circuits.create({ name: "carrier", provider: "Other" });
    await circuits.create({ name: "Carriers", provider: "Other" });
    await devices.create({ name: "carrier-router" });
    await silents.create({ name: "carrier" });
    const all = await search.all({ q: "CARRIER" });
    expect(found(all)).toEqual(["circuit carrier", "device carrier-router", "circuit Carriers", "circuit Zürich-1"]);
    expect(all.results.at(-1)).toEqual({ type: "circuit", ...made });
    expect(found(await search.all({ q: "carrier", limit: 1 }))).toEqual(["circuit carrier", "device carrier-router"]);
    expect(found(await search.all({ q: "backb" }))).toEqual(["circuit Zürich-1"]);
    expect(found(await search.all({ q: "zü" }))).toEqual(["circuit Zürich-1"]);
    await circuits.update(made.id, { provider: "Elsewhere", fields: { owner: "Edge" } });
    expect(found(await search.all({ q: "backb" }))).toEqual([]);
    expect(found(await search.all({ q: "elsew" }))).toEqual(["circuit Zürich-1"]);
    await fields.delete(owner.id, { values: "drop" });
    expect(found(await search.all({ q: "edge" }))).toEqual([]);
    await circuits.delete(made.id);
    expect(found(await search.all({ q: "elsew" }))).toEqual([]);
    const reader = inventory.as({ id: "ada", permissions: ["device:list"] });
    expect(found(await reader.search.all({ q: "carrier" }))).toEqual(["device carrier-router"]);
    expect((await inventory.verify()).count).toBe(0);
  });

  it("find any number of records of a kind, each once", async () => {
    await using place = await openPlace();
    const Other = defineRecord({ name: "other", fields: { name: name() }, search: ["name"] });
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit, Other] });
    const { circuits, others, search } = inventory;
    const count = 1050;
    for (let at = 0; at < count; at += 1) {
      await circuits.create({ name: `line ${String(at).padStart(4, "0")}`, provider: "one" });
      if (at % 10 === 0) await others.create({ name: `line ${at}` });
    }
    const all = found(await search.all({ q: "line" }));
    const lines = all.filter((text) => text.startsWith("circuit"));
    expect([lines.length, new Set(lines).size, all.length]).toEqual([count, count, count + 105]);
    expect(lines).toEqual(lines.toSorted());
    expect(found(await search.all({ q: "0007" }))).toEqual(["circuit line 0007"]);
  });

  it("tell names, details and places of records of a declared kind", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits, datacenters, names } = inventory;
    const fra = await datacenters.create({ name: "fra1" });
    const made = await circuits.create({ name: "C-1", provider: "Acme", datacenter_id: fra.id });
    const loose = await circuits.create({ name: "C-1", provider: "Other" });
    const within = { type: "datacenter", id: fra.id, name: "fra1" };
    const [first, ...more] = await names.find({ text: "fra1/c-1" });
    expect([first, more]).toEqual([expect.objectContaining({ type: "circuit", id: made.id, name: "C-1", detail: "Acme", within }), []]);
    expect((await names.find({ text: "/c-1", type: ["circuit"] })).map(({ id }) => id)).toEqual([loose.id]);
    expect((await names.find({ text: "c-1" })).map(({ detail }) => detail)).toEqual(["Acme", "Other"]);
    expect((await names.find({ id: [loose.id, fra.id] })).map(({ type, within: place }) => [type, place])).toEqual([
      ["datacenter", null],
      ["circuit", null],
    ]);
    const reader = inventory.as({ id: "ada", permissions: ["circuit:list"] });
    expect((await reader.names.find({ text: "c-1" })).map((record) => record.within)).toEqual([null, null]);
    await expect(names.find({ text: "c-1", type: ["nothing"] })).rejects.toThrow("circuit");
    const stranger = inventory.as({ id: "eve", permissions: [] });
    await expect(stranger.names.find({ text: "c-1", type: ["circuit"] })).rejects.toThrow("circuit:list");
  });

  it("tell records of a declared kind as places of others, and titles that are no name", async () => {
    await using place = await openPlace();
    const Uplink = defineRecord({
      name: "uplink",
      fields: { label: text(), circuit_id: reference("circuit").optional() },
      title: "label",
      within: "circuit_id",
    });
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit, Uplink] });
    const { circuits, names, uplinks } = inventory;
    const circuit = await circuits.create({ name: "C-1", provider: "Acme" });
    const made = await uplinks.create({ label: "Up", circuit_id: circuit.id });
    await uplinks.create({ label: "up" });
    expect((await names.find({ text: "c-1/UP" })).map(({ id, name: called, within }) => [id, called, within])).toEqual([
      [made.id, "Up", { type: "circuit", id: circuit.id, name: "C-1" }],
    ]);
    expect(await names.find({ text: "up", type: ["uplink"] })).toHaveLength(2);
    const reader = inventory.as({ id: "ada", permissions: ["uplink:list"] });
    expect((await reader.names.find({ id: made.id })).map(({ within }) => within)).toEqual([null]);
    expect((await inventory.verify()).count).toBe(0);
  });

  it("find records by a field that their declaration searches later", async () => {
    await using place = await openPlace();
    const fields = { name: name(), note: text().optional() };
    const before = defineRecord({ name: "shelf", plural: "shelves", fields });
    await using first = await createInventory({ storage: place.storage(), records: [before] });
    await first.shelves.create({ name: "A", note: "north wall" });
    expect(found(await first.search.all({ q: "north" }))).toEqual([]);
    await first.close();
    const later = defineRecord({ name: "shelf", plural: "shelves", fields, search: ["note"] });
    await using second = await createInventory({ storage: place.storage(), records: [later] });
    expect(found(await second.search.all({ q: "north" }))).toEqual(["shelf A"]);
  });
});

it("the document of a host has records of declared kinds among the results of a search", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:"), records: [Circuit] });
  const search = inventory.host.operations.find(({ id }) => id === "search.all");
  const schema = JSON.stringify(
    search?.output.kind === "record" && z.toJSONSchema(search.output.schema, { io: "output", unrepresentable: "any" }),
  );
  expect(schema).toContain("CircuitResult");
});
