import { isIP } from "node:net";

/**
 * What a client is counted under by its address: IPv4 as it is, IPv6 by its /64, because one customer holds all of that.
 *
 * @param address plain, as an edge hands it on: no zone, IPv4-mapped addresses as IPv4; what is no address stays as it is
 */
export function clientNetworkOf(address: string): string {
  return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(":")}::/64` : address;
}

/**
 * The networks that a client takes turns as, the wider one first: the /48 that a site holds and the /64 of a customer, of
 * IPv4 the /24 and the address. Whoever can send from all addresses of the wider one is one among others.
 *
 * @param address as for {@link clientNetworkOf}
 */
export function clientNetworksOf(address: string): readonly [wide: string, narrow: string] {
  const family = isIP(address);
  if (family === 6) return [`${groupsOf(address).slice(0, 3).join(":")}::/48`, clientNetworkOf(address)];
  return [family === 4 ? `${address.slice(0, address.lastIndexOf("."))}.0/24` : address, address];
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = "", tail] = address.split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":");
    // An embedded IPv4 address takes two groups.
    const width = rest.length + (rest.at(-1)?.includes(".") === true ? 1 : 0);
    while (groups.length + width < 8) groups.push("0");
    groups.push(...rest);
  }
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}
