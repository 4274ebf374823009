import { type AddressKey, familyOf } from "./address-key.ts";
import { cidrOf } from "./cidr.ts";
import { parseAddress } from "./ip-address.ts";

/** What an address of a special range stands for. */
export type SpecialKind =
  | "metadata"
  | "loopback"
  | "unspecified"
  | "link-local"
  | "site-local"
  | "multicast"
  | "broadcast"
  | "reserved"
  | "translated";

/** Addresses that belong to no ordinary host, as an inclusive interval of keys. */
export interface SpecialRange {
  /** Canonical, such as `127.0.0.0/8`. */
  readonly cidr: string;
  /** What its addresses stand for. */
  readonly kind: SpecialKind;
  /** One of its addresses, in words: "a loopback address". */
  readonly reason: string;
  /** Key of the first address. */
  readonly lo: AddressKey;
  /** Key of the last address. */
  readonly hi: AddressKey;
}

const METADATA = "the metadata address of a cloud";

/** The first that contains an address tells what it is. Private and shared ranges are ordinary. */
const TABLE: readonly (readonly [cidr: string, kind: SpecialKind, reason: string])[] = [
  ["169.254.169.254/32", "metadata", METADATA],
  ["169.254.170.2/32", "metadata", METADATA],
  ["100.100.100.200/32", "metadata", METADATA],
  ["168.63.129.16/32", "metadata", METADATA],
  ["192.0.0.192/32", "metadata", METADATA],
  ["127.0.0.0/8", "loopback", "a loopback address"],
  ["0.0.0.0/8", "unspecified", "an unspecified address"],
  ["169.254.0.0/16", "link-local", "a link-local address"],
  ["224.0.0.0/4", "multicast", "a multicast address"],
  ["255.255.255.255/32", "broadcast", "the broadcast address"],
  ["240.0.0.0/4", "reserved", "a reserved address"],
  ["fd00:ec2::254/128", "metadata", METADATA],
  ["fd00:ec2::23/128", "metadata", METADATA],
  ["fd20:ce::254/128", "metadata", METADATA],
  ["::1/128", "loopback", "a loopback address"],
  ["::/128", "unspecified", "an unspecified address"],
  ["fe80::/10", "link-local", "a link-local address"],
  ["fec0::/10", "site-local", "a site-local address"],
  ["ff00::/8", "multicast", "a multicast address"],
  // How long the prefix before the embedded address is, only the network's operator knows (RFC 8215).
  ["64:ff9b:1::/48", "translated", "a local NAT64 address"],
  ["2002::/16", "translated", "a 6to4 address"],
  ["2001::/32", "translated", "a Teredo address"],
];

/** The special ranges of both families: loopback, link-local, multicast and so on (RFC 6890, and the metadata services of clouds). */
export const SPECIAL_RANGES: readonly SpecialRange[] = TABLE.map(([cidr, kind, reason]) => {
  const [base = "", length = ""] = cidr.split("/");
  const { first: lo, last: hi } = cidrOf(parseAddress(base)?.key ?? "", Number(length));
  return { cidr, kind, reason, lo, hi };
});

/**
 * The first 24 digits of IPv6 addresses whose last 32 bits are an IPv4 address: IPv4-compatible, IPv4-mapped, IPv4-translated and
 * NAT64 (RFC 4291 §2.5.5, RFC 2765, RFC 6052). Mapped ones are IPv4 when they are parsed.
 */
export const EMBEDDING_PREFIXES: readonly string[] = [
  "0".repeat(24),
  "00000000000000000000ffff",
  "0000000000000000ffff0000",
  "0064ff9b0000000000000000",
];

/** The interface identifiers of ISATAP, behind any prefix (RFC 5214 §6.1). */
const ISATAP = ["00005efe", "02005efe"];

/** A special range, and whether the address only carries an address of it inside. */
export interface SpecialAddress {
  /** The range that holds the address. */
  readonly range: SpecialRange;
  /** An IPv6 address that a translator or a tunnel takes for an IPv4 address of the range. */
  readonly embedded: boolean;
}

/**
 * The special range that an address belongs to, by itself or by the IPv4 address that is embedded in it; undefined for ordinary ones.
 * @param text an address without a zone
 * @throws TypeError for what is no address
 */
export function specialRangeOf(text: string): SpecialAddress | undefined {
  const key = parseAddress(text)?.key;
  if (key === undefined) throw new TypeError(`${text} is not an address`);
  const range = rangeOf(key);
  if (range !== undefined) return { range, embedded: familyOf(key) === 4 && text.includes(":") };
  const embedded = embeddedKey(key);
  const inner = embedded === undefined ? undefined : rangeOf(embedded);
  return inner === undefined ? undefined : { range: inner, embedded: true };
}

const rangeOf = (key: AddressKey): SpecialRange | undefined => SPECIAL_RANGES.find(({ lo, hi }) => lo <= key && key <= hi);

/** Returns the IPv4 address that an IPv6 address embeds (IPv4-compatible, -translated, NAT64, ISATAP); undefined for none. */
export function embeddedKey(key: AddressKey): AddressKey | undefined {
  if (familyOf(key) === 4) return undefined;
  const isEmbedding = EMBEDDING_PREFIXES.includes(key.slice(1, 25)) || ISATAP.includes(key.slice(17, 25));
  return isEmbedding ? `4${key.slice(25)}` : undefined;
}
