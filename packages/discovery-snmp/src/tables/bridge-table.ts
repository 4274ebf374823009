import { BRIDGE } from "./object-ids.ts";
import { macOf, numberOf } from "./octets.ts";
import { type Reading, walkColumn } from "./walk-column.ts";

/** What a switch has learnt: ifIndex of the interface, by hardware address. An address that it has at two is at neither. */
export type BridgeTable = Map<string, number>;

/** ifIndex by bridge port. @throws SnmpFailure */
export async function readBridgePorts(reading: Reading, into: Map<number, number>): Promise<void> {
  for await (const { index, value } of walkColumn(reading, BRIDGE.interfaceOfPort)) {
    const [port] = index;
    const ifIndex = numberOf(value);
    if (index.length === 1 && port !== undefined && ifIndex !== undefined && ifIndex > 0) into.set(port, ifIndex);
  }
}

/**
 * @param ports ifIndex by bridge port; a device that has none of them counts interfaces
 * @param into takes what was read, also of a table that is not read to its end
 * @throws SnmpFailure
 */
export async function readBridgeTable(reading: Reading, ports: ReadonlyMap<number, number>, into: BridgeTable): Promise<void> {
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
      const ifIndex = ports.size === 0 ? port : ports.get(port);
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
