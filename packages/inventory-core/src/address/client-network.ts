import { isIP } from "node:net";

/**
 * What a client is counted under by its address: IPv4 as it is, IPv6 by its /64, because one customer holds all of that.
 *
 * @param address plain, as an edge hands it on: no zone, IPv4-mapped addresses as IPv4; what is no address stays as it is
 */
export function clientNetworkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":");
    // An embedded IPv4 address takes two groups.
    const width = rest.length + (rest.at(-1)?.includes(".") === true ? 1 : 0);
    while (groups.length + width < 8) groups.push("0");
    groups.push(...rest);
  }
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
