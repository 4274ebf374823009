import { createInventory, type Inventory, type Queries, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** Devices whose values are more than go at once with their field. */
const MANY = 1100;

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "ok",
    (error: unknown) => (error as { code: string }).code,
  );

describe.each(DATABASES)("fields of one's own on two hosts of %s", (_, openPlace) => {
  let place: TestDatabase;
  let stack: AsyncDisposableStack;
  let clock: FakeClock;
  let one: Inventory;
  let other: Inventory;
  let read: Queries;
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    place = stack.use(await openPlace());
    clock = new FakeClock();
    const open = async (): Promise<Inventory> => stack.use(await createInventory({ storage: place.storage(), clock }));
    [one, other] = [await open(), await open()];
    ({ read } = one.host.get(STORAGE));
  });
  afterEach(async () => await stack.disposeAsync());

  const count = async (what: string): Promise<number> =>
    Number((await read.get<{ count: number | string }>(`select count(*) as count from ${what}`))?.count);

  it("are there at once for the other", async () => {
    const device = await one.devices.create({ name: "d" });
    const field = await other.fields.create({ record: "device", name: "owner", type: "text" });
    expect((await one.devices.get(device.id)).fields).toEqual({ owner: null });
    await one.devices.update(device.id, { fields: { owner: "ada" } });
    expect((await other.devices.list({ field: { owner: "ada" } })).map(({ id }) => id)).toEqual([device.id]);
    await other.fields.update(field.id, { type: "choice", choices: ["ada"], name: "keeper" });
    expect(await codeOf(one.devices.update(device.id, { fields: { keeper: "bob" } }))).toBe("VALIDATION_ERROR");
    expect((await one.devices.list())[0]?.fields).toEqual({ keeper: "ada" });
    await other.fields.delete(field.id, { values: "drop" });
    expect(await codeOf(one.devices.update(device.id, { fields: { keeper: "ada" } }))).toBe("VALIDATION_ERROR");
    expect((await one.devices.list())[0]?.fields).toEqual({});
  });

  it("keep a unique value for one record", async () => {
    await one.fields.create({ record: "device", name: "serial", type: "text", unique: true });
    for (let round = 0; round < 10; round += 1) {
      const creations = [one, other, one, other].map(async (host, index) => {
        const name = `d${round}-${index}`;
        return await codeOf(host.devices.create({ name, fields: { serial: `S${round}` } }));
      });
      expect((await Promise.all(creations)).toSorted()).toEqual(["ALREADY_EXISTS", "ALREADY_EXISTS", "ALREADY_EXISTS", "ok"]);
    }
    const bodies = ["a", "b", "c"].map((name) => ({ name, fields: { serial: name === "c" ? "a" : name } }));
    expect(await one.devices.createMany(bodies)).toMatchObject({ success: 2, errors: [{ index: 2, code: "ALREADY_EXISTS" }] });
    // The database keeps it, too.
    const twice = one.host.get(STORAGE).write(async (transaction) => await transaction.run("update field_value set unique_key = '=S1'"));
    expect(await codeOf(twice)).toBe("CONFLICT");
  });

  it("rewrite no document when they are defined, moved or deleted without values", async () => {
    await one.devices.create({ name: "before" });
    const docs = async (): Promise<unknown> => await read.all("select id, doc from device order by id");
    const before = await docs();
    const field = await one.fields.create({ record: "device", name: "owner", type: "text", required: true });
    const second = await one.fields.create({ record: "device", name: "rack", type: "text", position: 0 });
    await one.fields.update(field.id, { position: 9 });
    await one.fields.delete(second.id);
    expect(await docs()).toEqual(before);
    expect((await one.devices.list())[0]?.fields).toEqual({ owner: null });
    expect((await one.verify()).differences).toEqual([]);
  });

  it("go with any number of values, which are removed in the background", async () => {
    const field = await one.fields.create({ record: "device", name: "owner", type: "text" });
    await one.fields.create({ record: "device", name: "rack", type: "text" });
    const bodies = Array.from({ length: MANY }, (_, index) => ({ name: `d${index}`, fields: { owner: `keeper-${index}`, rack: "r1" } }));
    for (let at = 0; at < MANY; at += 550) await one.devices.createMany(bodies.slice(at, at + 550));
    const { id: kept } = (await one.devices.list({ field: { owner: "keeper-1" } }))[0] as { id: string };
    await one.fields.delete(field.id, { values: "drop" });
    expect((await other.devices.get(kept)).fields).toEqual({ rack: "r1" });
    expect((await other.verify()).differences).toEqual([]);
    // Whoever defines the name anew sees none of them.
    const again = await other.fields.create({ record: "device", name: "owner", type: "number" });
    expect(await count("dropped_field")).toBe(0);
    expect(await count("field_value")).toBe(MANY);
    expect((await one.devices.list()).every(({ fields }) => fields["owner"] === null && fields["rack"] === "r1")).toBe(true);
    expect((await one.devices.search({ q: "keeper" })).length).toBe(0);
    await other.fields.delete(again.id);
    expect((await one.verify()).differences).toEqual([]);
  });

  it("are purged by the next host, where one stopped before", async () => {
    const field = await one.fields.create({ record: "network", name: "owner", type: "text" });
    const network = await one.networks.create({ name: "n", subnet: "10.0.0.0/24", fields: { owner: "ada" } });
    // As a host leaves it that ends between the two.
    await one.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("delete from field where id = ?", [field.id]);
      await transaction.run("insert into dropped_field (id, record, name) values (?, 'network', 'owner')", [field.id]);
    });
    expect((await other.networks.get(network.id)).fields).toEqual({});
    expect((await one.verify()).differences).toEqual([]);
    await clock.advance(60_000);
    for (let looks = 0; looks < 1000 && (await count("dropped_field")) > 0; looks += 1) await new Promise(setImmediate);
    expect([await count("dropped_field"), await count("field_value")]).toEqual([0, 0]);
    expect((await one.search.all({ q: "ada" })).results).toEqual([]);
    expect((await one.verify()).differences).toEqual([]);
  });

  it("are kept by what follows a change: a datacenter that goes, a network with its pools", async () => {
    for (const record of ["device", "network", "pool", "datacenter"] as const)
      await one.fields.create({ record, name: "owner", type: "text" });
    const fields = { owner: "ada" };
    const datacenter = await one.datacenters.create({ name: "dc", fields });
    const network = await one.networks.create({ name: "n", subnet: "10.0.0.0/24", datacenter_id: datacenter.id, fields });
    await one.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.9", fields });
    const device = await one.devices.create({ name: "d", datacenter_id: datacenter.id, fields });
    await one.datacenters.delete(datacenter.id);
    expect([(await one.networks.get(network.id)).fields, (await one.devices.get(device.id)).fields]).toEqual([fields, fields]);
    await one.networks.delete(network.id);
    await one.devices.delete(device.id);
    expect(await count("field_value")).toBe(0);
    expect((await one.verify()).differences).toEqual([]);
  });

  it("change the tag of a record's representation, which conditions go by", async () => {
    const network = await one.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const { id } = await one.fields.create({ record: "network", name: "owner", type: "text" });
    const changed = await one.networks.update(network.id, { fields: { owner: "ada" } });
    expect(changed.fields).toEqual({ owner: "ada" });
    await one.fields.update(id, { name: "keeper" });
    expect(await one.networks.get(network.id)).toEqual({ ...changed, fields: { keeper: "ada" } });
  });
});
