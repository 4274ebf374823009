import { type AddressKey, nextKey } from "./address-key.ts";
import { blocksWithin, runOfBlock } from "./blocks.ts";
import { type Block, firstOf, lastOf } from "./cidr.ts";

/** Blocks of a prefix length in a block, lowest first, at most so many. */
export function partsOf(block: Block, length: number, most: number): Block[] {
  const { hi } = runOfBlock(block);
  const parts: Block[] = [];
  for (let at: AddressKey | null = block.first; at !== null && at <= hi && parts.length < most; at = nextKey(lastOf(at, length)))
    parts.push({ first: at, prefixLength: length });
  return parts;
}

const byFirst = (a: Block, b: Block): number => (a.first < b.first ? -1 : 1);

/** Best fit: the smallest blocks that hold one first, the lowest of them first. */
const byFit = (a: Block, b: Block): number => b.prefixLength - a.prefixLength || byFirst(a, b);

/**
 * So many blocks of a prefix length, each the first one of the lowest of the smallest blocks that hold it; fewer when there are not
 * enough. One after the other they fill the block in which the first one lies, since what is left of it is smaller than any other that
 * holds one.
 *
 * @param blocks free ones, of which those that are too small are passed over
 */
export function lowestBlocks(blocks: readonly Block[], length: number, count: number): Block[] {
  const chosen: Block[] = [];
  for (const block of blocks.filter((one) => blocksWithin(one, length) > 0).toSorted(byFit)) {
    if (chosen.length >= count) break;
    chosen.push(...partsOf(block, length, count - chosen.length));
  }
  return chosen;
}

/**
 * So many blocks of a prefix length, each in the middle of the lowest of the largest blocks, that is at the start of its upper half, so
 * that neighbours can grow; fewer when there are not enough.
 *
 * @param blocks free ones, of which those that are too small are passed over
 * @param whole the network; of one that is all free the first is at its start
 */
export function sparseBlocks(blocks: readonly Block[], length: number, count: number, whole: Block): Block[] {
  const chosen: Block[] = [];
  const byLength = new Map<number, Block[]>();
  const add = (block: Block): void => {
    const others = byLength.get(block.prefixLength);
    if (others === undefined) byLength.set(block.prefixLength, [block]);
    else others.push(block);
  };
  for (const block of blocks) add(block);
  for (let size = whole.prefixLength; size <= length; size += 1) {
    // What is cut off a block is smaller than it is, so that nothing comes to this size any more.
    for (const block of (byLength.get(size) ?? []).toSorted(byFirst)) {
      if (chosen.length === count) return chosen;
      const start = size === length || size === whole.prefixLength ? block.first : upperHalf(block);
      chosen.push({ first: start, prefixLength: length });
      for (const rest of around(block, start, length)) add(rest);
    }
  }
  return chosen;
}

const upperHalf = ({ first, prefixLength }: Block): AddressKey => nextKey(lastOf(first, prefixLength + 1)) as AddressKey;

/** What is left of a block when one of a prefix length is cut out of it: of each length in between the half where it is not. */
function around(block: Block, start: AddressKey, length: number): Block[] {
  const rest: Block[] = [];
  for (let half = block.prefixLength + 1; half <= length; half += 1) {
    const first = firstOf(start, half);
    const lower = firstOf(start, half - 1);
    rest.push({ first: first === lower ? (nextKey(lastOf(first, half)) as AddressKey) : lower, prefixLength: half });
  }
  return rest;
}

/** The first blocks of a prefix length by address, from free blocks in the order of their addresses; at most so many. */
export function firstBlocks(blocks: Iterable<Block>, length: number, most: number): Block[] {
  const found: Block[] = [];
  for (const block of blocks) {
    if (found.length >= most) break;
    if (blocksWithin(block, length) > 0) found.push(...partsOf(block, length, most - found.length));
  }
  return found;
}
