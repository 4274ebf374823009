import type { Device, Relationship } from "@cadastre/client";

/** Most devices that are drawn: beyond it nobody finds anything, and the layout takes longer than anybody waits. */
export const MAX_DRAWN = 300;

/** Devices and how they are related. Both ends of every relationship are among the devices. */
export interface Graph {
  readonly devices: readonly Device[];
  readonly relationships: readonly Relationship[];
}

export type RelationshipType = Relationship["type"];

/** How a graph is made of what passed a filter. */
export interface GraphChoice {
  /** Only relationships of this type; empty for all. */
  readonly type: RelationshipType | "";
  /** Whether devices are drawn that have no relationship with another one. */
  readonly alone: boolean;
}

/** A graph, and what of its devices it leaves out. */
export interface PickedGraph extends Graph {
  /** Left out because they have no relationship with another one. */
  readonly alone: number;
  /** Left out because there are too many. */
  readonly cut: number;
}

/**
 * The part of devices that is drawn, in their order: those that are related, the most related ones first when there are too
 * many, and then the others if they are wanted.
 */
export function pickGraph(
  devices: readonly Device[],
  relationships: readonly Relationship[],
  { type, alone }: GraphChoice,
  most = MAX_DRAWN,
): PickedGraph {
  const degrees = new Map(devices.map(({ id }) => [id, 0]));
  const among = relationships.filter(
    (one) => (type === "" || one.type === type) && degrees.has(one.parent_id) && degrees.has(one.child_id),
  );
  for (const { parent_id: parent, child_id: child } of among) for (const id of [parent, child]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const wanted = devices.filter(({ id }) => alone || degrees.get(id) !== 0);
  const first =
    wanted.length <= most
      ? wanted
      : wanted.toSorted((one, other) => (degrees.get(other.id) ?? 0) - (degrees.get(one.id) ?? 0)).slice(0, most);
  const drawn = new Set(first.map(({ id }) => id));
  return {
    devices: wanted.filter(({ id }) => drawn.has(id)),
    relationships: among.filter((one) => drawn.has(one.parent_id) && drawn.has(one.child_id)),
    alone: devices.length - wanted.length,
    cut: wanted.length - drawn.size,
  };
}

/** What a device is to the others, each in a sentence's end: `depends on`, the other one. */
export function relationsOf(graph: Graph): ReadonlyMap<string, readonly { readonly word: string; readonly other: Device }[]> {
  const byId = new Map(graph.devices.map((device) => [device.id, device]));
  const found = new Map<string, { word: string; other: Device }[]>(graph.devices.map(({ id }) => [id, []]));
  for (const { parent_id: parent, child_id: child, type } of graph.relationships) {
    const [above, below] = [byId.get(parent), byId.get(child)];
    if (above === undefined || below === undefined) continue;
    found.get(parent)?.push({ word: RELATIONSHIP_WORDS[type], other: below });
    found.get(child)?.push({ word: INVERSE_WORDS[type], other: above });
  }
  return found;
}

/** What the parent of a relationship does, by its type. */
export const RELATIONSHIP_WORDS: Readonly<Record<RelationshipType, string>> = {
  contains: "contains",
  connected_to: "is connected to",
  depends_on: "depends on",
};

/** The same seen from the other device. */
export const INVERSE_WORDS: Readonly<Record<RelationshipType, string>> = {
  contains: "is in",
  connected_to: "is connected to",
  depends_on: "is required by",
};
