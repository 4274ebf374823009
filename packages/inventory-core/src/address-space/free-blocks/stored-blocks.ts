import type { AddressKey } from "../../address/address-key.ts";
import { blocksOfRuns, joinBlocks, runOfBlock, siblingsOutside } from "../../address/blocks.ts";
import type { Block } from "../../address/cidr.ts";
import { intersectRuns, normalizeRuns, type Run, subtractRuns, unionRuns } from "../../address/runs.ts";
import type { Queries, Transaction } from "../../contract/storage/storage.ts";
import type { BlockNetwork } from "./occupied.ts";

/**
 * The free part of a network as rows: the fewest aligned blocks that make it up (`address/blocks.ts`). Whatever changes a stretch reads
 * the blocks that meet it, and writes only those that differ.
 */

/** Columns of a {@link Block}. */
export const BLOCK = `first_key as first, prefix_length as "prefixLength"`;

/** Blocks that meet a range. */
interface Meeting {
  readonly blocks: readonly Block[];
  /** From the address after it on it is not known which there are; undefined when all were read. */
  readonly until: AddressKey | undefined;
}

/** Blocks of a network that meet a range, by address. @param most that are read */
export async function blocksMeeting(queries: Queries, networkId: string, { lo, hi }: Run, most: number): Promise<Meeting> {
  const rows = await queries.all<Block>(
    // The last block that begins at or before the range may reach into it.
    `select ${BLOCK} from free_block where network_id = ? and first_key >= coalesce((select b.first_key from free_block b
       where b.network_id = ? and b.first_key <= ? order by b.first_key desc limit 1), ?) and first_key <= ? order by first_key limit ?`,
    [networkId, networkId, lo, lo, hi, most],
  );
  const last = rows.at(-1);
  return {
    blocks: rows.filter((block) => runOfBlock(block).hi >= lo),
    until: last !== undefined && rows.length === most ? runOfBlock(last).hi : undefined,
  };
}

/** The blocks of a network that addresses lie in, each once. */
export async function blocksAt(queries: Queries, networkId: string, keys: readonly AddressKey[]): Promise<Block[]> {
  const rows = await queries.all<{ block: string | null }>(
    // A look-up for each key. A join goes through all blocks for every key on SQLite, and through all on PostgreSQL.
    `select distinct (select f.first_key || ' ' || f.prefix_length from free_block f where f.network_id = ? and f.first_key <= k.value
       order by f.first_key desc limit 1) as block from list(?) k`,
    [networkId, keys],
  );
  const sorted = keys.toSorted();
  const blocks = rows
    .flatMap(({ block }): Block[] => {
      const [first, prefixLength] = block?.split(" ") ?? [];
      return first === undefined ? [] : [{ first, prefixLength: Number(prefixLength) }];
    })
    .toSorted((one, other) => (one.first < other.first ? -1 : 1));
  let at = 0;
  // The last block before a key may end before it.
  return blocks.filter((block) => {
    const { lo, hi } = runOfBlock(block);
    while (at < sorted.length && (sorted[at] as AddressKey) < lo) at += 1;
    return at < sorted.length && (sorted[at] as AddressKey) <= hi;
  });
}

/**
 * Replaces what is free in a stretch of a network.
 *
 * @param old the blocks that meet the stretch
 * @param stretch addresses of which it is known what they are
 * @param free those of them that are free, as runs
 * @returns how many blocks the stretch has now
 */
export async function replaceStretch(
  transaction: Transaction,
  network: BlockNetwork,
  old: readonly Block[],
  stretch: Run,
  free: readonly Run[],
): Promise<number> {
  const covered = normalizeRuns(old.map(runOfBlock));
  const whole = [{ lo: network.first_key, hi: network.last_key }];
  const inside = blocksOfRuns(intersectRuns(unionRuns(subtractRuns(covered, [stretch]), free), whole));
  if (free.length === 0) {
    // What is left of blocks is not joined with anything: the other halves are not free.
    await writeBlocks(transaction, network.id, old, inside);
    return inside.length;
  }
  const known = { lo: least(stretch.lo, covered[0]?.lo), hi: most(stretch.hi, covered.at(-1)?.hi) };
  await joinAndWrite(transaction, network, old, inside, known);
  return inside.length;
}

