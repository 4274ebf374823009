/** Six or eight octets in lower case, joined by colons: the only spelling that is stored, answered and compared. */
const CANONICAL = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}(?:(?::[0-9a-f]{2}){2})?$/;

/** {@link CANONICAL} of six octets, which is what hosts of a network answer with. */
export const CANONICAL_MAC48 = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/;

/** Octets of a MAC address (EUI-48) and of an EUI-64. */
const OCTETS: ReadonlySet<number> = new Set([6, 8]);

/** Digits of each group where octets are joined without a separator: `aabb.ccdd.eeff`, `aabbcc-ddeeff`. */
const WIDE_GROUPS: ReadonlySet<number> = new Set([4, 6]);

const NEITHER = "a MAC address has 6 octets, an EUI-64 has 8";

/** A hardware address in its canonical form, or what is wrong with a text. */
export type MacParse = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

/**
 * Reads a hardware address in any usual spelling: octets of one or two digits joined by `:`, `-` or `.`, groups of four or six digits
 * joined alike, or digits alone; in either case, with spaces around.
 * @example parseMac("AA-BB-CC-0-1-2") and parseMac("aabb.cc00.0102") are both `aa:bb:cc:00:01:02`
 */
export function parseMac(text: string): MacParse {
  if (CANONICAL.test(text)) return { ok: true, text };
  const trimmed = text.trim().toLowerCase();
  const strange = /[^0-9a-f:.-]/u.exec(trimmed)?.[0];
  if (strange !== undefined) return wrong(`${JSON.stringify(strange)} is not a hexadecimal digit or a separator (: - .)`);
  const separators = new Set(trimmed.replaceAll(/[0-9a-f]/g, ""));
  if (separators.size > 1) return wrong("has more than one kind of separator");
  const [separator] = separators;
  const groups = separator === undefined ? [trimmed] : trimmed.split(separator);
  const digits = digitsOf(groups);
  if (digits === undefined) return wrong(`has a group of the wrong length: ${NEITHER}`);
  const octets = digits.length / 2;
  if (!OCTETS.has(octets)) return wrong(octets % 1 === 0 ? `has ${octets} octets: ${NEITHER}` : `has an odd number of digits: ${NEITHER}`);
  return { ok: true, text: joined(digits) };
}

/** Canonical hardware addresses in order, from the first to the last of a range. */
export interface MacRange {
  readonly lo: string;
  readonly hi: string;
}

/** What a text that is looked for names: one hardware address, or all with one beginning; null for anything else. */
export function macNeedle(text: string): MacRange | null {
  const parsed = parseMac(text);
  if (parsed.ok) return { lo: parsed.text, hi: parsed.text };
  const prefix = macPrefix(text);
  // No digit and no separator comes after "g".
  return prefix === undefined ? null : { lo: prefix, hi: `${prefix}g` };
}

/**
 * The canonical form of the beginning of a hardware address: with a separator after the first octet or group, or of six digits and more,
 * so that a word is not taken for one. Undefined for what is none, or is whole.
 * @example macPrefix("AA-BB") is `aa:bb`, macPrefix("aabb.c") is `aa:bb:c`
 */
function macPrefix(text: string): string | undefined {
  const match = /^(?:(?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\1)*[0-9a-f]{0,2}|(?:[0-9a-f]{4}([.-]))+[0-9a-f]{0,4}|[0-9a-f]{6,15})$/.exec(
    text.trim().toLowerCase(),
  );
  if (match === null) return undefined;
  const digits = match[0].replaceAll(/[^0-9a-f]/g, "");
  return digits.length > 16 ? undefined : joined(digits);
}

/** Octets of the end of a hardware address that its index holds. */
const END_OCTETS = 6;

/**
 * SQL: the last six octets of a hardware address, the last one first, so that an index finds addresses by their end.
 * @param column with a canonical address that is not empty
 */
export const macEndSql = (column: string): string =>
  Array.from({ length: END_OCTETS }, (_, octet) => `substr(${column}, length(${column}) - ${octet * 3 + 1}, 2)`).join(" || ");

/**
 * What {@link macEndSql} gives for hardware addresses that end as a text says: two to five octets with separators, or three to five
 * without; null for anything else.
 */
export function macEndNeedle(text: string): MacRange | null {
  const end = text.trim().toLowerCase();
  if (!/^(?:[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){0,3}|[0-9a-f]{4}[.-][0-9a-f]{4}|(?:[0-9a-f]{2}){3,5})$/.test(end))
    return null;
  const octets = (end.replaceAll(/[^0-9a-f]/g, "").match(/../g) ?? []).toReversed().join("");
  return { lo: octets, hi: `${octets}g` };
}

/** All digits of the groups, octets filled to two; undefined when groups are not of one kind. */
function digitsOf(groups: readonly string[]): string | undefined {
  const [first = ""] = groups;
  if (groups.length === 1) return first;
  if (WIDE_GROUPS.has(first.length)) return groups.every(({ length }) => length === first.length) ? groups.join("") : undefined;
  return groups.every(({ length }) => length === 1 || length === 2) ? groups.map((group) => group.padStart(2, "0")).join("") : undefined;
}

const joined = (digits: string): string => (digits.match(/../g) ?? []).join(":") + (digits.length % 2 === 0 ? "" : `:${digits.at(-1)}`);

const wrong = (problem: string): MacParse => ({ ok: false, problem });
