import { type AddressKey, nextKey } from "../../address/address-key.ts";
import { textOf } from "../../address/ip-address.ts";
import { coverAt, coverOf, type CoverRow, lowestFree, type Look, type Place } from "../../address-space/passed-over/lowest-free.ts";
import { type Skipped, skippedIn } from "../../address-space/passed-over/skipped.ts";
import { reservedAmong } from "../../address-space/reserved-addresses.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { networkErrors } from "../../networks/network.errors.ts";
import { poolErrors } from "../pool.errors.ts";
import { withSkipped } from "../passed-addresses.ts";
import type { NextIp } from "../pool.ts";

/** @throws POOL_NOT_FOUND, IP_NOT_AVAILABLE */
export async function lowestOfPool(queries: Queries, id: string, look: Look): Promise<NextIp> {
  const row = await queries.get<Place & CoverRow & { readonly name: string }>(
    `select p.name, n.space, p.start_key as lo, p.end_key as hi, ${coverOf("n.space", "p.start_key")}
     from pool p join network n on n.id = p.network_id where p.id = ?`,
    [look.over, id],
  );
  if (row === undefined) throw poolErrors.POOL_NOT_FOUND({ id });
  return await lowestIn(queries, row, look, (skipped) => poolErrors.IP_NOT_AVAILABLE(withSkipped({ pool: row.name, asked: 1 }, skipped)));
}

/** @throws NETWORK_NOT_FOUND, IP_NOT_AVAILABLE */
export async function lowestOfNetwork(queries: Queries, id: string, look: Look): Promise<NextIp> {
  const row = await queries.get<Place & CoverRow & { readonly name: string }>(
    `select n.name, n.space, n.first_key as lo, n.last_key as hi, ${coverOf("n.space", "n.first_key")} from network n where n.id = ?`,
    [look.over, id],
  );
  if (row === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
  return await lowestIn(queries, row, look, (skipped) => poolErrors.IP_NOT_AVAILABLE(withSkipped({ network: row.name }, skipped)));
}

/** @param range with what covers its first address */
async function lowestIn(
  queries: Queries,
  range: Place & CoverRow,
  look: Look,
  refusal: (skipped: readonly Skipped[]) => Error,
): Promise<NextIp> {
  const { lo: first, hi: last, space } = range;
  const { passed, next } = coverAt(range, first, look.now);
  if (passed === undefined) {
    if (next === null || next > last) throw refusal([]);
    if ((await reservedAmong(queries, space, [next])).size === 0) return { ip: textOf(next) };
    const found = await lowestFree(queries, { space, lo: nextKey(next) ?? next, hi: last }, 1, look);
    if (!found.hasPassed) {
      if (found.keys[0] === undefined) throw refusal([]);
      return { ip: textOf(found.keys[0]) };
    }
  }
  const start = passed?.isOver === true ? first : next;
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
