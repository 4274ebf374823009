import { isIpv4, numberOf, sizeOf, type Span, type Subnet, subnetAt, textOf } from "./numbers.ts";

/** Seeded random choices (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 ≤ x < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  of<T>(...choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] as T;
  }

  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let at = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, choice] of choices) if ((at -= weight) < 0) return choice;
    throw new RangeError("nothing to choose from");
  }

  /** An address of a span, near one of its ends. */
  within(span: Span, reach = 40): bigint {
    const size = sizeOf(span);
    const offset = BigInt(this.below(Number(size < BigInt(reach) ? size : BigInt(reach))));
    return this.chance(0.8) ? span.lo + offset : span.hi - offset;
  }

  /** An address out of a world so small that chance brings collisions, at times at the end of a family. */
  address(): bigint {
    if (this.chance(0.02))
      return numberOf(this.of("0.0.0.0", "255.255.255.254", "255.255.255.255", "::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"));
    if (this.chance(0.7)) return numberOf("10.0.0.0") + BigInt(this.below(this.of(64, 640)));
    return numberOf(this.of("2001:db8::", "2001:db8::", "2001:db8:0:1::")) + BigInt(this.below(this.of(16, 96)));
  }

  subnet(): Subnet {
    const n = this.address();
    return subnetAt(
      n,
      isIpv4(n)
        ? this.of(0, 8, 22, 23, 24, 24, 25, 26, 27, 28, 28, 29, 30, 31, 32)
        : this.of(0, 32, 48, 64, 64, 112, 120, 122, 124, 126, 127, 128),
    );
  }

  /** One of the spellings of an address. */
  spelling(n: bigint): string {
    const text = textOf(n);
    if (!this.chance(0.1)) return text;
    return isIpv4(n) ? `::ffff:${text}` : text.toUpperCase().replace("::", ":0::").replace(/^:0/, "0");
  }
}
