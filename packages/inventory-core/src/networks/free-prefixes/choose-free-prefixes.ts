import type { AddressKey } from "../../address/address-key.ts";
import { type Cidr, cidrOf, rangeToCidrs } from "../../address/cidr.ts";
import { nextKey, previousKey } from "../../address/address-key.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { networkErrors } from "../network.errors.ts";

/** What blocks are wished for. */
export interface PrefixWish {
  readonly length: number;
  readonly count: number;
  readonly strategy: "lowest" | "sparse";
}

interface Parent {
  readonly space: number;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
  readonly prefix_length: number;
}

interface Interval {
  readonly lo: AddressKey;
  readonly hi: AddressKey;
}

const PAGE = 1000;

/** @returns `count` free blocks in the order they are to be named, or the largest that is free when there are not enough */
export async function chooseFreePrefixes(
  change: Change,
  parentId: string,
  wish: PrefixWish,
): Promise<{ readonly cidrs: readonly Cidr[] } | { readonly largest: string | null }> {
  const parent = await change.get<Parent>("select space, first_key, last_key, prefix_length from network where id = ?", [parentId]);
  if (parent === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id: parentId });
  const blocks = new FreeBlocks();
  let at: AddressKey | null = parent.first_key;
  let isEmpty = true;
  for await (const { lo, hi } of merged(occupied(change, parentId, parent))) {
    isEmpty = false;
    if (at !== null && lo > at) for (const cidr of rangeToCidrs(at, previousKey(lo) as AddressKey)) blocks.add(cidr);
    if (at !== null && hi >= at) at = hi >= parent.last_key ? null : nextKey(hi);
  }
  if (at !== null) for (const cidr of rangeToCidrs(at, parent.last_key)) blocks.add(cidr);
  const largest = blocks.largest()?.text ?? null;
  const cidrs: Cidr[] = [];
  for (let index = 0; index < wish.count; index += 1) {
    const block = wish.strategy === "lowest" ? blocks.smallest(wish.length) : blocks.largest();
    if (block === undefined || block.prefixLength > wish.length) return { largest };
    const isMiddle = wish.strategy === "sparse" && !(isEmpty && index === 0) && block.prefixLength < wish.length;
    cidrs.push(blocks.take(block, wish.length, isMiddle));
  }
  return { cidrs };
}

function occupied(change: Change, parentId: string, { space, first_key: first, last_key: last, prefix_length: length }: Parent) {
  const page = async (sql: string, params: readonly (string | number)[], after: AddressKey) =>
    await change.all<Interval>(`${sql} limit ${PAGE}`, [...params, after, last]);
  return [
    pages(
      first,
      async (after) =>
        await page(
          "select first_key as lo, last_key as hi from network where space = ? and prefix_length > ? and first_key >= ? and first_key <= ? " +
            "order by first_key, prefix_length",
          [space, length],
          after,
        ),
    ),
    pages(
      first,
      async (after) =>
        await page(
          "select start_key as lo, end_key as hi from pool where network_id = ? and start_key >= ? and start_key <= ? order by start_key",
          [parentId],
          after,
        ),
    ),
    pages(
      first,
      async (after) => await page("select lo, hi from taken_run where space = ? and hi >= ? and lo <= ? order by lo", [space], after),
    ),
  ];
}

async function* pages(first: AddressKey, page: (after: AddressKey) => Promise<Interval[]>): AsyncGenerator<Interval> {
  for (let after: AddressKey | null = first; after !== null;) {
    const rows: Interval[] = await page(after);
    yield* rows;
    after = rows.length < PAGE ? null : nextKey((rows.at(-1) as Interval).hi);
  }
}

async function* merged(sources: readonly AsyncGenerator<Interval>[]): AsyncGenerator<Interval> {
  const heads = await Promise.all(sources.map(async (source) => (await source.next()) as IteratorResult<Interval, undefined>));
  for (;;) {
    let lowest = -1;
    for (const [index, { value }] of heads.entries())
      if (value !== undefined && (lowest === -1 || value.lo < (heads[lowest]?.value?.lo as string))) lowest = index;
    if (lowest === -1) return;
    yield heads[lowest]?.value as Interval;
    heads[lowest] = (await (sources[lowest] as AsyncGenerator<Interval>).next()) as IteratorResult<Interval, undefined>;
  }
}

/** Free aligned blocks by prefix length, each list by address. */
class FreeBlocks {
  readonly #byLength = new Map<number, Cidr[]>();

  add(cidr: Cidr): void {
    const list = this.#byLength.get(cidr.prefixLength) ?? [];
    const at = list.findLastIndex(({ first }) => first < cidr.first) + 1;
    list.splice(at, 0, cidr);
    this.#byLength.set(cidr.prefixLength, list);
  }

  /** The lowest of the smallest blocks that hold one of a length. */
  smallest(length: number): Cidr | undefined {
    for (let at = length; at >= 0; at -= 1) {
      const [first] = this.#byLength.get(at) ?? [];
      if (first !== undefined) return first;
    }
    return undefined;
  }

  largest(): Cidr | undefined {
    for (let at = 0; at <= 128; at += 1) {
      const [first] = this.#byLength.get(at) ?? [];
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** Takes a part of a block, at its start or from its middle on; what is left of it stays free. */
  take(block: Cidr, length: number, fromMiddle: boolean): Cidr {
    const list = this.#byLength.get(block.prefixLength) as Cidr[];
    list.splice(list.indexOf(block), 1);
    const [low, high] = halves(block);
    const first = fromMiddle && high !== undefined ? high.first : block.first;
    const chosen = cidrOf(first, length);
    if (fromMiddle && low !== undefined && high !== undefined) {
      this.add(low);
      this.#addRest(high, chosen);
    } else this.#addRest(block, chosen);
    return chosen;
  }

  #addRest(block: Cidr, chosen: Cidr): void {
    for (let at = block; at.prefixLength < chosen.prefixLength;) {
      const [low, high] = halves(at) as [Cidr, Cidr];
      this.add(high);
      at = low;
    }
  }
}

function halves(block: Cidr): [] | [Cidr, Cidr] {
  if (block.first === block.last) return [];
  const low = cidrOf(block.first, block.prefixLength + 1);
  return [low, cidrOf(nextKey(low.last) as AddressKey, block.prefixLength + 1)];
}
