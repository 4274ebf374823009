import { blocksWithin } from "../../address/blocks.ts";
import type { Block } from "../../address/cidr.ts";
import type { Queries, SqlValue } from "../../contract/storage/storage.ts";
import { BLOCK } from "./stored-blocks.ts";

/**
 * The network of a block `f` as the index of prefix lengths has it. The index of addresses has the column itself: while the statistics of
 * PostgreSQL know no blocks of a network, either index would do for it, and the wrong one goes through all blocks.
 */
const BY_LENGTH = "f.network_id || ''";

/**
 * SQL of the prefix lengths that a network has blocks of, up to the first that is as long as the last parameter, or null behind them.
 * @param network its id, as SQL, which stands there twice
 */
const lengthsOf = (network: string): string =>
  `with recursive l (length) as (
     select (select f.prefix_length from free_block f where ${BY_LENGTH} = ${network} order by f.prefix_length limit 1)
     union all
     select (select f.prefix_length from free_block f where ${BY_LENGTH} = ${network} and f.prefix_length > l.length
       order by f.prefix_length limit 1) from l where l.length < ?)`;

/** SQL of where the lowest block of a length of {@link lengthsOf} begins. */
const lowestOfLength = (network: string): string =>
  `(select f.first_key from free_block f where ${BY_LENGTH} = ${network} and f.prefix_length = l.length order by f.first_key limit 1)`;

/** Blocks at the start of a network that are looked at before its prefix lengths are gone through. */
const NEAR = 8;

/**
 * SQL of where the first block by address begins that holds one of a prefix length, null where there is none: it is often among
 * the first blocks of all, else two steps in the index for each length find it.
 * @param network its id, as SQL without parameters
 * @returns SQL whose parameters are the prefix length, three times
 */
export const firstHoldingOne = (network: string): string =>
  `coalesce(
     (select first_key from
       (select first_key, prefix_length from free_block where network_id = ${network} order by first_key limit ${NEAR}) near
       where prefix_length <= ? order by first_key limit 1),
     (${lengthsOf(network)} select min(${lowestOfLength(network)}) from l where length <= ?))`;

/**
 * The lowest block of each prefix length that a network has blocks of, the shortest first: two steps in the index for each length. Of a
 * single prefix it is all that has to be known.
 * @param longest prefix length that is asked for
 */
async function lowestOfEach(queries: Queries, networkId: string, longest: number): Promise<Block[]> {
  return await queries.all<Block>(
    `${lengthsOf("?")} select ${lowestOfLength("?")} as first, length as "prefixLength" from l where length <= ? order by length`,
    [networkId, networkId, longest, networkId, longest],
  );
}

/** Greater than every address key: those are hexadecimal digits. */
const BEHIND_ALL = "g";

/** The lowest blocks of some prefix lengths. @param most how many of each @param last where they begin at most */
async function lowestOf(
  queries: Queries,
  networkId: string,
  lengths: readonly number[],
  most: (length: number) => number,
  last?: string,
): Promise<Block[]> {
  if (lengths.length === 0) return [];
  const parts = lengths.map(
    (_, at) =>
      `select * from (select ${BLOCK} from free_block f where ${BY_LENGTH} = ? and prefix_length = ? and first_key <= ?
         order by first_key limit ?) b${at}`,
  );
  // Few are sorted faster here than by the database, which would merge as many lists.
  const blocks = await queries.all<Block>(
    parts.join(" union all "),
    lengths.flatMap((length): SqlValue[] => [networkId, length, last ?? BEHIND_ALL, most(length)]),
  );
  return blocks.toSorted(byFirst);
}

const byFirst = (a: Block, b: Block): number => (a.first < b.first ? -1 : 1);

/** The block itself where one is enough, else the lowest of its prefix length. */
async function alike(queries: Queries, networkId: string, block: Block, most: number): Promise<Block[]> {
  return most === 1 ? [block] : await lowestOf(queries, networkId, [block.prefixLength], () => most);
}

/** How many blocks like one hold so many of a prefix length. */
const enoughLike = (block: Pick<Block, "prefixLength">, wanted: number, count: number): number =>
  Math.max(1, Math.ceil(count / blocksWithin(block, wanted)));

/** The smallest blocks that hold so many of a prefix length together: a best fit is among them. */
export async function bestFitting(queries: Queries, networkId: string, wanted: number, count: number): Promise<Block[]> {
  const blocks: Block[] = [];
  let room = 0;
  for (const lowest of (await lowestOfEach(queries, networkId, wanted)).toReversed()) {
    if (room >= count) break;
    const found = await alike(queries, networkId, lowest, enoughLike(lowest, wanted, count));
    room += found.length * blocksWithin(lowest, wanted);
    blocks.push(...found);
  }
  return blocks;
}

/** The largest blocks: so many, of each of which one of a prefix length may be cut. */
export async function largestBlocks(queries: Queries, networkId: string, wanted: number, count: number): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const lowest of await lowestOfEach(queries, networkId, wanted)) {
    if (blocks.length >= count) break;
    blocks.push(...(await alike(queries, networkId, lowest, count - blocks.length)));
  }
  return blocks;
}

/** The first blocks that hold one of a prefix length, by address: those that so many of them, more than one, are cut from. */
export async function firstHolding(queries: Queries, networkId: string, wanted: number, count: number): Promise<Block[]> {
  const lowest = (await lowestOfEach(queries, networkId, wanted)).toSorted(byFirst);
  let room = 0;
  // The lowest of each length alone have room for all up to the last of them: nothing behind it is among the first.
  const end = lowest.findIndex((block) => (room += blocksWithin(block, wanted)) >= count);
  const near = end === -1 ? lowest : lowest.slice(0, end + 1);
  if (end === 0) return near;
  return await lowestOf(
    queries,
    networkId,
    near.map(({ prefixLength }) => prefixLength),
    (prefixLength) => enoughLike({ prefixLength }, wanted, count),
    end === -1 ? undefined : near.at(-1)?.first,
  );
}
