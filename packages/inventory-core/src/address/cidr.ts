import { type AddressKey, type Family, familyOf, nextKey } from "./address-key.ts";
import { parseAddress, textOf } from "./ip-address.ts";

/** A network (RFC 4632): first and last address, prefix length in bits, canonical text such as `10.0.0.0/8`. */
export interface Cidr {
  readonly family: Family;
  readonly prefixLength: number;
  readonly first: AddressKey;
  readonly last: AddressKey;
  readonly text: string;
}

/** A network without its text: an aligned block of addresses. */
export type Block = Pick<Cidr, "first" | "prefixLength">;

/** Outcome of {@link parseCidr}; for `host-bits`, `network` is the CIDR that was probably meant. */
export type CidrParse =
  | { readonly ok: true; readonly cidr: Cidr }
  | { readonly ok: false; readonly problem: "syntax" | "missing-prefix-length" | "host-bits"; readonly network?: string };

const BITS = { 4: 32, 6: 128 } as const;
const ZEROS = "0".repeat(32);
const ONES = "f".repeat(32);

/** Lowest address of the network. Keys are hex text, so that at most one digit needs arithmetic. */
export function firstOf(key: AddressKey, prefixLength: number): AddressKey {
  const at = 1 + (prefixLength >> 2);
  if (at >= key.length) return key;
  const digit = Number.parseInt(key.charAt(at), 16) & ~(15 >> (prefixLength & 3));
  return key.slice(0, at) + digit.toString(16) + ZEROS.slice(0, key.length - at - 1);
}

/** Highest address of the network. */
export function lastOf(key: AddressKey, prefixLength: number): AddressKey {
  const at = 1 + (prefixLength >> 2);
  if (at >= key.length) return key;
  const digit = Number.parseInt(key.charAt(at), 16) | (15 >> (prefixLength & 3));
  return key.slice(0, at) + digit.toString(16) + ONES.slice(0, key.length - at - 1);
}

/**
 * The network of a prefix length that contains an address; host bits are masked away. Throws a RangeError when the family
 * has no such prefix length.
 */
export function cidrOf(first: AddressKey, prefixLength: number): Cidr {
  const family = familyOf(first);
  if (!Number.isInteger(prefixLength) || prefixLength < 0 || prefixLength > BITS[family]) {
    throw new RangeError(`IPv${family} has no prefix length ${prefixLength}`);
  }
  const low = firstOf(first, prefixLength);
  return { family, prefixLength, first: low, last: lastOf(first, prefixLength), text: `${textOf(low)}/${prefixLength}` };
}

/** Splits and parses address and prefix length; IPv4-mapped IPv6 of 96 bits and more is IPv4. */
function parseParts(text: string): { readonly key: AddressKey; readonly prefixLength: number } | null {
  const slash = text.indexOf("/");
  const digits = text.slice(slash + 1);
  const address = parseAddress(text.slice(0, slash));
  if (address === null || !/^(0|[1-9][0-9]{0,2})$/.test(digits)) return null;
  const written = text.slice(0, slash).includes(":") ? 6 : 4;
  const length = Number(digits);
  if (length > BITS[written]) return null;
  if (written === 6 && address.family === 4) {
    if (length >= 96) return { key: address.key, prefixLength: length - 96 };
    return { key: `600000000000000000000ffff${address.key.slice(1)}`, prefixLength: length };
  }
  return { key: address.key, prefixLength: length };
}

/**
 * Parses a subnet strictly: a prefix length is needed, in plain decimal, and host bits must be zero. A network of
 * IPv4-mapped addresses is the IPv4 network when its length is 96 or more.
 * @example parseCidr("10.0.0.5/24") is `{ ok: false, problem: "host-bits", network: "10.0.0.0/24" }`
 */
export function parseCidr(text: string): CidrParse {
  if (!text.includes("/")) return { ok: false, problem: parseAddress(text) === null ? "syntax" : "missing-prefix-length" };
  const parts = parseParts(text);
  if (parts === null) return { ok: false, problem: "syntax" };
  const cidr = cidrOf(parts.key, parts.prefixLength);
  return cidr.first === parts.key ? { ok: true, cidr } : { ok: false, problem: "host-bits", network: cidr.text };
}

/** Whether the address lies in the network. */
export function containsKey(cidr: Cidr, key: AddressKey): boolean {
  return cidr.first <= key && key <= cidr.last;
}

/** Whether the whole inclusive range `lo`–`hi` lies in the network. */
export function containsRange(cidr: Cidr, lo: AddressKey, hi: AddressKey): boolean {
  return cidr.first <= lo && hi <= cidr.last;
}

/** Whether `inner` lies in `outer`; every network contains itself. */
export function cidrContains(outer: Cidr, inner: Cidr): boolean {
  return containsRange(outer, inner.first, inner.last);
}

