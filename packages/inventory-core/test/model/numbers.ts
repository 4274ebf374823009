import ipaddr from "ipaddr.js";

/**
 * Addresses as plain numbers, made without the engine's own arithmetic: IPv4 from 0, IPv6 from 2^128, so that one
 * comparison orders both and no range reaches from one family into the other.
 */
const IPV6_FROM = 1n << 128n;

export const isIpv4 = (n: bigint): boolean => n < IPV6_FROM;

const valueOf = (n: bigint): bigint => (isIpv4(n) ? n : n - IPV6_FROM);

/** The number of an address text; an IPv4-mapped IPv6 address is the IPv4 address. */
export function numberOf(text: string): bigint {
  const address = ipaddr.process(text);
  const value = address.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return address.kind() === "ipv4" ? value : IPV6_FROM + value;
}

const texts = new Map<bigint, string>();

/** Canonical text (RFC 5952). */
export function textOf(n: bigint): string {
  const known = texts.get(n);
  if (known !== undefined) return known;
  const bytes: number[] = [];
  for (let rest = valueOf(n), left = isIpv4(n) ? 4 : 16; left > 0; left -= 1, rest >>= 8n) bytes.unshift(Number(rest & 255n));
  const address = ipaddr.fromByteArray(bytes);
  const text = address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
  texts.set(n, text);
  return text;
}

/** How tables spell an address. */
export const columnOf = (n: bigint): string =>
  isIpv4(n) ? `4${valueOf(n).toString(16).padStart(8, "0")}` : `6${valueOf(n).toString(16).padStart(32, "0")}`;

/** {@link columnOf} read back. */
export const numberOfColumn = (column: string): bigint => BigInt(`0x${column.slice(1)}`) + (column.startsWith("4") ? 0n : IPV6_FROM);

/** An interval of addresses, both ends in it. */
export interface Span {
  readonly lo: bigint;
  readonly hi: bigint;
}

export const within = (n: bigint, { lo, hi }: Span): boolean => lo <= n && n <= hi;

export const sizeOf = ({ lo, hi }: Span): bigint => hi - lo + 1n;

/** A subnet: its addresses and its prefix length. */
export interface Subnet extends Span {
  readonly prefix: number;
}

/** The subnet of a prefix length around an address. */
export function subnetAt(n: bigint, prefix: number): Subnet {
  const size = 1n << BigInt((isIpv4(n) ? 32 : 128) - prefix);
  const lo = n - (valueOf(n) % size);
  return { lo, hi: lo + size - 1n, prefix };
}

export const subnetText = ({ lo, prefix }: Subnet): string => `${textOf(lo)}/${prefix}`;

export function subnetOf(text: string): Subnet {
  const [address = "", prefix] = text.split("/");
  return subnetAt(numberOf(address), Number(prefix));
}

/** What is never handed out: network and broadcast address of IPv4 (/30 and shorter), the first address of IPv6 (/126 and shorter). */
export const endsOf = (subnet: Subnet): readonly bigint[] => {
  if (isIpv4(subnet.lo)) return subnet.prefix < 31 ? [subnet.lo, subnet.hi] : [];
  return subnet.prefix < 127 ? [subnet.lo] : [];
};

/** How counts are sent: exact, as text above 2^53 − 1. */
export const count = (n: bigint): number | string => (n > 9_007_199_254_740_991n ? String(n) : Number(n));
