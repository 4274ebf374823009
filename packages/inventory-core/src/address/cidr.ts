import { type AddressKey, type Family, familyOf, keyOf, nextKey, valueOf } from "./address-key.ts";
import { parseAddress, textOf } from "./ip-address.ts";

/** A network: first and last address, prefix length, canonical text. */
export interface Cidr {
  readonly family: Family;
  readonly prefixLength: number;
  readonly first: AddressKey;
  readonly last: AddressKey;
  readonly text: string;
}

/** Outcome of {@link parseCidr}; for `host-bits`, `network` is the CIDR that was probably meant. */
export type CidrParse =
  | { readonly ok: true; readonly cidr: Cidr }
  | { readonly ok: false; readonly problem: "syntax" | "missing-prefix-length" | "host-bits"; readonly network?: string };

const BITS = { 4: 32, 6: 128 } as const;

function hostMask(family: Family, prefixLength: number): bigint {
  return (1n << BigInt(BITS[family] - prefixLength)) - 1n;
}

/** The network of a prefix length that contains an address; host bits are masked away. */
export function cidrOf(first: AddressKey, prefixLength: number): Cidr {
  const family = familyOf(first);
  const mask = hostMask(family, prefixLength);
  const value = valueOf(first);
  const low = value - (value & mask);
  const lowKey = keyOf(family, low);
  return { family, prefixLength, first: lowKey, last: keyOf(family, low + mask), text: `${textOf(lowKey)}/${prefixLength}` };
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

/** Parses a subnet strictly: a prefix length is needed, host bits must be zero. */
export function parseCidr(text: string): CidrParse {
  if (!text.includes("/")) return { ok: false, problem: parseAddress(text) === null ? "syntax" : "missing-prefix-length" };
  const parts = parseParts(text);
  if (parts === null) return { ok: false, problem: "syntax" };
  const cidr = cidrOf(parts.key, parts.prefixLength);
  return cidr.first === parts.key ? { ok: true, cidr } : { ok: false, problem: "host-bits", network: cidr.text };
}

/** Text that sorts networks by first address, then by prefix length: `40a000000/008`. */
export function cidrKey({ first, prefixLength }: { readonly first: AddressKey; readonly prefixLength: number }): string {
  return `${first}/${String(prefixLength).padStart(3, "0")}`;
}

/** {@link cidrKey} of every network that contains an address, shortest prefix first: 33 for IPv4, 129 for IPv6. */
export function coveringCidrKeys(key: AddressKey): string[] {
  const family = familyOf(key);
  const value = valueOf(key);
  const keys: string[] = [];
  for (let prefixLength = 0; prefixLength <= BITS[family]; prefixLength += 1) {
    const first = keyOf(family, value - (value & hostMask(family, prefixLength)));
    keys.push(cidrKey({ first, prefixLength }));
  }
  return keys;
}

/** Blocks of a prefix length that meet the range `lo`–`hi`, each with the part of it inside the range. */
export function* subdivide(
  lo: AddressKey,
  hi: AddressKey,
  prefixLength: number,
): Generator<{ readonly cidr: Cidr; readonly lo: AddressKey; readonly hi: AddressKey }> {
  for (let at: AddressKey | null = lo; at !== null && at <= hi; ) {
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

