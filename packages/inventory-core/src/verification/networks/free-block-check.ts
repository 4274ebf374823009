import { type AddressKey, nextKey } from "../../address/address-key.ts";
import { blocksOfRuns } from "../../address/blocks.ts";
import { complementRuns } from "../../address/runs.ts";
import type { FreeBlockRow } from "../../address-space/free-blocks/free-block.entity.ts";
import { type BlockNetwork, occupiedFrom } from "../../address-space/free-blocks/occupied.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { type Check, type Cursor, type Difference, SLICE_ROWS } from "../check.ts";

/** Above every key of an address. */
const END = "g";

/** Things in a network that are read together of each kind: what is between two of them may be two hundred blocks of IPv6. */
const TOGETHER = 64;

type StoredBlock = Omit<FreeBlockRow, "network_id">;

/** Rows of a network from some address on, and what they should be. */
interface Part {
  readonly stored: readonly StoredBlock[];
  readonly expected: readonly StoredBlock[];
  /** The last address that was looked at; null when that was all. */
  readonly to: AddressKey | null;
}

/** The next network whose free blocks are kept, or said to be. */
async function networkAfter(queries: Queries, id: string): Promise<string | null> {
  const row = await queries.get<{ id: string | null }>(
    `select min(id) as id from (select min(id) as id from network where blocks_kept = 1 and id > ?
       union all select min(network_id) from free_block where network_id > ?) n`,
    [id, id],
  );
  return row?.id ?? null;
}

/** Nothing is to be there of a network that is gone, or whose blocks are not kept. */
async function strayPart(queries: Queries, id: string, after: string): Promise<Part> {
  const stored = await queries.all<StoredBlock>(
    "select first_key, prefix_length from free_block where network_id = ? and first_key > ? order by first_key limit ?",
    [id, after, SLICE_ROWS],
  );
  return { stored, expected: [], to: stored.length < SLICE_ROWS ? null : (stored.at(-1)?.first_key ?? null) };
}

/** A part ends with an address that is not free, or with the network, so that no block reaches out of it. */
async function partOf(queries: Queries, network: BlockNetwork, after: string): Promise<Part> {
  const lo = after === "" ? network.first_key : nextKey(after);
  if (lo === null || lo > network.last_key) return await strayPart(queries, network.id, after);
  const { runs, until } = await occupiedFrom(queries, network, { lo, hi: network.last_key }, TOGETHER);
  const blocks = blocksOfRuns(complementRuns(runs, { lo, hi: until ?? network.last_key }));
  return {
    stored: await queries.all<StoredBlock>(
      "select first_key, prefix_length from free_block where network_id = ? and first_key > ? and first_key <= ? order by first_key",
      [network.id, after, until ?? END],
    ),
    expected: blocks.map(({ first, prefixLength }) => ({ first_key: first, prefix_length: prefixLength })),
    to: until ?? null,
  };
}

const shown = (block: StoredBlock | undefined): string | null => (block === undefined ? null : `${block.first_key}/${block.prefix_length}`);

function differencesOf(id: string, { stored, expected }: Part): { first: string; difference: Difference }[] {
  const [is, should] = [stored, expected].map((blocks) => new Map(blocks.map((block) => [block.first_key, block]))) as [
    Map<string, StoredBlock>,
    Map<string, StoredBlock>,
  ];
  return [...new Set([...is.keys(), ...should.keys()])].flatMap((first) => {
    const texts = [shown(is.get(first)), shown(should.get(first))] as const;
    if (texts[0] === texts[1]) return [];
    const place = { check: "free-blocks", table: "free_block", id: `${id}/${first}`, column: "" };
    return [{ first, difference: { ...place, stored: texts[0], expected: texts[1] } }];
  });
}

/** Replaces the rows that differ. */
async function replace(change: Change, id: string, firsts: readonly string[], expected: readonly StoredBlock[]): Promise<void> {
  const wrong = new Set(firsts);
  await change.run("delete from free_block where network_id = ? and first_key = any(?)", [id, firsts]);
  const rows = expected.filter(({ first_key: first }) => wrong.has(first)).map((block) => [id, block.first_key, block.prefix_length]);
  if (rows.length > 0) await change.insert("free_block", ["network_id", "first_key", "prefix_length"], rows);
}

async function following(queries: Queries, id: string, to: AddressKey | null): Promise<Cursor | null> {
  if (to !== null) return [id, to];
  const next = await networkAfter(queries, id);
  return next === null ? null : [next, ""];
}

/** Free blocks of the networks that keep them: the fewest of which nothing lies in a network, in a pool, or is taken. */
export const freeBlockCheck: Check = {
  name: "free-blocks",
  async slice(queries, after) {
    const id = after === null ? await networkAfter(queries, "") : String(after[0]);
    if (id === null) return { rows: 0, differences: [], next: null, mend: async () => {} };
    const from = String(after?.[1] ?? "");
    const network = await queries.get<BlockNetwork>(
      "select id, space, first_key, last_key, prefix_length from network where id = ? and blocks_kept = 1",
      [id],
    );
    const part = network === undefined ? await strayPart(queries, id, from) : await partOf(queries, network, from);
    const found = differencesOf(id, part);
    return {
      rows: part.stored.length,
      differences: found.map(({ difference }) => difference),
      next: await following(queries, id, part.to),
      mend: async (change) =>
        await replace(
          change,
          id,
          found.map(({ first }) => first),
          part.expected,
        ),
    };
  },
};