/** Whether two networks share an address, that is, whether one contains the other. */
export function cidrsOverlap(a: Cidr, b: Cidr): boolean {
  return a.first <= b.last && b.first <= a.last;
}

/** Text that sorts networks by first address, then by prefix length: `40a000000/008`. */
export function cidrKey({ first, prefixLength }: { readonly first: AddressKey; readonly prefixLength: number }): string {
  return `${first}/${String(prefixLength).padStart(3, "0")}`;
}

/**
 * {@link cidrKey} of every network that contains an address, shortest prefix first: 33 for IPv4, 129 for IPv6, or those
 * of some prefix lengths.
 * @param least of the prefix lengths
 */
export function coveringCidrKeys(key: AddressKey, lengths?: ReadonlySet<number>, least = 0): string[] {
  const longest = BITS[familyOf(key)];
  const keys: string[] = [];
  for (let prefixLength = least; prefixLength <= longest; prefixLength += 1) {
    if (lengths === undefined || lengths.has(prefixLength)) keys.push(cidrKey({ first: firstOf(key, prefixLength), prefixLength }));
  }
  return keys;
}

/** The fewest blocks that make up an inclusive range of one family, in order; none when `lo` is above `hi`. */
export function blocksOfRange(lo: AddressKey, hi: AddressKey): Block[] {
  const blocks: Block[] = [];
  for (let at: AddressKey | null = lo; at !== null && at <= hi;) {
    let prefixLength = shortestAt(at);
    while (lastOf(at, prefixLength) > hi) prefixLength += 1;
    blocks.push({ first: at, prefixLength });
    at = nextKey(lastOf(at, prefixLength));
  }
  return blocks;
}

/** The shortest prefix length of a block that begins with an address. */
function shortestAt(key: AddressKey): number {
  let digits = key.length - 1;
  while (digits > 0 && key.charAt(digits) === "0") digits -= 1;
  if (digits === 0) return 0;
  const digit = Number.parseInt(key.charAt(digits), 16);
  // Trailing zero bits of the last digit that is not zero.
  const zeros = 31 - Math.clz32(digit & -digit);
  return digits * 4 - zeros;
}

/**
 * The fewest networks that make up an inclusive range of one family, in order; none when `lo` is above `hi`.
 * @example 10.0.0.1–10.0.0.4 is 10.0.0.1/32, 10.0.0.2/31, 10.0.0.4/32
 */
export function rangeToCidrs(lo: AddressKey, hi: AddressKey): Cidr[] {
  return blocksOfRange(lo, hi).map(({ first, prefixLength }) => cidrOf(first, prefixLength));
}

/** Blocks of a prefix length that meet the range `lo`–`hi`, each with the part of it inside the range. */
export function* subdivide(
  lo: AddressKey,
  hi: AddressKey,
  prefixLength: number,
): Generator<{ readonly cidr: Cidr; readonly lo: AddressKey; readonly hi: AddressKey }> {
  for (let at: AddressKey | null = lo; at !== null && at <= hi;) {
    const cidr = cidrOf(at, prefixLength);
    const end = cidr.last < hi ? cidr.last : hi;
    yield { cidr, lo: at, hi: end };
    at = nextKey(cidr.last);
  }
}

/** An address or CIDR, host bits allowed, as a range to look in; null for anything else. */
export function parseNeedle(text: string): { readonly lo: AddressKey; readonly hi: AddressKey } | null {
  if (!text.includes("/")) {
    const address = parseAddress(text);
    return address === null ? null : { lo: address.key, hi: address.key };
  }
  const parts = parseParts(text);
  if (parts === null) return null;
  const cidr = cidrOf(parts.key, parts.prefixLength);
  return { lo: cidr.first, hi: cidr.last };
}

/**
 * The block of all addresses that begin with some whole octets, or groups of IPv6: two or more, with or without a separator after them.
 * Null for anything else.
 * @example parsePart("10.64.7") is 10.64.7.0/24, parsePart("2001:db8:") is 2001:db8::/32
 */
export function parsePart(text: string): Block | null {
  const [, octets, groups] = /^(?:(\d+(?:\.\d+){1,2})\.?|([0-9a-f]+(?::[0-9a-f]+){1,6}):?)$/i.exec(text) ?? [];
  const count = (octets?.split(".") ?? groups?.split(":") ?? []).length;
  const address = parseAddress(octets === undefined ? `${groups}::` : octets + ".0".repeat(4 - count));
  // All but a few addresses that begin as IPv4-mapped ones are IPv6.
  if (address === null || address.family !== (octets === undefined ? 6 : 4)) return null;
  return { first: address.key, prefixLength: count * (address.family === 4 ? 8 : 16) };
}
