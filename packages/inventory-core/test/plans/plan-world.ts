import type { Inventory } from "@cadastre/inventory-core";

/** A record, whatever it is. */
export type Anything = Readonly<Record<string, unknown>>;

/** All records of an inventory by `type/id`. */
export type World = ReadonlyMap<string, Anything>;

/** Reads everything that plans show, as callers do. */
export async function worldOf(inventory: Inventory): Promise<World> {
  const world = new Map<string, Anything>();
  const add = (type: string, records: readonly object[], idOf = (record: Anything): unknown => record["id"]): void => {
    for (const record of records) world.set(`${type}/${String(idOf(record as Anything))}`, record as Anything);
  };
  add("space", await inventory.spaces.list());
  add("datacenter", await inventory.datacenters.list());
  const networks = await inventory.networks.list();
  add("network", networks);
  for (const { id } of networks) {
    const pools = await inventory.pools.list(id);
    add("pool", pools);
    for (const pool of pools) add("allocation", await inventory.pools.allocations(pool.id));
  }
  add("device", await inventory.devices.list());
  add("relationship", await inventory.relationships.listAll(), (one) => [one["parent_id"], one["child_id"], one["type"]].join("/"));
  add("conflict", await inventory.conflicts.list());
  return world;
}

/** Fields that say who did something and when. */
const WHO_AND_WHEN = new Set(["created_at", "updated_at", "detected_at", "resolved_at", "resolved_by", "expires_at"]);

/** A record without who did what to it and when. */
export function bare(record: unknown): Anything | null {
  if (typeof record !== "object" || record === null) return null;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !WHO_AND_WHEN.has(name)));
}

export const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(bare(one)) === JSON.stringify(bare(other));

/** What became of one record. */
export interface Effect {
  /** `type/id` */
  readonly key: string;
  readonly before: Anything | null;
  readonly after: Anything | null;
}

/** What became of an inventory, in the form of the effects of a plan and in the order of types and ids. */
export function difference(before: World, after: World): readonly Effect[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .toSorted()
    .filter((key) => !isSame(before.get(key), after.get(key)))
    .map((key) => ({ key, before: bare(before.get(key)), after: bare(after.get(key)) }));
}

interface Effects {
  readonly records: readonly { readonly type: string; readonly id: string; readonly before: unknown; readonly after: unknown }[];
  readonly conflicts_opened: readonly { readonly id: string }[];
  readonly conflicts_closed: readonly { readonly id: string }[];
}

/** The effects that a plan shows, likewise. @param before what it was planned on: conflicts that close are shown as they will be */
export function shown(effects: Effects, before: World): readonly Effect[] {
  return [
    ...effects.records.map(({ type, id, before: was, after }) => ({ key: `${type}/${id}`, before: bare(was), after: bare(after) })),
    ...effects.conflicts_opened.map((after) => ({ key: `conflict/${after.id}`, before: null, after: bare(after) })),
    ...effects.conflicts_closed.map((after) => ({
      key: `conflict/${after.id}`,
      before: bare(before.get(`conflict/${after.id}`)),
      after: bare(after),
    })),
  ].toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
