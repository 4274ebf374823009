import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import type { AllocationRow } from "../allocations/allocation.entity.ts";
import type { AllocationKeyRow } from "./allocation-key.entity.ts";

/**
 * What request keys were given. The record of a key outlives its allocations, so that a key is never answered with fewer
 * addresses than the first time, nor with others.
 */

/** Days that the record of a key is kept after the last of its allocations ended. */
const KEPT_DAYS = 30;

const DAY_MS = 86_400_000;

/** Rows that one transaction of the purge deletes. */
export const PURGE_SLICE = 500;

type Given = Pick<AllocationRow, "id" | "ip">;

/** What a key was given before. */
export interface EarlierAnswer {
  /** The request as JSON. */
  readonly request: string;
  /** Allocations of it that are still there, in the order in which they were given. */
  readonly held: readonly AllocationRow[];
  /** Addresses of the others. */
  readonly released: readonly string[];
}

/** What some keys of a pool were given before, by key. */
export async function earlierAnswers(
  queries: Queries,
  poolId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, EarlierAnswer>> {
  if (keys.length === 0) return new Map();
  const [rows, allocations] = await Promise.all([
    queries.all<AllocationKeyRow>("select * from allocation_request_key where pool_id = ? and request_key = any(?)", [poolId, keys]),
    queries.all<AllocationRow>("select * from allocation where pool_id = ? and request_key = any(?)", [poolId, keys]),
  ]);
  const there = new Map(allocations.map((row) => [row.id, row]));
  return new Map(
    rows.map(({ request_key: key, request, addresses }) => {
      const given = JSON.parse(addresses) as readonly Given[];
      const held = given.flatMap(({ id }) => there.get(id) ?? []);
      return [key, { request, held, released: given.flatMap(({ id, ip }) => (there.has(id) ? [] : [ip])) }];
    }),
  );
}

/** Remembers what keys were given. */
export async function rememberKeys(
  change: Change,
  poolId: string,
  given: ReadonlyMap<string, { readonly request: string; readonly rows: readonly Given[] }>,
): Promise<void> {
  await change.insert(
    "allocation_request_key",
    ["pool_id", "request_key", "request", "addresses", "created_at"],
    [...given].map(([key, { request, rows }]) => [
      poolId,
      key,
      request,
      JSON.stringify(rows.map(({ id, ip }) => ({ id, ip }))),
      change.now,
    ]),
  );
}

/** Allocations were deleted: keys of which none is left are over, and kept for a while. */
export async function endKeys(change: Change, gone: readonly Pick<AllocationRow, "pool_id" | "request_key">[]): Promise<void> {
  const keyed = gone.filter(({ request_key: key }) => key !== null);
  for (const [poolId, rows] of Map.groupBy(keyed, (row) => row.pool_id)) {
    await change.exec(
      `update allocation_request_key set ended_at = ? where pool_id = ? and request_key = any(?) and ended_at is null
         and not exists (select 1 from allocation h where h.pool_id = allocation_request_key.pool_id
           and h.request_key = allocation_request_key.request_key)`,
      [change.now, poolId, [...new Set(rows.map((row) => row.request_key as string))]],
    );
  }
}

/** Forgets a key: the next request with it is a new one. Its allocations stay. @returns false when there is no such key */
export async function forgetKey(change: Change, poolId: string, key: string): Promise<boolean> {
  return (await change.run("delete from allocation_request_key where pool_id = ? and request_key = ?", [poolId, key])) > 0;
}

/** Keys go with their pools. */
export async function forgetPools(change: Change, poolIds: readonly string[]): Promise<void> {
  await change.exec("delete from allocation_request_key where pool_id = any(?)", [poolIds]);
}

/** Deletes records of keys that ended long ago. @returns how many, {@link PURGE_SLICE} at most */
export async function purgeEndedKeys(change: Change): Promise<number> {
  const before = new Date(Date.parse(change.now) - KEPT_DAYS * DAY_MS).toISOString();
  return await change.run(
    `delete from allocation_request_key where (pool_id, request_key) in (
       select k.pool_id, k.request_key from allocation_request_key k where k.ended_at is not null and k.ended_at <= ?
         order by k.ended_at limit ${PURGE_SLICE})`,
    [before],
  );
}