/** Takes addresses out of the free blocks that they lie in. */
export async function takeFromBlocks(
  transaction: Transaction,
  networkId: string,
  taken: readonly Run[],
  keys: readonly AddressKey[],
): Promise<void> {
  const old = await blocksAt(transaction, networkId, keys);
  if (old.length === 0) return;
  await writeBlocks(transaction, networkId, old, blocksOfRuns(subtractRuns(normalizeRuns(old.map(runOfBlock)), taken)));
}

/** Adds addresses, which may be free already, to the free blocks. */
export async function addToBlocks(
  transaction: Transaction,
  network: BlockNetwork,
  freed: readonly Run[],
  keys: readonly AddressKey[],
): Promise<void> {
  const covered = await blocksAt(transaction, network.id, keys);
  const inside = blocksOfRuns(subtractRuns(freed, normalizeRuns(covered.map(runOfBlock))));
  if (inside.length > 0) await joinAndWrite(transaction, network, [], inside);
}

/** Joins blocks with those of the table, and writes what differs. @param known a stretch of which `inside` are all the blocks */
async function joinAndWrite(
  transaction: Transaction,
  network: BlockNetwork,
  old: readonly Block[],
  inside: readonly Block[],
  known?: Run,
): Promise<void> {
  const wanted = siblingsOutside(inside, known, network.prefix_length);
  const ids = new Set(wanted.map(nameOf));
  const found =
    wanted.length === 0
      ? []
      : await transaction.all<Block>(`select ${BLOCK} from free_block where network_id = ? and first_key = any(?)`, [
          network.id,
          [...new Set(wanted.map(({ first }) => first))],
        ]);
  const siblings = found.filter((block) => ids.has(nameOf(block)));
  await writeBlocks(transaction, network.id, [...old, ...siblings], joinBlocks([...inside, ...siblings], network.prefix_length));
}

const nameOf = ({ first, prefixLength }: Block): string => `${first}/${prefixLength}`;
const least = (key: AddressKey, other = key): AddressKey => (other < key ? other : key);
const most = (key: AddressKey, other = key): AddressKey => (other > key ? other : key);

/** Writes blocks in place of others, those that stay left alone. */
async function writeBlocks(transaction: Transaction, networkId: string, old: readonly Block[], now: readonly Block[]): Promise<void> {
  const made = new Map(now.map((block) => [nameOf(block), block]));
  const gone = old.filter((block) => !made.delete(nameOf(block))).map(({ first }) => first);
  if (gone.length > 0) await transaction.exec("delete from free_block where network_id = ? and first_key = any(?)", [networkId, gone]);
  if (made.size > 0) {
    await transaction.insert(
      "free_block",
      ["network_id", "first_key", "prefix_length"],
      [...made.values()].map(({ first, prefixLength }) => [networkId, first, prefixLength]),
    );
  }
}

/** Rows that one statement deletes at most. */
const DELETED_TOGETHER = 1000;

/** Deletes the blocks of a network that begin before an address, or after one; all without bounds. */
export async function deleteBlocks(transaction: Transaction, networkId: string, bound: "<" | ">", key: AddressKey): Promise<void> {
  const where = `from free_block where network_id = ? and first_key ${bound} ?`;
  for (;;) {
    const page = await transaction.get<{ last: AddressKey }>(
      `select first_key as last ${where} order by first_key limit 1 offset ${DELETED_TOGETHER - 1}`,
      [networkId, key],
    );
    if (page === undefined) break;
    await transaction.exec(`delete ${where} and first_key <= ?`, [networkId, key, page.last]);
  }
  await transaction.exec(`delete ${where}`, [networkId, key]);
}
