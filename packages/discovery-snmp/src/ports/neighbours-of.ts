import { foldText } from "@cadastre/inventory-core/scanning";
import type { DeviceTables } from "../tables/device-tables.ts";
import type { Neighbour } from "../tables/neighbour.ts";
import { interfaceOfNeighbour } from "./neighbour-interface.ts";

/** What a device hears by LLDP, and by CDP what it does not hear by LLDP. */
export function neighboursOf(tables: DeviceTables): readonly Neighbour[] {
  const { lldpNeighbours, cdpNeighbours } = tables;
  const heard = new Set(
    lldpNeighbours.flatMap((neighbour) => {
      const ifIndex = interfaceOfNeighbour(tables, neighbour);
      return ifIndex === undefined ? [] : marksOf(neighbour, ifIndex);
    }),
  );
  // Two at one port that share a mark are one device: most that speak CDP speak LLDP, too.
  const fresh = cdpNeighbours.filter(
    (neighbour) => neighbour.ifIndex === undefined || !marksOf(neighbour, neighbour.ifIndex).some((mark) => heard.has(mark)),
  );
  return [...lldpNeighbours, ...fresh];
}

/** What tells a neighbour at a port from others. */
const marksOf = ({ name, macs, addresses }: Neighbour, ifIndex: number): readonly string[] => [
  ...(name === "" ? [] : [`${ifIndex} name ${firstLabel(name)}`]),
  ...macs.map((mac) => `${ifIndex} mac ${mac}`),
  ...addresses.map((address) => `${ifIndex} address ${address}`),
];

const firstLabel = (name: string): string => foldText(name).split(".")[0] ?? "";
