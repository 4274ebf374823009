import type { Ids } from "@cadastre/inventory-core";
import { SeededRandom } from "../soak/crash/seeded-random.ts";

/** Ids of one millisecond: what twelve bits of a UUID count. */
const PER_MS = 4096;

/** Largest number that sixteen bits hold. */
const MAX_16 = 0xffff;

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, "0");

/** Ids as the product makes them (UUID version 7), the same ones for the same seed, each above the one before. */
export class SeededIds implements Ids {
  readonly #random: SeededRandom;
  readonly #first: number;
  #made = 0;

  /** @param first milliseconds since 1970 of the first id */
  constructor(seed: number, first: number) {
    this.#random = new SeededRandom(seed);
    this.#first = first;
  }

  next(): string {
    const ms = hex(this.#first + Math.floor(this.#made / PER_MS), 12);
    const count = hex(this.#made % PER_MS, 3);
    this.#made += 1;
    const groups = Array.from({ length: 4 }, () => this.#random.between(0, MAX_16));
    // The highest bits of the fourth part are the variant.
    const [variant = 0, ...rest] = groups;
    return `${ms.slice(0, 8)}-${ms.slice(8)}-7${count}-${hex(0x8000 | (variant & 0x3fff), 4)}-${rest.map((part) => hex(part, 4)).join("")}`;
  }
}
