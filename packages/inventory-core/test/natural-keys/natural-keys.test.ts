import { type CallContext, createInventory, type Inventory, JsonText, STORAGE, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { draftOf } from "../../src/contract/errors/validation.ts";
import { Datacenter } from "../../src/datacenters/datacenter.ts";
import { serviceOf } from "../../src/records/record-service.ts";
import { DeviceCreate } from "../../src/devices/device.ts";
import { DEVICES } from "../../src/devices/device-service.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

// What a program without types may do.
const untyped = (value: unknown): never => value as never;

describe.each(DATABASES)("natural keys on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  beforeEach(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  /** A site of which each record was ensured, and whether it was created. */
  async function ensureSite() {
    const { datacenters, networks, pools, devices } = inventory;
    const site = await datacenters.ensure({ name: "fra1" }, { location: "Frankfurt" });
    const { id: datacenter_id } = site.record;
    const lan = await networks.ensure({ subnet: "10.0.0.0/24", datacenter_id }, { name: "lan" });
    const range = { start_ip: "10.0.0.10", end_ip: "10.0.0.20" };
    const pool = await pools.ensure({ network_id: lan.record.id, name: "servers" }, range);
    const device = await devices.ensure({ name: "web", datacenter_id }, { addresses: [{ ip: "10.0.0.10" }] });
    return [site, lan, pool, device] as const;
  }

  const logged = async (): Promise<number> => (await inventory.events.read()).events.length + (await inventory.audit.list()).length;

  it("ensure creates a record once, and a second run changes nothing", async () => {
    const first = await ensureSite();
    expect(first.map(({ created }) => created)).toEqual([true, true, true, true]);
    expect(first[3].record.addresses).toMatchObject([{ ip: "10.0.0.10", pool_id: first[2].record.id }]);
    expect((await inventory.audit.list()).map(({ action }) => action)).toEqual(["create", "create", "create", "create"]);
    const before = await logged();
    const second = await ensureSite();
    expect(second).toEqual(first.map(({ record }) => ({ record, created: false })));
    expect(await logged()).toBe(before);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("ensure returns a record that exists as it is, whatever the other fields say", async () => {
    await inventory.devices.create({ name: "web", status: "planned", tags: ["a"] });
    const { record, created } = await inventory.devices.ensure({ name: " web " }, { status: "active", tags: ["b"] });
    expect([created, record.status, record.tags]).toEqual([false, "planned", ["a"]]);
  });

  it("find gives the record of a key, and null where there is none", async () => {
    const { datacenters, networks, pools, devices } = inventory;
    const [{ record: site }, { record: lan }, { record: pool }, { record: web }] = await ensureSite();
    expect(await datacenters.find({ name: "fra1" })).toEqual(site);
    expect(await networks.find({ subnet: "10.0.0.0/24", datacenter_id: site.id })).toEqual(lan);
    expect(await pools.find({ network_id: lan.id, name: "servers" })).toEqual(pool);
    expect(await devices.find({ name: "web", datacenter_id: site.id })).toEqual(web);
    expect(await datacenters.find({ name: "FRA1" })).toBeNull();
    expect(await networks.find({ subnet: "10.0.0.0/25", datacenter_id: site.id })).toBeNull();
    expect(await pools.find({ network_id: "nothing", name: "servers" })).toBeNull();
    expect(await networks.find({ subnet: "10.0.0.0/24", datacenter_id: "nothing" })).toBeNull();
  });

  it("a reference that is left out means none", async () => {
    const { devices, networks } = inventory;
    const [{ record: site }] = await ensureSite();
    for (const key of [{ name: "web" }, { name: "web", datacenter_id: null }, { name: "web", datacenter_id: "" }])
      expect(await devices.find(key)).toBeNull();
    expect(await networks.find({ subnet: "10.0.0.0/24" })).toBeNull();
    const { record, created } = await devices.ensure({ name: "web" });
    expect([created, record.datacenter_id]).toEqual([true, null]);
    expect(await devices.find({ name: "web" })).toEqual(record);
    expect((await devices.find({ name: "web", datacenter_id: site.id }))?.id).not.toBe(record.id);
  });

  it("a network is found in its address space, which is that of its datacenter unless the key names one", async () => {
    const { spaces, datacenters, networks } = inventory;
    const space = await spaces.create({ name: "vrf-a" });
    const { record: site } = await datacenters.ensure({ name: "fra1" }, { space_id: space.id });
    const inSite = await networks.ensure({ subnet: "10.0.0.0/24", datacenter_id: site.id }, { name: "site" });
    const inSpace = await networks.ensure({ subnet: "10.0.0.0/24", space_id: space.id }, { name: "space" });
    const common = await networks.ensure({ subnet: "10.0.0.0/24" }, { name: "common" });
    expect([inSite, inSpace, common].map(({ created, record }) => [created, record.name])).toEqual([
      [true, "site"],
      [true, "space"],
      [true, "common"],
    ]);
    expect((await networks.find({ subnet: "10.0.0.0/24", space_id: space.id }))?.name).toBe("space");
    expect((await networks.find({ subnet: "10.0.0.0/24", datacenter_id: site.id, space_id: space.id }))?.name).toBe("site");
    expect((await networks.find({ subnet: "10.0.0.0/24" }))?.name).toBe("common");
    expect((await networks.ensure({ subnet: "10.0.0.0/24", space_id: space.id }, { name: "other" })).created).toBe(false);
  });

  it("twins of one key are CONFLICT, which names two of them", async () => {
    const twins = [await inventory.devices.create({ name: "web" }), await inventory.devices.create({ name: "web" })];
    const [low, high] = twins.map(({ id }) => id).toSorted();
    const conflict = {
      code: "CONFLICT",
      message: `several devices have this key, among them ${low} and ${high}: name one by its id, or give them different names`,
    };
    await expect(inventory.devices.find({ name: "web" })).rejects.toMatchObject(conflict);
    await expect(inventory.devices.ensure({ name: "web" })).rejects.toMatchObject(conflict);
    expect(await inventory.devices.list()).toHaveLength(2);
  });

  it("a plain create beside ensure makes a twin, and ensure of the others goes on", async () => {
    const { devices } = inventory;
    const calls = [devices.ensure({ name: "web" }), devices.create({ name: "web" }), devices.ensure({ name: "db" })];
    const [, , db] = await Promise.allSettled(calls);
    expect(db).toMatchObject({ status: "fulfilled", value: { created: true } });
    await devices.create({ name: "web" });
    await expect(devices.ensure({ name: "web" })).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await devices.ensure({ name: "db" })).created).toBe(false);
  });

  it("ensure is refused as a creation is, and writes nothing", async () => {
    const { networks, pools, devices, datacenters } = inventory;
    await expect(datacenters.ensure({ name: "" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { name: { message: "is required" } },
    });
    await expect(networks.ensure({ subnet: "10.0.0.1/24", datacenter_id: "x" }, { name: "lan" })).rejects.toMatchObject({
      details: { subnet: {}, datacenter_id: { message: "names no datacenter" } },
    });
    await expect(devices.ensure({ name: "a", datacenter_id: "x" })).rejects.toMatchObject({ details: { datacenter_id: {} } });
    const range = { start_ip: "10.0.0.10", end_ip: "10.0.0.20" };
    await expect(pools.ensure({ network_id: "x", name: "p" }, range)).rejects.toMatchObject({ code: "NETWORK_NOT_FOUND" });
    await expect(pools.ensure(untyped({ name: "p" }), range)).rejects.toMatchObject({
      details: { network_id: { message: "is required" } },
    });
    await expect(networks.ensure({ subnet: "10.0.0.0/24" }, untyped(undefined))).rejects.toMatchObject({
      details: { name: { message: "is required" } },
    });
    const { record: lan } = await networks.ensure({ subnet: "10.0.0.0/24" }, { name: "lan" });
    await pools.ensure({ network_id: lan.id, name: "p" }, range);
    await expect(pools.ensure({ network_id: lan.id, name: "q" }, range)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    expect(await logged()).toBe(4);
  });

  it("find needs read, ensure read and create, also where the record exists", async () => {
    await ensureSite();
    const by = (...permissions: readonly string[]) => inventory.as({ id: "ada", permissions });
    const key = { name: "fra1" };
    expect((await by("datacenter:read").datacenters.find(key))?.name).toBe("fra1");
    await expect(by("datacenter:list", "datacenter:create").datacenters.find(key)).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { permission: "datacenter:read" },
    });
    await expect(by("datacenter:create").datacenters.ensure(key)).rejects.toMatchObject({ details: { permission: "datacenter:read" } });
    await expect(by("datacenter:read").datacenters.ensure(key)).rejects.toMatchObject({ details: { permission: "datacenter:create" } });
    expect((await by("datacenter:read", "datacenter:create").datacenters.ensure(key)).created).toBe(false);
    const { record } = await by("datacenter:read", "datacenter:create").datacenters.ensure({ name: "ber1" });
    expect((await inventory.audit.list({ resource_id: record.id })).map(({ user_id: id }) => id)).toEqual(["ada"]);
  });

  it("64 ensures of one key at a time create one record each, of every kind", async () => {
    const { datacenters, networks, pools, devices } = inventory;
    const { record: lan } = await networks.ensure({ subnet: "10.9.0.0/16" }, { name: "all" });
    const range = { start_ip: "10.9.0.10", end_ip: "10.9.0.20" };
    const calls: readonly (() => Promise<{ readonly record: { readonly id: string }; readonly created: boolean }>)[] = [
      async () => await datacenters.ensure({ name: "fra1" }),
      async () => await networks.ensure({ subnet: "10.0.0.0/24" }, { name: "lan" }),
      async () => await pools.ensure({ network_id: lan.id, name: "servers" }, range),
      async () => await devices.ensure({ name: "web" }),
    ];
    for (const call of calls) {
      const all = await Promise.all(Array.from({ length: 64 }, call));
      expect(new Set(all.map(({ record }) => record.id)).size).toBe(1);
      expect(all.filter(({ created }) => created)).toHaveLength(1);
    }
  });

  it("an ensure of a record that exists opens no transaction", async () => {
    await ensureSite();
    const committed = () => inventory.host.get(STORAGE).statistics?.().transactions.committed;
    const before = committed();
    expect(before).toBeGreaterThan(0);
    await ensureSite();
    expect(committed()).toBe(before);
  });

  it("find and ensure inside of an open change see what it wrote, and are rolled back with it", async () => {
    const { host } = inventory;
    const call: CallContext = { principal: SYSTEM, source: "library" };
    const keys = { devices: host.get(DEVICES), datacenters: host.get(serviceOf(Datacenter)) };
    const work = host.get(WRITES).observe(call, async (change) => {
      const part = change.part(call);
      const first = await keys.devices.ensure(draftOf(DeviceCreate, { name: "web" }), part);
      const second = await keys.devices.ensure(draftOf(DeviceCreate, { name: "web" }), part);
      const site = await keys.datacenters.ensure(draftOf(Datacenter.schemas.create, { name: "fra1" }), part);
      const [web, fra1] = [
        await keys.devices.find({ name: "web", datacenter_id: null }, part),
        await keys.datacenters.find({ name: "fra1" }, part),
      ];
      const parsed = [first, second, site, web, fra1].map((one): unknown => (one instanceof JsonText ? one.parse() : one));
      throw Object.assign(new Error("rolled back"), { parsed });
    });
    const { message, parsed } = (await work.catch((error: unknown) => error)) as Error & { readonly parsed: readonly object[] };
    expect(message).toBe("rolled back");
    expect(parsed).toMatchObject([{ created: true }, { created: false }, { created: true }, { name: "web" }, { name: "fra1" }]);
    expect(await inventory.devices.find({ name: "web" })).toBeNull();
  });

  it("a signal that is aborted ends a call", async () => {
    const signal = AbortSignal.abort(new Error("not today"));
    await expect(inventory.devices.ensure({ name: "web" }, {}, { signal })).rejects.toThrow("not today");
    await expect(inventory.devices.find({ name: "web" }, { signal })).rejects.toThrow("not today");
  });

  it("find and ensure are methods of the library alone", () => {
    const ids = new Set(inventory.host.operations.map(({ id }) => id));
    expect(
      ["datacenters", "networks", "pools", "devices"].filter((group) => ids.has(`${group}.find`) || ids.has(`${group}.ensure`)),
    ).toEqual([]);
  });
});

