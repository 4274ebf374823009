import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const METADATA = "the metadata address of a cloud";

/** Ranges to which nothing is delivered, and why; the first that matches gives the reason. Private ranges are not among them. */
const BLOCKED_IPV4: readonly (readonly [cidr: string, reason: string])[] = [
  ["169.254.169.254/32", METADATA],
  ["169.254.170.2/32", METADATA],
  ["100.100.100.200/32", METADATA],
  ["168.63.129.16/32", METADATA],
  ["192.0.0.192/32", METADATA],
  ["127.0.0.0/8", "a loopback address"],
  ["0.0.0.0/8", "an unspecified address"],
  ["169.254.0.0/16", "a link-local address"],
  ["224.0.0.0/4", "a multicast address"],
  ["255.255.255.255/32", "the broadcast address"],
  ["240.0.0.0/4", "a reserved address"],
];

const BLOCKED_IPV6: readonly (readonly [cidr: string, reason: string])[] = [
  ["fd00:ec2::254/128", METADATA],
  ["fd00:ec2::23/128", METADATA],
  ["fd20:ce::254/128", METADATA],
  ["::1/128", "a loopback address"],
  ["::/128", "an unspecified address"],
  ["fe80::/10", "a link-local address"],
  ["fec0::/10", "a site-local address"],
  ["ff00::/8", "a multicast address"],
  // How long the prefix before the embedded address is, only the network's operator knows (RFC 8215).
  ["64:ff9b:1::/48", "a local NAT64 address"],
  ["2002::/16", "a 6to4 address"],
  ["2001::/32", "a Teredo address"],
];

/** Prefixes whose last 32 bits are an IPv4 address. */
const EMBEDDING = ["::ffff:0:0/96", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96"].map((cidr) => ipaddr.IPv6.parseCIDR(cidr));

const ipv4Ranges = BLOCKED_IPV4.map(([cidr, reason]) => ({ range: ipaddr.IPv4.parseCIDR(cidr), reason }));
const ipv6Ranges = BLOCKED_IPV6.map(([cidr, reason]) => ({ range: ipaddr.IPv6.parseCIDR(cidr), reason }));

/**
 * Why nothing may be delivered to an address, in a few words ("a loopback address"); undefined when it may. Addresses that
 * embed an IPv4 address are judged by that one, too. What is no IP address is blocked.
 *
 * @param address in the spelling of inet_pton, without brackets
 */
export function blockedBecause(address: string): string | undefined {
  const version = isIP(address);
  if (version === 4) return blockedIpv4(ipaddr.IPv4.parse(address));
  // A zone picks an interface of this machine, which no receiver needs.
  if (version !== 6 || address.includes("%") || !ipaddr.IPv6.isValid(address)) return "not an IP address";
  const parsed = ipaddr.IPv6.parse(address);
  const own = ipv6Ranges.find(({ range }) => parsed.match(range));
  if (own !== undefined) return own.reason;
  const embedded = embeddedIpv4(parsed);
  const reason = embedded === undefined ? undefined : blockedIpv4(embedded);
  return reason === undefined ? undefined : `${reason} within an IPv6 address`;
}

function blockedIpv4(address: ipaddr.IPv4): string | undefined {
  return ipv4Ranges.find(({ range }) => address.match(range))?.reason;
}

/** The IPv4 address which a translator or a tunnel would take out of an IPv6 address. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const [, , , , fifth, sixth] = address.parts;
  // The interface identifiers of ISATAP, RFC 5214 §6.1, behind any prefix.
  const isatap = (fifth === 0 || fifth === 0x0200) && sixth === 0x5efe;
  if (!isatap && !EMBEDDING.some((range) => address.match(range))) return undefined;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
