import type { OpenStorage, TextSteps } from "../../contract/storage/storage.ts";
import { prefixPattern } from "../../storage/like.ts";
import { type SearchTerms, searchTermsOf } from "../../storage/search-text.ts";
import { addressHolders, macHolders } from "../addresses/address-holders.ts";
import { deviceNeedles, type DeviceNeedles, searchedCondition } from "./device-queries.ts";
import { END_OF_NAMES, rangesOfNames } from "./name-ranges.ts";
import { type Ask, askOf, devicesOf, MAX_SORTED_DEVICES, orderedDevicePages } from "./ordered-devices.ts";
import { RankedSearch } from "./ranked-search.ts";
import { SeqSet } from "./seq-set.ts";
import { textMatches } from "./text-matches.ts";
import { type DeviceCondition, walkedDevicePages } from "./walked-devices.ts";

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
  yield* new RankedSearch(storage, q, signal).pages();
}

/**
 * A search on a storage whose statements keep the event loop to themselves: each of them looks at a bounded number of rows. The best
 * come first, from the indexes of addresses and of names, before the rest is looked for. The rest is put in order where it is few;
 * where it is many, a walk along the names meets them soon.
 */
class SteppedSearch {
  readonly #ask: Ask;
  readonly #steps: TextSteps;
  readonly #terms: SearchTerms;
  readonly #needles: DeviceNeedles;
  readonly #sent = new SeqSet();

  constructor(ask: Ask, steps: TextSteps, q: string) {
    this.#ask = ask;
    this.#steps = steps;
    this.#terms = searchTermsOf(q);
    this.#needles = deviceNeedles(q);
  }

  async *pages(): AsyncGenerator<readonly string[], void> {
    for (const group of [await this.#holders(), await this.#named()]) {
      takeFrom(group, this.#sent);
      for (const seq of group) this.#sent.add(seq);
      yield* orderedDevicePages(this.#ask, group);
    }
    yield* this.#beginningSo();
    const rest = await this.#rest(MAX_SORTED_DEVICES);
    if (rest !== undefined) return yield* orderedDevicePages(this.#ask, rest);
    yield* walkedDevicePages(this.#ask, this.#condition(), this.#sent);
    // Renamed meanwhile, to where the walk had been already.
    const moved = await this.#rest(Infinity);
    if (moved !== undefined) yield* orderedDevicePages(this.#ask, moved);
  }

  /** Devices that hold the one address, or have the one hardware address, that `q` names. */
  async #holders(): Promise<SeqSet> {
    const holders = new SeqSet();
    const { range, macs } = this.#needles;
    if (range !== null && range.lo === range.hi) await addAll(addressHolders(this.#ask, range), holders);
    if (macs !== null && macs.lo === macs.hi) await addAll(macHolders(this.#ask, macs), holders);
    return holders;
  }

  /** Devices of the name `q`. */
  async #named(): Promise<SeqSet> {
    return await devicesOf(this.#ask, {
      // The signs keep SQLite from walking along the names, whose order it sees.
      sql: "select seq, name as k1, id as k2 from device where name_key = ? and (+name, +id) > (?, ?)",
      params: [this.#terms.needle],
      orderBy: "+name, +id",
    });
  }

  /** Devices whose name begins with `q`, of which one has searched too. */
  async *#beginningSo(): AsyncGenerator<readonly string[], void> {
    const { needle } = this.#terms;
    const condition = this.#condition();
    const first = await this.#ask<{ seq: number; is_match: number }>(
      `select t.seq, case when ${condition.sql} then 1 else 0 end as is_match from device t
       where t.name_key >= ? and t.name_key < ? limit ${MAX_SORTED_DEVICES}`,
      [...condition.params, needle, needle + END_OF_NAMES],
    );
    if (first.length === MAX_SORTED_DEVICES)
      return yield* walkedDevicePages(
        this.#ask,
        { sql: `t.name_key like ? escape '\\' and ${condition.sql}`, params: [prefixPattern(needle), ...condition.params] },
        this.#sent,
        rangesOfNames(needle),
      );
    const group = new SeqSet();
    for (const { seq, is_match: isMatch } of first) if (isMatch === 1 && !this.#sent.has(seq)) group.add(seq);
    for (const seq of group) this.#sent.add(seq);
    yield* orderedDevicePages(this.#ask, group);
  }

  /** Devices that match and were not given; undefined where they are more than so many. */
  async #rest(most: number): Promise<SeqSet | undefined> {
    const rest = new SeqSet();
    const { range, macs } = this.#needles;
    for (const found of [
      textMatches(this.#ask, this.#steps, this.#terms.match),
      ...(range === null ? [] : [addressHolders(this.#ask, range)]),
      ...(macs === null ? [] : [macHolders(this.#ask, macs)]),
    ]) {
      for await (const seqs of found) {
        for (const seq of seqs) if (!this.#sent.has(seq)) rest.add(seq);
        if (rest.size > most) return undefined;
      }
    }
    return rest;
  }

  /** What matches, as a condition on one device. */
  #condition(): DeviceCondition {
    return searchedCondition(this.#terms.match, this.#needles, "instr(t.search_text, ?) > 0");
  }
}

async function addAll(found: AsyncIterable<readonly number[]>, into: SeqSet): Promise<void> {
  for await (const seqs of found) for (const seq of seqs) into.add(seq);
}

/** Takes what both have out of the first set. */
function takeFrom(group: SeqSet, others: SeqSet): void {
  for (const seq of group) if (others.has(seq)) group.delete(seq);
}
