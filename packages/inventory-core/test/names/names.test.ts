import { createInventory, type Inventory, type OpenStorage, type Principal, STORAGE } from "@cadastre/inventory-core";
import { FakeClock, KEY_CREDENTIAL } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deviceTable } from "../../src/devices/device.entity.ts";
import { networkTable } from "../../src/networks/network.entity.ts";
import { poolTable } from "../../src/pools/pool.entity.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const principalWith = (permission: string): Principal => ({
  kind: "user",
  userId: "u",
  username: "u",
  permissions: new Set([permission]),
  credential: KEY_CREDENTIAL,
  credentialId: "k",
});

describe.each(DATABASES)("names on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let fra: string;
  let ber: string;
  let ids: Record<"fraOffice" | "berOffice" | "office" | "slash" | "fraPool" | "berPool", string>;

  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage(), clock: new FakeClock() });
    const { datacenters, networks, pools, devices } = inventory;
    fra = (await datacenters.create({ name: "Fra1", location: "Frankfurt" })).id;
    ber = (await datacenters.create({ name: "ber1" })).id;
    const network = async (name: string, subnet: string, datacenter_id?: string): Promise<string> =>
      (await networks.create({ name, subnet, ...(datacenter_id === undefined ? {} : { datacenter_id }) })).id;
    const pool = async (id: string, name: string, base: string): Promise<string> =>
      (await pools.create(id, { name, start_ip: `${base}.10`, end_ip: `${base}.20` })).id;
    const fraOffice = await network("office", "10.1.0.0/24", fra);
    const berOffice = await network("Office", "10.1.0.0/24", ber);
    const office = await network("office", "10.3.0.0/24");
    ids = {
      fraOffice,
      berOffice,
      office,
      slash: await network("ber1/lab", "10.4.0.0/24", fra),
      fraPool: await pool(fraOffice, "Sërver", "10.1.0"),
      berPool: await pool(berOffice, "sërver", "10.1.0"),
    };
    await network("lab", "10.5.0.0/24", ber);
    await devices.create({ name: "web-1", hostname: "WEB.example.com", datacenter_id: fra, addresses: [{ ip: "10.1.0.7" }] });
    await devices.create({ name: "web-1", datacenter_id: ber, addresses: [{ ip: "10.1.0.7" }, { ip: "2001:db8::7" }] });
    await devices.create({ name: "10.1.0.9" });
    await devices.create({ name: "nine", addresses: [{ ip: "10.1.0.9" }] });
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const meant = async (text: string, type: string): Promise<string[]> =>
    (await inventory.names.find({ text, type })).map(({ id, name }) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? name);

  it("finds by name in any case, and all that are called so", async () => {
    expect(await meant("OFFICE", "network")).toEqual(expect.arrayContaining(["fraOffice", "berOffice", "office"]));
    expect(await meant("OFFICE", "network")).toHaveLength(3);
    expect(await meant("fra1", "datacenter")).toEqual(["Fra1"]);
    expect(await meant("SËRVER", "pool")).toHaveLength(2);
    expect(await meant("offic", "network")).toEqual([]);
  });

  it.each([
    ["fra1/office", "network", ["fraOffice"]],
    ["ber1/office", "network", ["berOffice"]],
    ["/office", "network", ["office"]],
    ["nowhere/office", "network", []],
    ["10.3.0.0/24", "network", ["office"]],
    ["fra1/10.1.0.0/24", "network", ["fraOffice"]],
    ["ber1/office/sërver", "pool", ["berPool"]],
    ["fra1/10.1.0.0/24/sërver", "pool", ["fraPool"]],
    ["ber1/web-1", "device", ["web-1"]],
    ["2001:DB8:0::7", "device", ["web-1"]],
    ["web.EXAMPLE.com", "device", ["web-1"]],
    ["fra1/10.1.0.7", "device", ["web-1"]],
  ])("takes %s for the %s %j", async (text, type, expected) => {
    expect(await meant(text, type)).toEqual(expected);
  });

  it("takes a name for itself before what it would mean otherwise", async () => {
    // A network of fra1 is called so; another one is `lab` in ber1.
    expect(await meant("ber1/lab", "network")).toEqual(["slash"]);
    expect(await meant("10.1.0.9", "device")).toEqual(["10.1.0.9"]);
    expect((await inventory.names.find({ text: "10.1.0.7" })).map(({ type, name }) => `${type} ${name}`)).toEqual([
      "device web-1",
      "device web-1",
    ]);
  });

  it("tells what records of some ids are called, and what they are in", async () => {
    expect(await inventory.names.find({ id: `${ids.fraPool},${fra},unknown` })).toEqual([
      {
        type: "pool",
        id: ids.fraPool,
        name: "Sërver",
        detail: "10.1.0.10 - 10.1.0.20",
        network_id: ids.fraOffice,
        network: "office",
        datacenter_id: fra,
        datacenter: "Fra1",
        space_id: null,
        space: null,
        within: { type: "network", id: ids.fraOffice, name: "office" },
      },
      {
        type: "datacenter",
        id: fra,
        name: "Fra1",
        detail: "Frankfurt",
        network_id: null,
        network: null,
        datacenter_id: null,
        datacenter: null,
        space_id: null,
        space: null,
        within: null,
      },
    ]);
  });

  it("takes the space that a network is in, by itself or by its datacenter, for whoever may list spaces", async () => {
    const spaces = await Promise.all(["red", "blue"].map(async (name) => (await inventory.spaces.create({ name })).id));
    const [red, blue] = spaces as [string, string];
    const { id: site } = await inventory.datacenters.create({ name: "ams1", space_id: blue });
    const make = async (place: object) => (await inventory.networks.create({ name: "lan", subnet: "10.7.0.0/24", ...place })).id;
    const [inRed, inBlue] = [await make({ space_id: red, datacenter_id: fra }), await make({ datacenter_id: site })];
    const pool = await inventory.pools.create(inRed, { name: "dhcp", start_ip: "10.7.0.1", end_ip: "10.7.0.9" });
    await inventory.pools.create(inBlue, { name: "dhcp", start_ip: "10.7.0.1", end_ip: "10.7.0.9" });
    const found = async (text: string) => (await inventory.names.find({ text })).map(({ id }) => id);
    for (const text of ["red/lan", "RED/10.7.0.0/24", "fra1/lan"]) expect(await found(text)).toEqual([inRed]);
    expect([await found("blue/lan"), await found("red/lan/dhcp")]).toEqual([[inBlue], [pool.id]]);
    expect((await inventory.names.find({ id: inBlue }))[0]).toMatchObject({ space_id: blue, space: "blue", datacenter: "ams1" });
    const reader = inventory.as(principalWith("network:list"));
    expect(await reader.names.find({ text: "red/lan" })).toEqual([]);
    expect((await reader.names.find({ text: "lan" })).map(({ space }) => space)).toEqual([null, null]);
  });

  it("tells of as many ids as it says that it takes", async () => {
    const unknown = Array.from({ length: 199 }, (__, index) => `unknown-${index}`);
    expect((await inventory.names.find({ id: [...unknown, fra].join(",") })).map(({ name }) => name)).toEqual(["Fra1"]);
  });

  it("leaves out what the caller may not list, also as what a record is in", async () => {
    const reader = inventory.as(principalWith("network:list"));
    expect((await reader.names.find({ text: "office" })).map(({ type, datacenter }) => [type, datacenter])).toEqual([
      ["network", null],
      ["network", null],
      ["network", null],
    ]);
    expect(await reader.names.find({ text: "fra1/office" })).toEqual([]);
    expect(await reader.names.find({ text: "web-1" })).toEqual([]);
    await expect(async () => await reader.names.find({ text: "web-1", type: "device" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it.each([
    [{}, "text"],
    [{ text: " " }, "text"],
    [{ text: "x", id: "y" }, "text"],
    [{ text: "x", type: "rack" }, "type"],
    [{ id: Array.from({ length: 201 }, (__, index) => String(index)).join(",") }, "id"],
  ])("refuses %j at %s", async (query, field) => {
    await expect(async () => await inventory.names.find(query)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { [field]: {} },
    });
  });

  it("shows the lowest free address of a network, in a pool or not", async () => {
    expect(await inventory.networks.nextIp(ids.office)).toEqual({ ip: "10.3.0.1" });
    await inventory.devices.create({ name: "first", addresses: [{ ip: "10.3.0.1" }] });
    expect(await inventory.networks.nextIp(ids.office)).toEqual({ ip: "10.3.0.2" });
    const { id } = await inventory.networks.create({ name: "tiny", subnet: "10.6.0.0/30" });
    const pool = await inventory.pools.create(id, { name: "all", start_ip: "10.6.0.1", end_ip: "10.6.0.2" });
    await inventory.pools.allocate(pool.id, {});
    expect(await inventory.networks.nextIp(id)).toEqual({ ip: "10.6.0.2" });
    await inventory.pools.allocate(pool.id, {});
    await expect(async () => await inventory.networks.nextIp(id)).rejects.toMatchObject({
      code: "IP_NOT_AVAILABLE",
      message: "network tiny has no free address",
    });
    await expect(async () => await inventory.networks.nextIp("none")).rejects.toMatchObject({ code: "NETWORK_NOT_FOUND" });
  });
});

/** More than are looked at of one name, once before a record by their ids and once after it. */
const ALIKE = 1040;
const COPY = "case when i % 2 = 0 then '00' else 'x' end || i";

interface Copied {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Makes rows like one that is there: half with ids before those of all records, half after. Each has its place in records like its own. */
async function copies(storage: OpenStorage, table: Copied, id: string, own: Readonly<Record<string, string>>): Promise<void> {
  const values = table.columns.map((column) => own[column] ?? (column === "id" ? COPY : `t.${column}`));
  await storage.write(async (transaction) => {
    await transaction.run(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${2 * ALIKE})
       insert into ${table.name} (${table.columns.join(", ")}) select ${values.join(", ")} from ${table.name} t, n where t.id = ?`,
      [id],
    );
  });
}

describe.each(DATABASES)("names that a thousand records have, on %s", (_, openPlace) => {
  it("are found after what the record is in", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), clock: new FakeClock() });
    const { datacenters, networks, pools, devices, names } = inventory;
    const make = async (site: string): Promise<readonly [network: string, pool: string, device: string]> => {
      const { id } = await datacenters.create({ name: site });
      const network = await networks.create({ name: "office", subnet: "10.0.0.0/24", datacenter_id: id });
      const pool = await pools.create(network.id, { name: "servers", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
      return [network.id, pool.id, (await devices.create({ name: "gateway", datacenter_id: id })).id];
    };
    const [network, pool, device] = await make("elsewhere");
    await make("here");
    const storage = inventory.host.get(STORAGE);
    await copies(storage, networkTable, network, {});
    await copies(storage, poolTable, pool, { network_id: COPY });
    await copies(storage, deviceTable, device, {});
    for (const [text, type] of [
      ["here/office", "network"],
      ["here/gateway", "device"],
      ["here/office/servers", "pool"],
    ] as const) {
      expect((await names.find({ text, type })).map(({ datacenter }) => datacenter)).toEqual(["here"]);
    }
    expect(await names.find({ text: "office", type: "network" })).toHaveLength(200);
  });
});
