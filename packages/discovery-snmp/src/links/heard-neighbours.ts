import { interfaceOfNeighbour } from "../ports/neighbour-interface.ts";
import { neighboursOf } from "../ports/neighbours-of.ts";
import type { DeviceTables } from "../tables/device-tables.ts";
import type { Neighbour } from "../tables/neighbour.ts";

/** Neighbours of one plan: a device of a thousand ports has no more. */
export const MAX_NEIGHBOURS = 5000;

/** Something that says which device of the inventory one is. */
export interface Identity {
  readonly names: readonly string[];
  readonly macs: readonly string[];
  readonly addresses: readonly string[];
  /** Device that it was said to be. */
  readonly deviceId?: string;
}

/** A neighbour, and who heard it where. */
export interface HeardNeighbour {
  readonly heardBy: string;
  readonly port: string;
  readonly self: Identity;
  readonly other: Identity;
  readonly neighbour: Neighbour;
}

/** @param device the record of the device that was read */
export function heardNeighbours(
  device: { readonly name: string; readonly device_id: string | null; readonly address: string },
  tables: DeviceTables,
): HeardNeighbour[] {
  const self: Identity = {
    names: [device.name, tables.name].filter((name) => name !== ""),
    macs: [...tables.ownMacs],
    addresses: [device.address],
    ...(device.device_id === null ? {} : { deviceId: device.device_id }),
  };
  return neighboursOf(tables).map((neighbour) => {
    const ifIndex = interfaceOfNeighbour(tables, neighbour);
    const { name, macs, addresses } = neighbour;
    return {
      heardBy: device.name,
      port: (ifIndex === undefined ? undefined : tables.interfaces.get(ifIndex)?.name) ?? `LLDP port ${neighbour.localPort}`,
      self,
      other: { names: name === "" ? [] : [name], macs, addresses },
      neighbour,
    };
  });
}
