import type { Block } from "../../address/cidr.ts";
import { blocksWithin } from "../../address/blocks.ts";
import type { Queries, SqlValue } from "../../contract/storage/storage.ts";
import { BLOCK } from "./stored-blocks.ts";

/** The prefix lengths that blocks of a network have, ascending: a step in the index for each. @param longest that is asked for */
async function lengthsOf(queries: Queries, networkId: string, longest: number): Promise<number[]> {
  const rows = await queries.all<{ length: number }>(
    `with recursive l (length) as (
       select min(prefix_length) from free_block where network_id = ?
       union all
       select (select min(f.prefix_length) from free_block f where f.network_id = ? and f.prefix_length > l.length)
         from l where l.length is not null)
     select length from l where length <= ? order by length`,
    [networkId, networkId, longest],
  );
  return rows.map(({ length }) => length);
}

/** The lowest blocks of some prefix lengths, by address. @param most how many of each length */
async function lowestOfLengths(
  queries: Queries,
  networkId: string,
  lengths: readonly number[],
  most: (length: number) => number,
): Promise<Block[]> {
  if (lengths.length === 0) return [];
  const parts = lengths.map(
    (_, at) =>
      `select * from (select ${BLOCK} from free_block where network_id = ? and prefix_length = ? order by first_key limit ?) b${at}`,
  );
  return await queries.all<Block>(
    `${parts.join(" union all ")} order by first`,
    lengths.flatMap((length): SqlValue[] => [networkId, length, most(length)]),
  );
}

/** How many blocks of a prefix length hold so many of another, longer one. */
function enoughOf(length: number, wanted: number, count: number): number {
  return Math.max(1, Math.ceil(count / blocksWithin({ prefixLength: length }, wanted)));
}

/** The smallest blocks that hold so many of a prefix length together: a best fit is among them. */
export async function bestFitting(queries: Queries, networkId: string, wanted: number, count: number): Promise<Block[]> {
  const blocks: Block[] = [];
  let room = 0;
  for (const length of (await lengthsOf(queries, networkId, wanted)).toReversed()) {
    if (room >= count) break;
    const found = await lowestOfLengths(queries, networkId, [length], () => enoughOf(length, wanted, count));
    room += found.length * blocksWithin({ prefixLength: length }, wanted);
    blocks.push(...found);
  }
  return blocks;
}

/** The largest blocks: so many, of each of which one of a prefix length may be cut. */
export async function largestBlocks(queries: Queries, networkId: string, wanted: number, count: number): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const length of await lengthsOf(queries, networkId, wanted)) {
    if (blocks.length >= count) break;
    blocks.push(...(await lowestOfLengths(queries, networkId, [length], () => count - blocks.length)));
  }
  return blocks;
}

/** The first blocks that hold one of a prefix length, by address: those that so many of them are cut from. */
export async function firstHolding(queries: Queries, networkId: string, wanted: number, count: number): Promise<Block[]> {
  return await lowestOfLengths(queries, networkId, await lengthsOf(queries, networkId, wanted), (length) =>
    enoughOf(length, wanted, count),
  );
}
