/** Ranges that names are looked for in, at most. */
const MAX_RANGES = 16;

/** Characters that are folded to one of ASCII and are neither it nor its capital letter: KELVIN SIGN and so on. */
const FOLDED_ALIKE: Readonly<Record<string, string>> = { k: "\u212a", i: "\u0130", ";": "\u037e", "`": "\u1fef" };

const ASCII = /^[\0-\x7f]$/;

/** After a text, it is above every text that begins so. */
export const END_OF_NAMES = "\u{10ffff}";

/** Names from one text on, and below another. */
export interface NameRange {
  readonly from: string;
  /** Null for the end of all names. */
  readonly below: string | null;
}

/** All names. */
export const ALL_NAMES: NameRange = { from: "", below: null };

/**
 * Where the names are that begin with a text once they are folded, in the order of names: a range for each way in which its first
 * characters may be written. Other names may lie there too.
 *
 * @param folded that names begin with
 */
export function rangesOfNames(folded: string): readonly NameRange[] {
  let beginnings = [""];
  for (const character of folded) {
    if (!ASCII.test(character)) break;
    const written = [...new Set([character, character.toUpperCase(), FOLDED_ALIKE[character] ?? character])];
    if (beginnings.length * written.length > MAX_RANGES) break;
    beginnings = beginnings.flatMap((beginning) => written.map((one) => beginning + one));
  }
  return beginnings.toSorted().map((from) => (from === "" ? ALL_NAMES : { from, below: from + END_OF_NAMES }));
}
