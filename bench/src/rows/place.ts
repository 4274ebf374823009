import type { Inventory } from "@cadastre/inventory-core";
import { insertRowSet, type RawDatabase } from "../raw/raw-database.ts";
import type { Subject } from "../subject.ts";
import { ipAt, ipv4, runRow } from "./address-text.ts";
import { createdRows, type Place } from "./device-rows.ts";

/** Devices whose rows are in memory at the same time. */
const CHUNK = 5000;

/** A network of 16 million addresses with a pool over all of it, where devices get their addresses. */
export async function devicePlace(inventory: Inventory, firstByte: number): Promise<Place> {
  const base = ipv4(firstByte);
  const network = await inventory.networks.create({ name: `devices ${firstByte}`, subnet: `${firstByte}.0.0.0/8` });
  const pool = await inventory.pools.create(network.id, { name: "devices", start_ip: ipAt(base, 1), end_ip: ipAt(base, 2 ** 24 - 2) });
  return { base, networkId: network.id, poolId: pool.id };
}

/** Adds to the counters of a place what the product would count. */
export async function countUsed(raw: RawDatabase, { networkId, poolId }: Place, used: number): Promise<void> {
  await raw.run("update network set used_count = used_count + ? where id = ?", [used, networkId]);
  await raw.run("update pool set used_count = used_count + ?, held_count = held_count + ? where id = ?", [used, 0, poolId]);
}

/** Loads devices 0 to `count` of a place in one transaction. @returns milliseconds in the database */
export async function loadDevices({ raw }: Subject, place: Place, count: number, audited: boolean): Promise<number> {
  let making = 0;
  const start = performance.now();
  await raw.transaction(async () => {
    for (let first = 0; first < count; first += CHUNK) {
      const begun = performance.now();
      const rows = createdRows(place, first, Math.min(CHUNK, count - first), audited);
      making += performance.now() - begun;
      await insertRowSet(raw, rows);
    }
    await raw.insert("taken_run", [runRow(place.base, 1, count * 2)]);
    await countUsed(raw, place, count * 2);
  });
  const ms = performance.now() - start - making;
  await countDevices(raw);
  return ms;
}

/** Counts devices that were loaded without the product, by status. */
export async function countDevices(raw: RawDatabase): Promise<void> {
  await raw.run("delete from device_count");
  await raw.run("insert into device_count (status, slot, devices) select status, 0, count(*) from device group by status");
}

/** Ids of some devices, spread over all. */
export async function deviceIds(raw: RawDatabase, count: number): Promise<string[]> {
  const { total } = (await raw.get("select count(*) as total from device")) as { total: number | string };
  const every = Math.max(1, Math.floor(Number(total) / count));
  const rows = await raw.all<{ id: string }>("select id from device where seq % cast(? as integer) = 0 limit cast(? as integer)", [
    every,
    count,
  ]);
  return rows.map(({ id }) => id);
}
