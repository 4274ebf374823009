import type { AddressKey } from "./address-key.ts";
import { type Block, blocksOfRange, firstOf, lastOf } from "./cidr.ts";
import type { Run } from "./runs.ts";

/**
 * Sets of addresses as the fewest aligned blocks that make them up. In such a list no block lies in another one, and no two are the
 * halves of one: that is what makes it the only one.
 */

/** {@link blocksOfRange} of each run, in order. */
export function blocksOfRuns(runs: Iterable<Run>): Block[] {
  const blocks: Block[] = [];
  for (const { lo, hi } of runs) for (const block of blocksOfRange(lo, hi)) blocks.push(block);
  return blocks;
}

/** The addresses of a block. */
export function runOfBlock({ first, prefixLength }: Block): Run {
  return { lo: first, hi: lastOf(first, prefixLength) };
}

/** The other half of the block that is twice as large. The whole space of a family has none. */
export function siblingOf({ first, prefixLength }: Block): Block {
  const at = 1 + ((prefixLength - 1) >> 2);
  const digit = Number.parseInt(first.charAt(at), 16) ^ (8 >> ((prefixLength - 1) & 3));
  return { first: first.slice(0, at) + digit.toString(16) + first.slice(at + 1), prefixLength };
}

/** The block that is twice as large, of which a block is one half. */
export function doubled({ first, prefixLength }: Block): Block {
  return { first: firstOf(first, prefixLength - 1), prefixLength: prefixLength - 1 };
}

/** Number of blocks of a prefix length that a block holds, as far as a number tells it exactly; none when it is smaller. */
export function blocksWithin({ prefixLength }: Pick<Block, "prefixLength">, length: number): number {
  return length < prefixLength ? 0 : 2 ** (length - prefixLength);
}

/**
 * Joins halves of one block as long as there are any.
 * @param blocks that do not overlap
 * @param shortest prefix length that may come of it
 */
export function joinBlocks(blocks: Iterable<Block>, shortest: number): Block[] {
  const byFirst = new Map<AddressKey, Block>();
  for (const block of blocks) {
    let joined = block;
    while (joined.prefixLength > shortest) {
      const sibling = siblingOf(joined);
      if (byFirst.get(sibling.first)?.prefixLength !== sibling.prefixLength) break;
      byFirst.delete(sibling.first);
      joined = doubled(joined);
    }
    byFirst.set(joined.first, joined);
  }
  return [...byFirst.values()].toSorted((a, b) => (a.first < b.first ? -1 : 1));
}

/**
 * Blocks that some may be joined with, if they are there, step by step up to the whole.
 *
 * @param blocks that do not overlap
 * @param stretch a range in which there are no blocks but these, if there is one
 * @param shortest as for {@link joinBlocks}
 */
export function siblingsOutside(blocks: readonly Block[], stretch: Run | undefined, shortest: number): Block[] {
  const lengths = new Map(blocks.map(({ first, prefixLength }) => [first, prefixLength]));
  const outside = new Map<string, Block>();
  for (const block of blocks) {
    for (let at = block; at.prefixLength > shortest; at = doubled(at)) {
      const sibling = siblingOf(at);
      const { lo, hi } = runOfBlock(sibling);
      const isInside = stretch !== undefined && stretch.lo <= lo && hi <= stretch.hi;
      // What is known not to be free as a whole ends it: nothing larger is.
      if (isInside && lengths.get(sibling.first) !== sibling.prefixLength) break;
      if (!isInside) outside.set(`${sibling.first}/${sibling.prefixLength}`, sibling);
    }
  }
  return [...outside.values()];
}
