import type { OpenStorage, TextSteps } from "../../contract/storage/storage.ts";
import { currentPages } from "../../storage/documents.ts";
import { prefixPattern } from "../../storage/like.ts";
import { type SearchTerms, searchTermsOf } from "../../storage/search-text.ts";
import { addressHolders, macHolders } from "../addresses/address-holders.ts";
import { deviceDocuments } from "../device-rows.ts";
import { deviceNeedles, type DeviceNeedles, deviceSearch } from "./device-queries.ts";
import { type Ask, askOf, devicePages, MAX_SORTED_DEVICES, namedLike, orderedDevicePages } from "./ordered-devices.ts";
import { SeqSet } from "./seq-set.ts";
import { textMatches } from "./text-matches.ts";

/**
 * Documents of devices that match a text, in pages: those that hold the address `q`, or have it as a hardware address,
 * first, then those of this name, then those
 * whose name begins so, then the rest, each by name and id.
 *
 * @throws the reason of `signal` when it is aborted: no further statement is made
 */
export async function* deviceSearchPages(storage: OpenStorage, q: string, signal?: AbortSignal): AsyncGenerator<readonly string[], void> {
  const { steps } = storage.text;
  if (steps !== undefined) return yield* new SteppedSearch(askOf(storage, signal), steps, q).pages();
  const { sql, params } = deviceSearch(storage.text, q, deviceNeedles(q));
  yield* currentPages(storage, deviceDocuments, storage.pages<{ doc: string }>(sql, params, signal));
}

/**
 * A search on a storage whose statements keep the event loop to themselves: each of them looks at a bounded number of rows.
 * What matches is a bit for each device; order comes from the index of names.
 */
class SteppedSearch {
  readonly #ask: Ask;
  readonly #steps: TextSteps;
  readonly #terms: SearchTerms;
  readonly #needles: DeviceNeedles;

  constructor(ask: Ask, steps: TextSteps, q: string) {
    this.#ask = ask;
    this.#steps = steps;
    this.#terms = searchTermsOf(q);
    this.#needles = deviceNeedles(q);
  }

  async *pages(): AsyncGenerator<readonly string[], void> {
    const matches = new SeqSet();
    const holders = new SeqSet();
    await this.#find(this.#terms.match, matches);
    await this.#findHolders(matches, holders);
    if (matches.size === 0) return;
    if (matches.size <= MAX_SORTED_DEVICES) return yield* devicePages(this.#ask, await this.#sorted(matches, holders));
    const { names, prefixes } = await namedLike(this.#ask, matches, this.#terms.needle);
    for (const group of [holders, names, prefixes]) yield* orderedDevicePages(this.#ask, takeFrom(matches, group));
    yield* orderedDevicePages(this.#ask, matches);
  }

  async #find(match: readonly string[], into: SeqSet): Promise<void> {
    for await (const seqs of textMatches(this.#ask, this.#steps, match)) for (const seq of seqs) into.add(seq);
  }

  /** Devices with an address, or a hardware address, inside the range that `q` names. */
  async #findHolders(matches: SeqSet, holders: SeqSet): Promise<void> {
    const { range, macs } = this.#needles;
    if (range !== null) await addAll(addressHolders(this.#ask, range), range.lo === range.hi ? [matches, holders] : [matches]);
    if (macs !== null) await addAll(macHolders(this.#ask, macs), macs.lo === macs.hi ? [matches, holders] : [matches]);
  }

  /** A few devices, in the order of the answer. */
  async #sorted(matches: SeqSet, holders: SeqSet): Promise<number[]> {
    if (matches.size === 1) return [...matches];
    const rows = await this.#ask<{ seq: number }>(
      `select seq from device where seq = any(?)
       order by case when seq = any(?) then 0 when name_key = ? then 1 when name_key like ? escape '\\' then 2 else 3 end, name, id`,
      [[...matches], [...holders], this.#terms.needle, prefixPattern(this.#terms.needle)],
    );
    return rows.map(({ seq }) => seq);
  }
}

async function addAll(found: AsyncIterable<readonly number[]>, sets: readonly SeqSet[]): Promise<void> {
  for await (const seqs of found) for (const seq of seqs) for (const set of sets) set.add(seq);
}

/** Moves what both have out of the first set. */
function takeFrom(matches: SeqSet, group: SeqSet): SeqSet {
  const taken = new SeqSet();
  for (const seq of group) if (matches.delete(seq)) taken.add(seq);
  return taken;
}
