import { DEAD_STATES, INVALID_ENTRY, IP_NEIGHBOUR, IPV4_NEIGHBOUR } from "./object-ids.ts";
import { ipOf, macOf, numberOf, octetsOf } from "./octets.ts";
import { type Reading, walkColumn } from "./walk-column.ts";

const IPV4 = 1;
const IPV6 = 2;
/** With a zone, which is the interface: four more octets. */
const IPV6_WITH_ZONE = 4;

/** Hardware addresses that a router has for IP addresses (ARP and neighbour discovery), by the address. */
export type IpNeighbours = Map<string, string>;

/** @param into takes what was read, also of a table that is not read to its end @throws SnmpFailure */
export async function readIpNeighbours(reading: Reading, into: IpNeighbours): Promise<void> {
  const dead = new Set<string>();
  for await (const { index, value } of walkColumn(reading, IP_NEIGHBOUR.state))
    if (DEAD_STATES.includes(numberOf(value) ?? 0)) dead.add(index.join("."));
  for await (const { index, value } of walkColumn(reading, IP_NEIGHBOUR.hardware))
    if (!dead.has(index.join("."))) add(into, ipOfIndex(index), octetsOf(value));
  // Devices that have the newer table have the same in both.
  if (into.size > 0) return;
  dead.clear();
  for await (const { index, value } of walkColumn(reading, IPV4_NEIGHBOUR.type))
    if (numberOf(value) === INVALID_ENTRY) dead.add(index.join("."));
  for await (const { index, value } of walkColumn(reading, IPV4_NEIGHBOUR.hardware))
    if (!dead.has(index.join("."))) add(into, index.length === 5 ? ipOf(index.slice(1)) : undefined, octetsOf(value));
}

function add(into: IpNeighbours, ip: string | undefined, hardware: Buffer): void {
  const mac = macOf(hardware);
  if (ip !== undefined && mac !== undefined && !into.has(ip)) into.set(ip, mac);
}

/** Of ifIndex, kind, length and octets. */
function ipOfIndex([, kind, length = 0, ...octets]: readonly number[]): string | undefined {
  if (octets.length !== length) return undefined;
  if (kind === IPV4 && length === 4) return ipOf(octets);
  if (kind === IPV6 && length === 16) return ipOf(octets);
  return kind === IPV6_WITH_ZONE && length === 20 ? ipOf(octets.slice(0, 16)) : undefined;
}
