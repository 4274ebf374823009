import ipaddr from "ipaddr.js";

/** An address as a number, with its family. */
export interface Ip {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** The addresses of a subnet. */
export interface Range {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
  readonly prefix: number;
}

export const bitsOf = (family: 4 | 6): number => (family === 4 ? 32 : 128);

/** @throws Error for what is no address */
export function parseIp(text: string): Ip {
  const parsed = ipaddr.parse(text);
  return {
    family: parsed.kind() === "ipv4" ? 4 : 6,
    value: parsed.toByteArray().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n),
  };
}

/** As the service writes it (RFC 5952). */
export function ipText({ family, value }: Ip): string {
  const bytes = Array.from({ length: bitsOf(family) / 8 }, (_, index) => Number((value >> BigInt(bitsOf(family) - 8 - index * 8)) & 255n));
  return family === 4 ? bytes.join(".") : (ipaddr.fromByteArray(bytes) as ipaddr.IPv6).toRFC5952String();
}

/** @throws Error for what is no subnet */
export function parseSubnet(text: string): Range {
  const [address = "", length = ""] = text.split("/");
  const { family, value } = parseIp(address);
  const prefix = Number(length);
  const size = 1n << BigInt(bitsOf(family) - prefix);
  const first = value - (value % size);
  return { family, first, last: first + size - 1n, prefix };
}

export const sizeOf = ({ first, last }: Range): bigint => last - first + 1n;

export function subnetText({ family, first, prefix }: Range): string {
  return `${ipText({ family, value: first })}/${prefix}`;
}

/** Orders ranges as a tree reads: by family, by first address, the wider before what lies in it. */
export function compareRanges(one: Range, other: Range): number {
  if (one.family !== other.family) return one.family - other.family;
  if (one.first !== other.first) return one.first < other.first ? -1 : 1;
  return one.prefix - other.prefix;
}

export function contains(outer: Range, inner: Range): boolean {
  return outer.family === inner.family && outer.first <= inner.first && inner.last <= outer.last;
}

/** The smallest of some networks that contain an address, and of two with one subnet the older one; undefined for none. */
export function smallestAround<T extends { readonly subnet: string; readonly created_at: string }>(
  networks: Iterable<T>,
  ip: string,
): T | undefined {
  const { family, value } = parseIp(ip);
  let smallest: { readonly network: T; readonly prefix: number } | undefined;
  for (const network of networks) {
    const range = parseSubnet(network.subnet);
    if (range.family !== family || value < range.first || value > range.last) continue;
    const isSmaller =
      smallest === undefined ||
      range.prefix > smallest.prefix ||
      (range.prefix === smallest.prefix && network.created_at < smallest.network.created_at);
    if (isSmaller) smallest = { network, prefix: range.prefix };
  }
  return smallest?.network;
}
