import { Allocation, newId } from "@cadastre/inventory-core";
import { documentOf } from "@cadastre/inventory-core/storage-kit";
import { shuffled } from "../measure.ts";
import { insertRowSet, type Value } from "../raw/raw-database.ts";
import type { Subject } from "../subject.ts";
import { type Base, ipAt, keyAt, runRow, runRows } from "./address-text.ts";
import { deviceOf, deviceRows, type Place } from "./device-rows.ts";

/** Addresses of one filler device. */
const PER_DEVICE = 256;

/** A pool, and how much of it is taken by what. */
export interface PoolFill {
  readonly subnet: string;
  readonly base: Base;
  /** Offsets of the pool's first and last address. */
  readonly first: number;
  readonly last: number;
  /** End of the pool as text, where it has more addresses than are filled. */
  readonly end?: string;
  readonly percent: number;
  readonly by: "devices" | "allocations";
}

export interface FilledPool extends Place {
  readonly id: string;
  /** Ids of its allocations. */
  readonly allocations: readonly string[];
}

/** Addresses that are rows: what is beyond them in a /8 is taken in `taken_run` and in the counters alone. */
const MAX_ROWS = 65_534;
/** Addresses of which, beyond the rows, some at the start are taken and the others free. */
const STRETCH = 1000;

/** Creates a pool in a network of its own and takes addresses of it in random order, in one transaction. */
export async function fillPool({ inventory, raw }: Subject, fill: PoolFill): Promise<FilledPool> {
  const { base, first, last, percent } = fill;
  const network = await inventory.networks.create({ name: fill.subnet, subnet: fill.subnet });
  const pool = await inventory.pools.create(network.id, {
    name: fill.subnet,
    start_ip: ipAt(base, first),
    end_ip: fill.end ?? ipAt(base, last),
  });
  const place: Place = { base, networkId: network.id, poolId: pool.id };
  const inRows = Math.min(MAX_ROWS, last - first + 1);
  const order = shuffled(Array.from({ length: inRows }, (_, index) => first + index));
  const taken = order.slice(0, Math.floor((inRows * percent) / 100));
  let beyond = 0;
  const runs = runRows(
    base,
    taken.toSorted((a, b) => a - b),
  );
  const share = Math.floor((STRETCH * percent) / 100);
  for (let from = first + inRows + 1; share > 0 && from + STRETCH <= last; from += STRETCH) {
    runs.push(runRow(base, from, from + share - 1));
    beyond += share;
  }
  let allocations: string[] = [];
  await raw.transaction(async () => {
    if (fill.by === "devices") await insertFillers(raw, place, taken);
    else allocations = await insertAllocations(raw, place, taken);
    await raw.insert("taken_run", runs);
    const used = fill.by === "devices" ? taken.length + beyond : beyond;
    await raw.run("update network set used_count = ? where id = ?", [used, network.id]);
    await raw.run("update pool set used_count = ?, held_count = ? where id = ?", [used, fill.by === "devices" ? 0 : taken.length, pool.id]);
  });
  return { ...place, id: pool.id, allocations };
}

async function insertFillers(raw: Subject["raw"], place: Place, taken: readonly number[]): Promise<void> {
  for (let at = 0; at < taken.length; at += PER_DEVICE) {
    const offsets = taken.slice(at, at + PER_DEVICE);
    await insertRowSet(raw, deviceRows(place.base, [{ device: deviceOf(place, at, offsets), offsets }]));
  }
}

async function insertAllocations(raw: Subject["raw"], { base, poolId }: Place, taken: readonly number[]): Promise<string[]> {
  const now = new Date().toISOString();
  const rows = taken.map((offset): Value[] => {
    const ip = ipAt(base, offset);
    const id = newId();
    const record: Allocation = {
      id,
      pool_id: poolId,
      ip,
      status: "held",
      key: null,
      note: "",
      device_id: null,
      created_at: now,
      expires_at: null,
    };
    return [id, poolId, 0, ip, keyAt(base, offset), "held", null, '[1,null,""]', "", null, now, null, documentOf(Allocation, record)];
  });
  await raw.insert("allocation", rows);
  return rows.map(([id]) => id as string);
}
