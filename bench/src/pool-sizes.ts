import { type Base, ipv4, IPV6 } from "./rows/address-text.ts";
import type { PoolFill } from "./rows/pool-fill.ts";

export interface PoolSize {
  readonly name: string;
  /** Prefix length of blocks that are a sixteenth of it. */
  readonly fold: number;
  /** Networks of this size, which do not overlap those of other sizes. */
  readonly fill: (nth: number, percent: number, by: PoolFill["by"]) => PoolFill;
}

const sized =
  (length: number, last: number, base: (nth: number) => Base, subnet: (nth: number) => string): PoolSize["fill"] =>
  (nth, percent, by) => ({ subnet: `${subnet(nth)}/${length}`, base: base(nth), first: 1, last, percent, by });

export const SLASH_24: PoolSize = {
  name: "/24",
  fold: 28,
  fill: sized(
    24,
    254,
    (nth) => ipv4(10, 0, nth),
    (nth) => `10.0.${nth}.0`,
  ),
};
export const SLASH_16: PoolSize = {
  name: "/16",
  fold: 20,
  fill: sized(
    16,
    65_534,
    (nth) => ipv4(20, nth),
    (nth) => `20.${nth}.0.0`,
  ),
};
export const SLASH_8: PoolSize = {
  name: "/8",
  fold: 12,
  fill: sized(
    8,
    2 ** 24 - 2,
    (nth) => ipv4(30 + nth),
    (nth) => `${30 + nth}.0.0.0`,
  ),
};
/** Of an IPv6 /64, the first 65,534 addresses are as full as is said. */
export const V6_64: PoolSize = {
  name: "IPv6 /64",
  fold: 68,
  fill: (nth, percent, by) => {
    const group = (nth + 1).toString(16);
    const base: Base = { family: 6, value: IPV6.value + (BigInt(nth + 1) << 64n) };
    return {
      subnet: `2001:db8:0:${group}::/64`,
      base,
      first: 1,
      last: 65_534,
      end: `2001:db8:0:${group}:ffff:ffff:ffff:ffff`,
      percent,
      by,
    };
  },
};

export const POOL_SIZES = [SLASH_24, SLASH_16, SLASH_8, V6_64];
