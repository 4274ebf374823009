import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { AllocationKeys, type EarlierAnswer } from "../../storage/allocation-keys/allocation-keys.ts";
import type { AllocationRow } from "../allocations/allocation.entity.ts";

/** What the record of a key has of an allocation. */
export type GivenAddress = Pick<AllocationRow, "id" | "ip">;

/** Request keys of pools. */
export const poolKeys = new AllocationKeys<GivenAddress>({
  table: "allocation_request_key",
  owner: "pool_id",
  given: "addresses",
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
