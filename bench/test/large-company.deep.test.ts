import { createInventory } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { newDatabase } from "../../testing/databases.ts";
import { COMMON_WORD, RARE_WORD } from "../src/growth/company-devices.ts";
import { type LargeCompany, makeCompany, seededOptions } from "../src/growth/large-company.ts";
import { storedCompany } from "../src/growth/stored-company.ts";
import { tableSizes } from "../src/growth/table-sizes.ts";
import { PostgresqlRaw } from "../src/raw/postgresql-raw.ts";
import type { RawDatabase } from "../src/raw/raw-database.ts";
import { SqliteRaw } from "../src/raw/sqlite-raw.ts";
import { trialStorages } from "../../testing/storages.ts";

const SIZE = { devices: 260, changes: 2, seed: 7, at: "2026-01-02T00:00:00.000Z" };

/** More than an empty table has, and less than everything. */
const isLarge = (bytes: number): boolean => bytes > 8192 && bytes < 20_000_000;

type Storage = "sqlite" | "postgresql";

/** Tables whose rows a company has. */
const TABLES = ["device", "address", "device_tag", "device_domain", "taken_run", "address_tenure", "network", "pool", "audit", "event"];

async function rawOf(storage: Storage, url: string): Promise<RawDatabase> {
  return storage === "sqlite" ? new SqliteRaw(url.replace("sqlite://", "")) : await PostgresqlRaw.connect(url);
}

async function made(storage: Storage, url: string, open: () => Parameters<typeof createInventory>[0]["storage"]): Promise<LargeCompany> {
  const seeded = seededOptions(SIZE);
  await using inventory = await createInventory({
    storage: open(),
    bind: seeded.bind ?? [],
    ...(seeded.clock ? { clock: seeded.clock } : {}),
  });
  const raw = await rawOf(storage, url);
  try {
    return await makeCompany(inventory, raw, { ...SIZE, ids: seeded.ids });
  } finally {
    await raw.close();
  }
}

/** Rows of one device, with its ids and times left out. */
async function rowsOf(raw: RawDatabase, id: string): Promise<string> {
  const own = [
    ["device", "id"],
    ["address", "device_id"],
    ["device_tag", "device_id"],
    ["device_domain", "device_id"],
    ["address_tenure", "device_id"],
  ] as const;
  const rows: unknown[] = [];
  for (const [table, column] of own) {
    const order = table === "address" || table === "device_tag" || table === "device_domain" ? " order by position" : " order by 1, 2";
    const open = table === "address_tenure" ? " and to_at is null" : "";
    rows.push(await raw.all(`select * from ${table} where ${column} = ?${open}${order}`, [id]));
  }
  rows.push(await raw.all("select * from audit where resource_id = ? and action = 'create'", [id]));
  rows.push(await raw.all("select * from event where record_id = ? and event = 'device.created'", [id]));
  rows.push(await raw.all("select lo, hi, nx from taken_run order by lo"));
  rows.push(await raw.all("select used_count from network order by first_key, prefix_length"));
  return JSON.stringify(rows)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "id")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(/"(seq|seal_number|txid)":("?\d+"?|null)/g, '"$1":0');
}

it.each(trialStorages("postgresql"))("a large company is as the services would have made it, on %s", async (storage) => {
  await using database = await newDatabase(storage);
  const company = await made(storage, database.url, () => database.storage());
  const { networks, pools, root } = company;
  await using inventory = await createInventory({ storage: database.storage() });
  expect((await inventory.verify()).differences).toEqual([]);
  expect(await Array.fromAsync(inventory.devices.list())).toHaveLength(SIZE.devices);
  expect(await Array.fromAsync(inventory.devices.search({ q: COMMON_WORD }))).toHaveLength(SIZE.devices);
  expect(await Array.fromAsync(inventory.devices.search({ q: RARE_WORD }))).toHaveLength(1);
  expect(await inventory.pools.nextIp(pools[0] as string)).toMatchObject({ ip: "10.0.0.13" });
  expect(await inventory.networks.utilization(root)).toMatchObject({ used_ips: SIZE.devices * 3 });
  expect(await Array.fromAsync(inventory.audit.list({ resource: "device" }))).toHaveLength(SIZE.devices * (1 + SIZE.changes));
  // The same device by the services has the same rows, but for its ids and times.
  const [last] = (await Array.fromAsync(inventory.devices.list({ network_id: networks.at(-1) as string }))).slice(-1);
  if (last === undefined) throw new Error("there is no device");
  const raw = await rawOf(storage, database.url);
  try {
    // What projections to more devices begin with.
    const sizes = new Map((await tableSizes({ raw, storage })).map((size) => [size.table, size]));
    expect([sizes.get("device")?.rows, sizes.get("address")?.rows]).toEqual([SIZE.devices, SIZE.devices * 3]);
    for (const table of ["device", "address", "event", "audit"])
      expect(sizes.get(table), table).toMatchObject({ heap: expect.toSatisfy(isLarge), indexes: expect.toSatisfy(isLarge) });
    expect(await storedCompany(raw)).toEqual(company);
    const loaded = await rowsOf(raw, last.id);
    const [row] = await raw.all<{ changes: string }>("select changes from audit where resource_id = ? and action = 'create'", [last.id]);
    const { after } = JSON.parse(row?.changes ?? "null") as { after: typeof last };
    const { id, created_at: _created, updated_at: _updated, addresses, ...fields } = after;
    await inventory.devices.delete(id);
    const again = await inventory.devices.create({ ...fields, addresses: addresses.map(({ id: _id, ...address }) => address) });
    await inventory.devices.update(again.id, { location: last.location });
    expect(await rowsOf(raw, again.id)).toBe(loaded);
  } finally {
    await raw.close();
  }
});

it("a large company is the same for the same seed", async () => {
  const texts: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    await using database = await newDatabase("sqlite");
    await made("sqlite", database.url, () => database.storage());
    const raw = new SqliteRaw(database.url.replace("sqlite://", ""));
    texts.push(JSON.stringify(TABLES.map((table) => raw.all(`select * from ${table} order by 1, 2, 3`))));
    raw.close();
  }
  expect(texts[1]).toBe(texts[0]);
});