describe("calls of find and ensure", () => {
  let inventory: Inventory;
  beforeEach(async () => {
    const { sqlite } = await import("@cadastre/inventory-core/sqlite");
    inventory = await createInventory({ storage: sqlite(":memory:") });
  });
  afterEach(async () => await inventory.close());

  it.each<[string, (given: Inventory) => Promise<unknown>, string, string]>([
    [
      "a text in place of a key",
      ({ devices }) => devices.ensure(untyped("web")),
      "key",
      "must be an object, as in devices.ensure({ name, datacenter_id }, { … })",
    ],
    ["no key to find", ({ devices }) => devices.find(untyped(undefined)), "key", "must be an object, as in devices.find({ … })"],
    [
      "another argument in place of the fields",
      ({ devices }) => devices.ensure({ name: "web" }, untyped("a")),
      "more",
      "must be an object, as in devices.ensure({ name, datacenter_id }, { … })",
    ],
    [
      "a misspelt field of the key to find",
      ({ devices }) => devices.find(untyped({ name: "a", datacentre_id: null })),
      "datacentre_id",
      "is not a field of the key of devices.find; the closest one is datacenter_id",
    ],
    [
      "a field that is not of the key",
      ({ devices }) => devices.ensure(untyped({ name: "a", status: "active" })),
      "status",
      "is not a field of the key of devices.ensure; the closest one is name",
    ],
    [
      "a field of the key among the others",
      ({ devices }) => devices.ensure({ name: "a" }, untyped({ datacenter_id: "x" })),
      "datacenter_id",
      "is a field of the key: pass it first, as in devices.ensure({ datacenter_id }, { … })",
    ],
    [
      "a misspelt field of the record",
      ({ devices }) => devices.ensure({ name: "a" }, untyped({ hostnme: "a" })),
      "hostnme",
      "is not a field of devices.ensure; the closest one is hostname",
    ],
    [
      "an If-Match",
      ({ devices }) => devices.ensure({ name: "a" }, {}, untyped({ ifMatch: ["*"] })),
      "ifMatch",
      "is not an option of devices.ensure; the closest one is signal",
    ],
    [
      "a request key",
      ({ devices }) => devices.find({ name: "a" }, untyped({ idempotencyKey: "k" })),
      "idempotencyKey",
      "is not an option of devices.find; the closest one is timeoutMs",
    ],
  ])("refuse %s", async (_, call, field, message) => {
    await expect(call(inventory)).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: { [field]: { field, message } } });
    expect(await inventory.devices.list()).toEqual([]);
  });

  it("take fields of a record that was read, as other calls do", async () => {
    const { name, datacenter_id, ...more } = await inventory.devices.create({ name: "a" });
    expect((await inventory.devices.ensure({ name: "b", datacenter_id }, more)).created).toBe(true);
    expect((await inventory.devices.ensure({ name, datacenter_id }, more)).created).toBe(false);
  });
});
