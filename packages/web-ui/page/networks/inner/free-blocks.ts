import type { FreePrefix } from "@cadastre/client";
import { compareRanges, parseSubnet, type Range } from "../../addresses/ip.ts";

/** Free blocks that are shown of one network; there is a row that tells of more. */
export const MAX_BLOCKS = 50;

/** A free block of a network. */
export interface FreeBlock {
  readonly cidr: string;
  readonly range: Range;
}

/** What is free in a network: its first blocks by address. */
export interface FreeBlocks {
  readonly blocks: readonly FreeBlock[];
  /** Whether there are more than these. */
  readonly isCut: boolean;
}

/** @param found the first free prefixes of a network: one more than are shown, where there are more */
export const blocksOf = (found: readonly FreePrefix[]): FreeBlocks => ({
  blocks: found.slice(0, MAX_BLOCKS).map(({ cidr }) => ({ cidr, range: parseSubnet(cidr) })),
  isCut: found.length > MAX_BLOCKS,
});

/** Networks and the free blocks between them, by address. */
export function withFree<Inner extends { readonly range: Range }>(
  inner: readonly Inner[],
  { blocks }: FreeBlocks = { blocks: [], isCut: false },
): readonly (Inner | FreeBlock)[] {
  return [...inner, ...blocks].toSorted((one, other) => compareRanges(one.range, other.range));
}
