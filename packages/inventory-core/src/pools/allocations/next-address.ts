import type { AddressKey } from "../../address/address-key.ts";
import { textOf } from "../../address/ip-address.ts";
import { coverAt, coverOf, type CoverRow, lowestFree, type Look } from "../../address-space/passed-over/lowest-free.ts";
import { type Skipped, skippedIn } from "../../address-space/passed-over/skipped.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { networkErrors } from "../../networks/network.errors.ts";
import { poolErrors } from "../pool.errors.ts";
import { withSkipped } from "../passed-addresses.ts";
import { freeRangeOf, type FreeRange } from "../pool-range.ts";
import type { NextIp } from "../pool.ts";

/** @throws POOL_NOT_FOUND, IP_NOT_AVAILABLE */
export async function lowestOfPool(queries: Queries, id: string, look: Look): Promise<NextIp> {
  const row = await queries.get<FreeRange & CoverRow & { readonly name: string; readonly space: number }>(
    `select p.name, n.space, p.first_free, p.last_free, ${coverOf("n.space", "p.first_free")}
     from pool p join network n on n.id = p.network_id where p.id = ?`,
    [look.over, id],
  );
  if (row === undefined) throw poolErrors.POOL_NOT_FOUND({ id });
  return await lowestIn(queries, row, look, (skipped) => poolErrors.IP_NOT_AVAILABLE(withSkipped({ pool: row.name, asked: 1 }, skipped)));
}

/** @throws NETWORK_NOT_FOUND, IP_NOT_AVAILABLE */
export async function lowestOfNetwork(queries: Queries, id: string, look: Look): Promise<NextIp> {
  const network = await queries.get<{ name: string; space: number; first_key: AddressKey; last_key: AddressKey; prefix_length: number }>(
    "select name, space, first_key, last_key, prefix_length from network where id = ?",
    [id],
  );
  if (network === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
  const range = freeRangeOf(network, network.first_key, network.last_key);
  const first = range.first_free ?? "";
  const cover = await queries.get<CoverRow>(`select ${coverOf("?", "?")}`, [network.space, first, network.space, look.over, first]);
  return await lowestIn(queries, { ...(cover as CoverRow), ...range, space: network.space }, look, (skipped) =>
    poolErrors.IP_NOT_AVAILABLE(withSkipped({ network: network.name }, skipped)),
  );
}

/** @param range with what covers its first address */
async function lowestIn(
  queries: Queries,
  range: FreeRange & CoverRow & { readonly space: number },
  look: Look,
  refusal: (skipped: readonly Skipped[]) => Error,
): Promise<NextIp> {
  const { first_free: first, last_free: last, space } = range;
  if (first === null || last === null) throw refusal([]);
  const { passed, next } = coverAt(range, first, look.now);
  if (passed === undefined) {
    if (next === null || next > last) throw refusal([]);
    return { ip: textOf(next) };
  }
  const start = passed.isOver ? first : next;
  const skippedBefore = async (free: AddressKey | undefined): Promise<Awaited<ReturnType<typeof skippedIn>>> =>
    await skippedIn(queries, { space, lo: first, hi: free ?? last }, free === undefined ? [] : [free], look);
  // By the runs it is where they end: what is passed over up to there is asked for meanwhile.
  const likely = start === null || start > last ? undefined : start;
  const [{ keys }, before] = await Promise.all([
    start === null ? { keys: [] } : lowestFree(queries, { space, lo: start, hi: last }, 1, look),
    skippedBefore(likely),
  ]);
  const [free] = keys;
  const skipped = free === likely ? before : await skippedBefore(free);
  const told = skipped.map(({ key: _, ...one }) => one);
  if (free === undefined) throw refusal(told);
  return withSkipped({ ip: textOf(free) }, told);
}
