import { type AddressKey, distance, keyOf, valueOf, familyOf } from "../../address/address-key.ts";
import { parseAddress, textOf } from "../../address/ip-address.ts";
import { keysOf, type Run, runContaining } from "../../address/runs.ts";
import type { ScanTargets } from "../../contract/scanning/scanner.ts";
import type { ScanBits } from "../scans/scan-bits.ts";

/** Addresses of a scan: each has an index, by which it is noted what was done. */
export class TargetSet implements ScanTargets {
  readonly #runs: readonly Run[];
  /** Index of the first address of each run. */
  readonly #starts: readonly number[];
  readonly #done: ScanBits;
  readonly #refused: readonly Run[];
  readonly #random: () => number;
  /** Of all addresses, those that are done as well. */
  readonly total: number;

  /**
   * @param runs what is to be probed, normalised
   * @param done what was done before, by index
   * @param refused what must not be probed after all, normalised
   * @param random from 0 up to 1, for the order
   */
  constructor(runs: readonly Run[], done: ScanBits, refused: readonly Run[] = [], random: () => number = Math.random) {
    this.#runs = runs;
    const starts: number[] = [];
    let total = 0;
    for (const { lo, hi } of runs) {
      starts.push(total);
      total += Number(distance(lo, hi));
    }
    this.#starts = starts;
    this.#done = done;
    this.#refused = refused;
    this.#random = random;
    this.total = total;
  }

  /** Addresses that are still to be probed. */
  get size(): number {
    return this.total - this.#done.count;
  }

  has(ip: string): boolean {
    const key = parseAddress(ip)?.key;
    return key !== undefined && textOf(key) === ip && this.indexOfKey(key) !== undefined && runContaining(this.#refused, key) === null;
  }

  /** Undefined for an address that is not of the scan. */
  indexOf(ip: string): number | undefined {
    const key = parseAddress(ip)?.key;
    return key === undefined ? undefined : this.indexOfKey(key);
  }

  indexOfKey(key: AddressKey): number | undefined {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const run = this.#runs[middle] as Run;
      if (key < run.lo) high = middle - 1;
      else if (key > run.hi) low = middle + 1;
      else return (this.#starts[middle] as number) + Number(distance(run.lo, key)) - 1;
    }
    return undefined;
  }

  /** What is still to be probed, in order. */
  remaining(): readonly Run[] {
    if (this.#done.count === 0) return this.#runs;
    const found: Run[] = [];
    let index = 0;
    for (const run of this.#runs) {
      let open: { lo: AddressKey; hi: AddressKey } | undefined;
      for (const key of keysOf(run)) {
        if (this.#done.has(index)) open = undefined;
        else if (open === undefined) found.push((open = { lo: key, hi: key }));
        else open.hi = key;
        index += 1;
      }
    }
    return found;
  }

  *[Symbol.iterator](): Generator<string> {
    const order = new Uint32Array(this.size);
    for (let index = 0, at = 0; index < this.total; index += 1) if (!this.#done.has(index)) order[at++] = index;
    for (let last = order.length - 1; last >= 0; last -= 1) {
      const other = Math.floor(this.#random() * (last + 1));
      const index = order[other] as number;
      order[other] = order[last] as number;
      yield textOf(this.#keyAt(index));
    }
  }

  #keyAt(index: number): AddressKey {
    let nth = this.#starts.findLastIndex((start) => start <= index);
    nth = Math.max(0, nth);
    const { lo } = this.#runs[nth] as Run;
    return keyOf(familyOf(lo), valueOf(lo) + BigInt(index - (this.#starts[nth] as number)));
  }
}
