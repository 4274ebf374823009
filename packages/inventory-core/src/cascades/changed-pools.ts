import type { AddressKey } from "../address/address-key.ts";
import { textOf } from "../address/ip-address.ts";
import { followPoolRange, poolsIn } from "../address-space/free-blocks/followed-pools.ts";
import type { NetworkPlace } from "../contract/cascades.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { Pool } from "../pools/pool.ts";
import { poolDocuments, type PoolRow } from "../pools/pool.entity.ts";
import { poolUpdated } from "../pools/pool.events.ts";
import { freeRangeOf } from "../pools/pool-range.ts";

/** A pool with what says where it lies. */
export type LyingPool = Pick<PoolRow, "id" | "network_id" | "start_key" | "end_key" | "doc">;

/** Where a pool lies from now on. */
export interface PoolPlace {
  readonly network: Pick<NetworkPlace, "id" | "first_key" | "prefix_length">;
  readonly start: AddressKey;
  readonly end: AddressKey;
}

/** Pools of some networks, by address. */
export async function poolsOfNetworks(change: Change, networkIds: readonly string[]): Promise<LyingPool[]> {
  return await change.all<LyingPool>(
    "select id, network_id, start_key, end_key, doc from pool where network_id = any(?) order by start_key, id",
    [networkIds],
  );
}

/** Pools whose rows are written together. */
const SLICE = 200;

/** Pools lie elsewhere, in another network or at other addresses, each with an event and an audit row. Counters are the caller's. */
export async function movePools(change: Change, pools: readonly LyingPool[], targetOf: (pool: LyingPool) => PoolPlace): Promise<void> {
  for (let at = 0; at < pools.length; at += SLICE) {
    const slice = pools.slice(at, at + SLICE);
    const texts = await poolDocuments.currentAll(
      change,
      slice.map(({ doc }) => doc),
    );
    const rows: (string | null)[][] = [];
    for (const [index, pool] of slice.entries()) {
      const { network, start, end } = targetOf(pool);
      const before = JSON.parse(texts[index] as string) as Pool;
      const after: Pool = { ...before, network_id: network.id, start_ip: textOf(start), end_ip: textOf(end), updated_at: change.now };
      const { first_free: firstFree, last_free: lastFree } = freeRangeOf(network, start, end);
      const doc = poolDocuments.write(after);
      rows.push([pool.id, network.id, after.start_ip, after.end_ip, start, end, firstFree, lastFree, change.now, doc]);
      change.emit(poolUpdated, pool.id, { ...after, changes: changedFields(Pool, before, after) });
      change.audit({ action: "update", resource: "pool", resourceId: pool.id, before, after });
    }
    const ids = slice.map(({ id }) => id);
    const was = await poolsIn(change, ids);
    await change.update(
      "pool",
      "id",
      ["network_id", "start_ip", "end_ip", "start_key", "end_key", "first_free", "last_free", "updated_at", "doc"],
      rows,
    );
    for (const pool of [...was, ...(await poolsIn(change, ids))]) await followPoolRange(change, pool);
  }
}
