import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

/**
 * Any Unicode character but half of a surrogate pair, for `fc.string({ unit: ANY_CHARACTER })`. The unit "binary" of fast-check means the
 * same, but builds a table of all characters in each process, which takes over a second.
 */
export const ANY_CHARACTER = fc
  .nat(0x10_ffff - SURROGATES.count)
  .map((point) => String.fromCodePoint(point < SURROGATES.first ? point : point + SURROGATES.count));
