import { BRIDGE } from "./object-ids.ts";
import { macOf, numberOf } from "./octets.ts";
import { type Reading, walkColumn } from "./walk-column.ts";

/** What a switch has learnt: ifIndex of the interface, by hardware address. An address that it has at two is at neither. */
export type BridgeTable = Map<string, number>;

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

/**
 * @param ports ifIndex by bridge port; undefined for a device that does not tell them, which then counts interfaces
 * @param into takes what was read, also of a table that is not read to its end
 * @throws SnmpFailure
 */
export async function readBridgeTable(reading: Reading, ports: ReadonlyMap<number, number> | undefined, into: BridgeTable): Promise<void> {
  const moved = new Set<string>();
  for (const [column, octets] of [
    [BRIDGE.portOfAddressInVlan, 7],
    [BRIDGE.portOfAddress, 6],
  ] as const) {
    for await (const { index, value } of walkColumn(reading, column)) {
      const mac = index.length === octets ? macOf(index.slice(-6)) : undefined;
      const port = numberOf(value);
      // Port 0 is of an address that was learnt somewhere else.
      if (mac === undefined || port === undefined || port <= 0) continue;
      const ifIndex = ports === undefined ? port : ports.get(port);
      if (ifIndex === undefined || moved.has(mac)) continue;
      const other = into.get(mac);
      if (other === undefined) into.set(mac, ifIndex);
      else if (other !== ifIndex) {
        into.delete(mac);
        moved.add(mac);
      }
    }
    // A switch that knows VLANs has the same again, without them.
    if (into.size > 0) return;
  }
}
