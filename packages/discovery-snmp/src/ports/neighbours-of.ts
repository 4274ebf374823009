import { foldText } from "@cadastre/inventory-core/scanning";
import type { DeviceTables } from "../tables/device-tables.ts";
import type { Neighbour } from "../tables/neighbour.ts";
import { interfaceOfNeighbour } from "./neighbour-interface.ts";

/** What a device hears by LLDP, and by CDP what it does not hear by LLDP. */
export function neighboursOf(tables: DeviceTables): readonly Neighbour[] {
  const { lldpNeighbours, cdpNeighbours } = tables;
  const byInterface = Map.groupBy(lldpNeighbours, (neighbour) => interfaceOfNeighbour(tables, neighbour));
  const fresh = cdpNeighbours.filter((neighbour) => byInterface.get(neighbour.ifIndex)?.some((other) => isSame(neighbour, other)) !== true);
  return [...lldpNeighbours, ...fresh];
}

/** Whether two at one port are one device: most that speak CDP speak LLDP too. */
const isSame = (one: Neighbour, other: Neighbour): boolean =>
  (one.name !== "" && firstLabel(one.name) === firstLabel(other.name)) ||
  one.macs.some((mac) => other.macs.includes(mac)) ||
  one.addresses.some((address) => other.addresses.includes(address));

const firstLabel = (name: string): string => foldText(name).split(".")[0] ?? "";
