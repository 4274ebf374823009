import type { Device, Relationship } from "@cadastre/client";
import { inverseOf, type RelationshipType, wordsOf } from "./relationship-types.ts";

/** Maximum number of devices of a diagram, and of stubs. */
export const MAX_DRAWN = 1000;

/** The other end of a relationship that leads out of a graph. */
export interface Stub {
  readonly id: string;
  readonly name: string;
}

/** Devices and how they are related. Both ends of every relationship are among the devices and the stubs. */
export interface Graph {
  readonly devices: readonly Device[];
  readonly relationships: readonly Relationship[];
  /** Devices that the filter excludes; none unless given. */
  readonly stubs?: readonly Stub[];
}

/** How a graph is made of what passed a filter. */
export interface GraphChoice {
  /** Only relationships of this type; empty for all. */
  readonly type: RelationshipType | "";
  /** Whether devices are drawn that have no relationship with another one. */
  readonly alone: boolean;
}

/** A part of some devices and of their relationships, with the numbers of what it leaves out. */
export interface PickedGraph {
  readonly devices: readonly Device[];
  /** Ids of the devices outside that relationships lead to. */
  readonly outside: readonly string[];
  readonly relationships: readonly Relationship[];
  /** Devices without relationships, left out. */
  readonly alone: number;
  /** Devices left out because there are too many. */
  readonly cut: number;
  /** Relationships that lead to further devices outside, left out because these are too many. */
  readonly cutLinks: number;
}

/**
 * Picks the devices of a diagram, in their order: related ones, the most related ones first when there are too many, and then the others
 * if they are wanted. A relationship with a device that is not among `devices` leads outside.
 */
export function pickGraph(
  devices: readonly Device[],
  relationships: readonly Relationship[],
  { type, alone }: GraphChoice,
  most = MAX_DRAWN,
): PickedGraph {
  const inside = new Set(devices.map(({ id }) => id));
  const touching = relationships.filter((one) => (type === "" || one.type === type) && endsOf(one).some((id) => inside.has(id)));
  const degrees = degreesOf(touching);
  const degreeOf = (id: string): number => degrees.get(id) ?? 0;
  const wanted = devices.filter(({ id }) => alone || degreeOf(id) > 0);
  const drawn = new Set(mostRelated(wanted, ({ id }) => degreeOf(id), most).map(({ id }) => id));
  const among = touching.filter(
    (one) => endsOf(one).some((id) => drawn.has(id)) && endsOf(one).every((id) => drawn.has(id) || !inside.has(id)),
  );
  const outer = degreesOf(among);
  const outside = mostRelated(
    [...outer.keys()].filter((id) => !inside.has(id)),
    (id) => outer.get(id) ?? 0,
    most,
  );
  const there = new Set([...drawn, ...outside]);
  const shown = among.filter((one) => endsOf(one).every((id) => there.has(id)));
  return {
    devices: wanted.filter(({ id }) => drawn.has(id)),
    outside,
    relationships: shown,
    alone: devices.length - wanted.length,
    cut: wanted.length - drawn.size,
    cutLinks: among.length - shown.length,
  };
}

const endsOf = ({ parent_id: parent, child_id: child }: Relationship): readonly [string, string] => [parent, child];

function degreesOf(relationships: readonly Relationship[]): ReadonlyMap<string, number> {
  const degrees = new Map<string, number>();
  for (const id of relationships.flatMap(endsOf)) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  return degrees;
}

const mostRelated = <T>(all: readonly T[], degreeOf: (one: T) => number, most: number): readonly T[] =>
  all.length <= most ? all : all.toSorted((one, other) => degreeOf(other) - degreeOf(one)).slice(0, most);

/** A device or stub at the other end of a relationship. */
export interface OtherEnd extends Stub {
  readonly isStub: boolean;
}

/** Relations of each device to the others: `depends on`, and the other end. */
export function relationsOf({ devices, stubs = [], relationships }: Graph): ReadonlyMap<string, readonly Relation[]> {
  const ends = new Map<string, OtherEnd>(stubs.map(({ id, name }) => [id, { id, name, isStub: true }]));
  for (const { id, name } of devices) ends.set(id, { id, name, isStub: false });
  const found = new Map<string, Relation[]>(devices.map(({ id }) => [id, []]));
  for (const { parent_id: parent, child_id: child, type } of relationships) {
    const [above, below] = [ends.get(parent), ends.get(child)];
    if (above === undefined || below === undefined) continue;
    found.get(parent)?.push({ word: wordsOf(type), other: below });
    found.get(child)?.push({ word: inverseOf(type), other: above });
  }
  return found;
}

/** A relation of a device. */
export interface Relation {
  readonly word: string;
  readonly other: OtherEnd;
}
