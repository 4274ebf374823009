import { isTurnOver, nextTurn, printable } from "@cadastre/inventory-core/scanning";
import type { DeviceTables } from "../tables/device-tables.ts";
import { bridgedInterface, interfaceOfNeighbour } from "./neighbour-interface.ts";
import { neighboursOf } from "./neighbours-of.ts";

/** Behind a port with more hardware addresses is another switch. */
export const MAX_MACS_OF_EDGE_PORT = 16;

/** As long as a report may say. */
const MAX_CHARACTERS = 255;

/** A device that was read. */
export interface ReadDevice {
  /** What people call it. */
  readonly name: string;
  readonly tables: DeviceTables;
}

interface Candidate {
  readonly text: string;
  /** Hardware addresses at the port. */
  readonly macs: number;
}

/**
 * The port at which each hardware address is connected, as `switch / interface`; "" for those that switches hear only from each other.
 * A port where LLDP or CDP hears another switch, or with many addresses, is none; of the others the one with the fewest addresses counts.
 */
export async function edgePorts(devices: readonly ReadDevice[]): Promise<ReadonlyMap<string, string>> {
  const own = new Set(devices.flatMap(({ tables }) => [...tables.ownMacs]));
  const best = new Map<string, Candidate | undefined>();
  for (const { name, tables } of devices) {
    const uplinks = uplinksOf(tables);
    const counts = new Map<number, number>();
    if (isTurnOver()) await nextTurn();
    for (const ifIndex of tables.bridgeTable.values()) counts.set(ifIndex, (counts.get(ifIndex) ?? 0) + 1);
    for (const [mac, ifIndex] of tables.bridgeTable) {
      if (isTurnOver()) await nextTurn();
      if (own.has(mac)) continue;
      const macs = counts.get(ifIndex) ?? 0;
      const before = best.get(mac);
      if (uplinks.has(ifIndex) || macs > MAX_MACS_OF_EDGE_PORT) best.set(mac, before);
      else if (before === undefined || macs < before.macs) best.set(mac, { text: portText(name, tables, ifIndex), macs });
    }
  }
  const ports = new Map([...best].map(([mac, candidate]) => [mac, candidate?.text ?? ""]));
  for (const { name, tables } of devices) {
    if (isTurnOver()) await nextTurn();
    for (const neighbour of neighboursOf(tables)) {
      const ifIndex = interfaceOfNeighbour(tables, neighbour);
      // What speaks LLDP or CDP at a port is at its other end, be it a switch.
      if (ifIndex !== undefined) for (const mac of neighbour.macs) ports.set(mac, portText(name, tables, ifIndex));
    }
  }
  return ports;
}

/** Interfaces behind which there is another switch, aggregates and their members alike. */
function uplinksOf(tables: DeviceTables): ReadonlySet<number> {
  const uplinks = new Set<number>();
  for (const neighbour of neighboursOf(tables)) {
    const ifIndex = neighbour.isSwitch ? interfaceOfNeighbour(tables, neighbour) : undefined;
    if (ifIndex !== undefined) uplinks.add(ifIndex).add(bridgedInterface(tables, ifIndex));
  }
  return uplinks;
}

/** @param name of the switch */
export const portText = (name: string, { interfaces }: DeviceTables, ifIndex: number): string =>
  `${printable(name)} / ${interfaces.get(ifIndex)?.name ?? `ifIndex ${ifIndex}`}`.slice(0, MAX_CHARACTERS).trim();
