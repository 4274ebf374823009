import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { AllocationKeys, type EarlierAnswer } from "../../storage/allocation-keys/allocation-keys.ts";
import type { RowOf } from "../../storage/table.ts";
import type { AllocationRow } from "../allocations/allocation.entity.ts";
import { allocationKeyTable } from "./allocation-key.entity.ts";

/** What the record of a key has of an allocation. */
export type GivenAddress = Pick<AllocationRow, "id" | "ip">;

/** Request keys of pools. */
export const poolKeys = new AllocationKeys<GivenAddress>({
  table: "allocation_request_key",
  owner: "pool_id",
  given: "addresses",
  said: "said",
  isLeft: `exists (select 1 from allocation h where h.pool_id = allocation_request_key.pool_id
    and h.request_key = allocation_request_key.request_key)`,
});

/** What some keys of a pool were given before, by key. */
export async function earlierAllocations(
  queries: Queries,
  poolId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, EarlierAnswer<AllocationRow, GivenAddress>>> {
  return await poolKeys.earlier(queries, poolId, keys, async () => {
    const rows = await queries.all<AllocationRow>("select * from allocation where pool_id = ? and request_key = any(?)", [
      poolId,
      [...keys],
    ]);
    return new Map(rows.map((row) => [row.id, row]));
  });
}

/** Allocations were deleted: keys of which none is left are over. */
export async function endKeys(change: Change, gone: readonly Pick<AllocationRow, "pool_id" | "request_key">[]): Promise<void> {
  const keyed = gone.filter(({ request_key: key }) => key !== null);
  for (const [poolId, rows] of Map.groupBy(keyed, (row) => row.pool_id))
    await poolKeys.end(change, poolId, [...new Set(rows.map((row) => row.request_key as string))]);
}

/** A record of a key, as an audit row tells of one that went with its pool. */
export type KeptKey = RowOf<typeof allocationKeyTable>;

/** The thing that such rows are about. */
export const REQUEST_KEY = "allocation_request_key";

/** Keys go with their pools, and are told of, so that they may come back with them. */
export async function forgetKeysOfPools(change: Change, poolIds: readonly string[]): Promise<void> {
  const rows = await change.all<KeptKey>(
    `select ${allocationKeyTable.columns.join(", ")} from ${allocationKeyTable.name} where pool_id = any(?) order by pool_id, request_key`,
    [[...poolIds]],
  );
  if (rows.length === 0) return;
  await poolKeys.forgetOwners(change, poolIds);
  for (const before of rows) change.audit({ action: "delete", resource: REQUEST_KEY, resourceId: null, before, follows: true });
}

/** Records of keys come back with their pools. */
export async function returnKeys(change: Change, keys: readonly KeptKey[]): Promise<void> {
  await change.insert(
    allocationKeyTable.name,
    allocationKeyTable.columns,
    // One that was kept before a column was there has nothing in it.
    keys.map((key) => allocationKeyTable.columns.map((column) => key[column] ?? null)),
  );
}

/** Allocations came back under their ids: their keys are not over. */
export async function reviveKeys(change: Change, rows: readonly Pick<AllocationRow, "pool_id" | "request_key">[]): Promise<void> {
  const keyed = rows.filter(({ request_key: key }) => key !== null);
  for (const [poolId, own] of Map.groupBy(keyed, (row) => row.pool_id))
    await poolKeys.revive(change, poolId, [...new Set(own.map((row) => row.request_key as string))]);
}
