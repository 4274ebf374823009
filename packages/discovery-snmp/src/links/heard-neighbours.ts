import type { HeardNeighbour, NeighboursHeard } from "@cadastre/inventory-core";

/** Neighbours of one plan, and of one device. */
export const MAX_PLANNED_NEIGHBOURS = 5000;

/**
 * The first of each list, as many as there is room for in all: short lists whole, and the same number of each of the long ones.
 * @example sharedOut([[1], [2, 3, 4, 5]], 3) // [[1], [2, 3]]
 */
export function sharedOut<T>(lists: readonly (readonly T[])[], room: number): readonly (readonly T[])[] {
  const lengths = lists.map(({ length }) => length).toSorted((one, other) => one - other);
  let left = room;
  for (const [at, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - at));
    if (length > share) return lists.map((list) => list.slice(0, share));
    left -= length;
  }
  return lists;
}

/** Something that says which device of the inventory one is. */
export interface Identity {
  readonly names: readonly string[];
  readonly macs: readonly string[];
  readonly addresses: readonly string[];
  /** Device that it was said to be. */
  readonly deviceId?: string;
  /** Number of the address space of the addresses; undefined where all are looked through. */
  readonly space?: number;
}

/** A neighbour, and who heard it where. */
export interface NeighbourOfDevice {
  readonly heardBy: string;
  readonly self: Identity;
  readonly other: Identity;
  readonly neighbour: HeardNeighbour;
}

/**
 * @param device the record of the device that was read
 * @param space number of the address space that it was read in, where that is another site
 */
export function neighboursOfDevice(
  device: { readonly name: string; readonly device_id: string | null; readonly address: string },
  { name: ownName, macs: ownMacs, neighbours }: NeighboursHeard,
  space?: number,
): NeighbourOfDevice[] {
  const there = space === undefined ? {} : { space };
  const self: Identity = {
    names: [device.name, ownName].filter((name) => name !== ""),
    macs: ownMacs,
    addresses: [device.address],
    ...(device.device_id === null ? {} : { deviceId: device.device_id }),
    ...there,
  };
  return neighbours.map((neighbour) => {
    const { name, macs, addresses } = neighbour;
    return { heardBy: device.name, self, other: { names: name === "" ? [] : [name], macs, addresses, ...there }, neighbour };
  });
}
