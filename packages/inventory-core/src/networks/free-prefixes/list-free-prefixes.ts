import { type AddressKey, distance, familyOf, nextKey } from "../../address/address-key.ts";
import { blocksOfRuns, runOfBlock } from "../../address/blocks.ts";
import { firstBlocks } from "../../address/choose-blocks.ts";
import { type Block, cidrOf } from "../../address/cidr.ts";
import { toWireCount } from "../../address/host-count.ts";
import { complementRuns } from "../../address/runs.ts";
import { firstHolding } from "../../address-space/free-blocks/block-queries.ts";
import { type BlockNetwork, occupiedFrom } from "../../address-space/free-blocks/occupied.ts";
import { BLOCK } from "../../address-space/free-blocks/stored-blocks.ts";
import { nextTurn } from "../../background/work-meter.ts";
import { invalidField } from "../../contract/errors/validation.ts";
import { JsonList } from "../../contract/operations/result.ts";
import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import { blockNetwork, type KeepingNetwork, networkWithFirst } from "./choose-free-prefixes.ts";
import { FREE_PREFIXES, type FreePrefix, type FreePrefixQuery } from "./free-prefix.ts";

/**
 * What is free in a network. Of one whose blocks are kept they are looked up; of another one, which has no network inside it, they are
 * made of what lies in it, page by page, each as it is at its moment.
 *
 * @throws NETWORK_NOT_FOUND, VALIDATION_ERROR for a length that none of its subnets has
 */
export async function listFreePrefixes(
  storage: OpenStorage,
  networkId: string,
  { length, limit }: FreePrefixQuery,
  signal?: AbortSignal,
): Promise<JsonList<FreePrefix>> {
  const { read } = storage;
  if (length === undefined) {
    const network = await blockNetwork(read, networkId);
    return new JsonList(textPages(allPages(storage, network, signal), limit));
  }
  const most = limit ?? FREE_PREFIXES;
  const { network, kept } = await keptBlocks(read, networkId, length, most);
  checkLength(network, length);
  const blocks = network.blocks_kept === 1 ? kept : await walked(read, network, length, most, signal);
  return new JsonList(onePage(blocks.map(textOf)));
}

/** The first blocks of a prefix length by what is kept; none of a network that keeps none. @throws NETWORK_NOT_FOUND */
async function keptBlocks(
  queries: Queries,
  id: string,
  length: number,
  most: number,
): Promise<{ readonly network: KeepingNetwork; readonly kept: readonly Block[] }> {
  if (most === 1) {
    const { free, ...network } = await networkWithFirst(queries, id, length);
    return { network, kept: free === null ? [] : [{ first: free, prefixLength: length }] };
  }
  // Asked together, both take one round trip.
  const [network, holding] = await Promise.all([blockNetwork(queries, id), firstHolding(queries, id, length, most)]);
  return { network, kept: firstBlocks(holding, length, most) };
}

/** @throws VALIDATION_ERROR */
function checkLength({ first_key: first, prefix_length: own }: BlockNetwork, length: number): void {
  const bits = familyOf(first) === 4 ? 32 : 128;
  if (length > bits) throw invalidField("length", `must be at most ${bits} for this network`);
  if (length <= own) throw invalidField("length", `must be longer than ${own}, that of the network`);
}

/** The first blocks of a prefix length in a network whose blocks are not kept. */
async function walked(
  queries: Queries,
  network: BlockNetwork,
  length: number,
  most: number,
  signal: AbortSignal | undefined,
): Promise<Block[]> {
  const found: Block[] = [];
  for await (const blocks of walkedPages(queries, network, signal)) {
    found.push(...firstBlocks(blocks, length, most - found.length));
    if (found.length === most) break;
  }
  return found;
}

function allPages(storage: OpenStorage, network: KeepingNetwork, signal: AbortSignal | undefined): AsyncIterable<readonly Block[]> {
  if (network.blocks_kept === 0) return walkedPages(storage.read, network, signal);
  return storage.pages<Block>(`select ${BLOCK} from free_block where network_id = ? order by first_key`, [network.id], signal);
}

/** What is read of each kind together. */
const TOGETHER = 500;

/** Gaps that are made blocks of between two turns of the event loop: one may be a hundred blocks of IPv6. */
const GAPS = 64;

/** The blocks of a network whose blocks are not kept, in order. */
async function* walkedPages(queries: Queries, network: BlockNetwork, signal: AbortSignal | undefined): AsyncGenerator<readonly Block[]> {
  const hi = network.last_key;
  for (let from: AddressKey | null = network.first_key; from !== null && from <= hi;) {
    signal?.throwIfAborted();
    const { runs, until = hi } = await occupiedFrom(queries, network, { lo: from, hi }, TOGETHER);
    const gaps = complementRuns(runs, { lo: from, hi: until });
    for (let at = 0; at < gaps.length; at += GAPS) {
      yield blocksOfRuns(gaps.slice(at, at + GAPS));
      await nextTurn();
    }
    from = nextKey(until);
  }
}

async function* onePage(texts: readonly string[]): AsyncGenerator<readonly string[]> {
  yield await Promise.resolve(texts);
}

async function* textPages(pages: AsyncIterable<readonly Block[]>, limit = Infinity): AsyncGenerator<readonly string[]> {
  let left = limit;
  for await (const blocks of pages) {
    yield blocks.slice(0, left).map(textOf);
    left -= blocks.length;
    if (left <= 0) return;
  }
}

function textOf(block: Block): string {
  const { lo, hi } = runOfBlock(block);
  const prefix: FreePrefix = { cidr: cidrOf(block.first, block.prefixLength).text, size: toWireCount(distance(lo, hi)) };
  return JSON.stringify(prefix);
}
