import { BRIDGE, FORWARDING, PLACED_STATUSES, VLAN_FORWARDING } from "./object-ids.ts";
import { macOf, numberOf } from "./octets.ts";
import { type Reading, walkColumn } from "./walk-column.ts";

/** What a switch has learnt: ifIndex of the interface, by hardware address. An address that it has at two is at neither. */
export class BridgeTable {
  readonly #interfaces = new Map<string, number>();
  readonly #moved = new Set<string>();

  /** ifIndex by hardware address. */
  get interfaces(): ReadonlyMap<string, number> {
    return this.#interfaces;
  }

  learn(mac: string, ifIndex: number): void {
    if (this.#moved.has(mac)) return;
    const other = this.#interfaces.get(mac);
    if (other === undefined) this.#interfaces.set(mac, ifIndex);
    else if (other !== ifIndex) {
      this.#interfaces.delete(mac);
      this.#moved.add(mac);
    }
  }
}

/** @param into ifIndex by bridge port @returns whether the device has the table at all @throws SnmpFailure */
export async function readBridgePorts(reading: Reading, into: Map<number, number>): Promise<boolean> {
  let isThere = false;
  for await (const { index, value } of walkColumn(reading, BRIDGE.interfaceOfPort)) {
    isThere = true;
    const [port] = index;
    const ifIndex = numberOf(value);
    // Some tell of ports that are of no interface now.
    if (index.length === 1 && port !== undefined && ifIndex !== undefined && ifIndex > 0) into.set(port, ifIndex);
  }
  return isThere;
}

/** ifIndex by bridge port; undefined for a device that does not tell them, which then counts interfaces. */
type BridgePorts = ReadonlyMap<number, number> | undefined;

/**
 * @param into takes what was read, also of a table that is not read to its end
 * @returns whether the device tells of VLANs by itself
 * @throws SnmpFailure
 */
export async function readBridgeTable(reading: Reading, ports: BridgePorts, into: BridgeTable): Promise<boolean> {
  await readEntries(reading, VLAN_FORWARDING, ports, into);
  // A switch that knows VLANs has the same again, without them.
  if (into.interfaces.size > 0) return true;
  await readPlainBridgeTable(reading, ports, into);
  return false;
}

/** The table without VLANs. @throws SnmpFailure */
export async function readPlainBridgeTable(reading: Reading, ports: BridgePorts, into: BridgeTable): Promise<void> {
  await readEntries(reading, FORWARDING, ports, into);
}

/** Skips entries of the device itself and invalid ones. Older devices have no statuses: their entries count as learned. */
async function readEntries(
  reading: Reading,
  { port: portColumn, status, indexLength }: typeof FORWARDING | typeof VLAN_FORWARDING,
  ports: BridgePorts,
  into: BridgeTable,
): Promise<void> {
  const skipped = new Set<string>();
  for await (const { index, value } of walkColumn(reading, status))
    if (!PLACED_STATUSES.includes(numberOf(value) ?? 0)) skipped.add(index.join("."));
  for await (const { index, value } of walkColumn(reading, portColumn)) {
    const mac = index.length === indexLength ? macOf(index.slice(-6)) : undefined;
    const port = numberOf(value);
    // Port 0 is of an address that was learnt somewhere else.
    if (mac === undefined || port === undefined || port <= 0 || skipped.has(index.join("."))) continue;
    const ifIndex = ports === undefined ? port : ports.get(port);
    if (ifIndex !== undefined) into.learn(mac, ifIndex);
  }
}
