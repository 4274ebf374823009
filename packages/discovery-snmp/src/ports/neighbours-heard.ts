import type { HeardNeighbour, NeighboursHeard } from "@cadastre/inventory-core/scanning";
import { MAX_NEIGHBOUR_ADDRESSES, MAX_NEIGHBOURS, MAX_OWN_MACS } from "@cadastre/inventory-core/scanning";
import type { DeviceTables } from "../tables/device-tables.ts";
import type { Neighbour } from "../tables/neighbour.ts";
import { interfaceOfNeighbour } from "./neighbour-interface.ts";
import { neighboursOf } from "./neighbours-of.ts";

/** What a device hears, by LLDP and CDP, as many as there are. @param device id of its record */
export function neighboursHeard(device: string, tables: DeviceTables): NeighboursHeard {
  return {
    kind: "neighbours",
    device,
    name: tables.name,
    macs: [...tables.ownMacs],
    neighbours: neighboursOf(tables).map((neighbour) => ({
      port: portOf(tables, neighbour),
      name: neighbour.name,
      neighbourPort: neighbour.port,
      macs: neighbour.macs,
      addresses: neighbour.addresses,
    })),
  };
}

/** As much of it as a report takes: a device may say anything. @param most neighbours that are taken */
export const reported = (heard: NeighboursHeard, most = MAX_NEIGHBOURS): NeighboursHeard => ({
  ...heard,
  macs: heard.macs.slice(0, MAX_OWN_MACS),
  neighbours: heard.neighbours.slice(0, most).map((neighbour): HeardNeighbour => ({
    ...neighbour,
    macs: neighbour.macs.slice(0, MAX_NEIGHBOUR_ADDRESSES),
    addresses: neighbour.addresses.slice(0, MAX_NEIGHBOUR_ADDRESSES),
  })),
});

function portOf(tables: DeviceTables, neighbour: Neighbour): string {
  const ifIndex = interfaceOfNeighbour(tables, neighbour);
  return (ifIndex === undefined ? undefined : tables.interfaces.get(ifIndex)?.name) ?? `LLDP port ${neighbour.localPort}`;
}
