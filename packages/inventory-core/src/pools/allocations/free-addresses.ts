import { type AddressKey, previousKey } from "../../address/address-key.ts";
import { type Look, lowestFree, type Place } from "../../address-space/passed-over/lowest-free.ts";
import { MAX_SKIPPED, type Skipped, skippedIn } from "../../address-space/passed-over/skipped.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { PoolPlace } from "../pool-place.ts";

type SkippedKey = Skipped & { readonly key: AddressKey };

/** Free addresses of a pool in the order in which they are handed out, and what is passed over on the way. */
export class FreeAddresses {
  readonly keys: readonly AddressKey[];
  readonly #start: AddressKey;
  readonly #skipped: readonly SkippedKey[];

  /** @param start where they begin; those below it come after the last of the pool */
  constructor(keys: readonly AddressKey[], start: AddressKey, skipped: readonly SkippedKey[]) {
    this.keys = keys;
    this.#start = start;
    this.#skipped = skipped;
  }

  /** The first that are passed over, in the same order. */
  get skipped(): readonly Skipped[] {
    return this.#skipped.map(({ key: _, ...one }) => one);
  }

  /** Those of them that come before an address. */
  skippedBefore(last: AddressKey): readonly Skipped[] {
    const isAround = last < this.#start;
    const comesBefore = ({ key }: SkippedKey): boolean => (isAround ? key >= this.#start || key < last : key >= this.#start && key < last);
    return this.#skipped.filter(comesBefore).map(({ key: _, ...one }) => one);
  }
}

/** The next `count` free addresses of a pool from an address on, and from its first on where there are not so many. */
export async function freeAddresses(
  queries: Queries,
  { space, start_key: first, end_key: last }: PoolPlace,
  start: AddressKey,
  count: number,
  look: Look,
): Promise<FreeAddresses> {
  if (count === 0) return new FreeAddresses([], start, []);
  const from = start <= first || start > last ? first : start;
  const ranges: Place[] = [{ space, lo: from, hi: last }];
  if (from > first) ranges.push({ space, lo: first, hi: previousKey(from) ?? first });
  const keys: AddressKey[] = [];
  const skipped: SkippedKey[] = [];
  for (const place of ranges) {
    if (keys.length === count) break;
    const found = await lowestFree(queries, place, count - keys.length, look);
    keys.push(...found.keys);
    if (!found.hasPassed || skipped.length >= MAX_SKIPPED) continue;
    // Where there are not enough, all of the range was looked through.
    const hi = keys.length === count ? (found.keys.at(-1) ?? place.hi) : place.hi;
    skipped.push(...(await skippedIn(queries, { ...place, hi }, found.keys, look)));
  }
  return new FreeAddresses(keys, from, skipped.slice(0, MAX_SKIPPED));
}
