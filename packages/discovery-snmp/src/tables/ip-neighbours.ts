import { DEAD_STATES, INVALID_ENTRY, IP_NEIGHBOUR, IPV4_NEIGHBOUR } from "./object-ids.ts";
import { ipOf, macOf, numberOf, octetsOf } from "./octets.ts";
import { type Reading, walkColumn } from "./walk-column.ts";

const IPV4 = 1;
const IPV6 = 2;
/** With a zone, which is the interface: four more octets. */
const IPV6_WITH_ZONE = 4;

/** Hardware addresses that a router has for IP addresses (ARP and neighbour discovery), by the address. */
export type IpNeighbours = Map<string, string>;

/** So many rows of the older table that are in the newer one tell that the others are too. */
const SAME_ROWS = 40;

/**
 * Devices have all of them in the newer table, or in the older one, or in the newer one those of IPv6 alone.
 * @param into takes what was read, also of a table that is not read to its end
 * @throws SnmpFailure
 */
export async function readIpNeighbours(reading: Reading, into: IpNeighbours): Promise<void> {
  const dead = new Set<string>();
  const gone = new Set<string>();
  for await (const { index, value } of walkColumn(reading, IP_NEIGHBOUR.state))
    if (DEAD_STATES.includes(numberOf(value) ?? 0)) dead.add(index.join("."));
  for await (const { index, value } of walkColumn(reading, IP_NEIGHBOUR.type))
    if (numberOf(value) === INVALID_ENTRY) dead.add(index.join("."));
  for await (const { index, value } of walkColumn(reading, IP_NEIGHBOUR.hardware)) {
    const ip = ipOfIndex(index);
    if (!dead.has(index.join("."))) add(into, ip, octetsOf(value));
    else if (ip !== undefined) gone.add(ip);
  }
  if ((into.size > 0 || gone.size > 0) && (await isKnown(reading, (ip) => into.has(ip) || gone.has(ip)))) return;
  dead.clear();
  for await (const { index, value } of walkColumn(reading, IPV4_NEIGHBOUR.type))
    if (numberOf(value) === INVALID_ENTRY) dead.add(index.join("."));
  for await (const { index, value } of walkColumn(reading, IPV4_NEIGHBOUR.hardware)) {
    const ip = ipOfOlderIndex(index);
    if (!dead.has(index.join(".")) && !gone.has(ip ?? "")) add(into, ip, octetsOf(value));
  }
}

/** Whether the first rows of the older table are in the newer one. @throws SnmpFailure */
async function isKnown(reading: Reading, has: (ip: string) => boolean): Promise<boolean> {
  let rows = 0;
  for await (const { index } of walkColumn(reading, IPV4_NEIGHBOUR.hardware)) {
    const ip = ipOfOlderIndex(index);
    if (ip !== undefined && !has(ip)) return false;
    if ((rows += 1) === SAME_ROWS) break;
  }
  return true;
}

function add(into: IpNeighbours, ip: string | undefined, hardware: Buffer): void {
  const mac = macOf(hardware);
  if (ip !== undefined && mac !== undefined && !into.has(ip)) into.set(ip, mac);
}

/** Of ifIndex and octets. */
const ipOfOlderIndex = (index: readonly number[]): string | undefined => (index.length === 5 ? ipOf(index.slice(1)) : undefined);

/** Of ifIndex, kind, length and octets. */
function ipOfIndex([, kind, length = 0, ...octets]: readonly number[]): string | undefined {
  if (octets.length !== length) return undefined;
  if (kind === IPV4 && length === 4) return ipOf(octets);
  if (kind === IPV6 && length === 16) return ipOf(octets);
  return kind === IPV6_WITH_ZONE && length === 20 ? ipOf(octets.slice(0, 16)) : undefined;
}
