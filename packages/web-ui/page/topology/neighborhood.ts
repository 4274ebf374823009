import type { Device, Relationship } from "@cadastre/client";
import { type Graph, MAX_DRAWN } from "./graph.ts";
import type { RelationshipType } from "./relationship-types.ts";

/** How the service is asked about one device. */
export interface DeviceReads {
  device(id: string): Promise<Device>;
  relationships(id: string): Promise<readonly Relationship[]>;
  /** The devices at the other ends of its relationships. */
  related(id: string): Promise<readonly Device[]>;
}

export interface NeighborhoodLimits {
  /** Most devices that are taken in. */
  readonly devices: number;
  /** Most devices whose relationships are asked for: each costs a request or two, and a user has some hundred a minute. */
  readonly asked: number;
}

/** Devices around one, and what is not known of them. */
export interface Neighborhood extends Graph {
  /** Devices whose own relationships were not asked for, although they are nearer than the depth. */
  readonly unfollowed: number;
  /** Devices that were met and not taken in, because there are too many. */
  readonly cut: number;
}

const LIMITS: NeighborhoodLimits = { devices: MAX_DRAWN, asked: 60 };

/** Devices that are asked about at once. */
const AT_ONCE = 4;

/** What is reached from a device in so many steps, with all relationships on the way. @throws CadastreError DEVICE_NOT_FOUND */
export async function neighborhoodOf(
  centre: string,
  depth: number,
  type: RelationshipType | "",
  reads: DeviceReads,
  limits: NeighborhoodLimits = LIMITS,
): Promise<Neighborhood> {
  const first = await reads.device(centre);
  const known = new Map([[first.id, first]]);
  const found = new Map<string, Relationship>();
  const cut = new Set<string>();
  let asked = 0;
  let unfollowed = 0;
  let edge: readonly string[] = [first.id];
  for (let step = 0; step < depth && edge.length > 0; step += 1) {
    const next: string[] = [];
    const within = edge.slice(0, Math.max(0, limits.asked - asked));
    asked += within.length;
    unfollowed += edge.length - within.length;
    for (let from = 0; from < within.length; from += AT_ONCE) {
      for (const { relationships, related } of await Promise.all(within.slice(from, from + AT_ONCE).map((id) => about(id)))) {
        for (const one of relationships) found.set(`${one.parent_id} ${one.child_id} ${one.type}`, one);
        const wanted = new Set(relationships.flatMap((one) => [one.parent_id, one.child_id]));
        for (const device of related) {
          if (!wanted.has(device.id) || known.has(device.id)) continue;
          if (known.size >= limits.devices) cut.add(device.id);
          else {
            known.set(device.id, device);
            next.push(device.id);
          }
        }
      }
    }
    edge = next;
  }
  const devices = [...known.values()].toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  return {
    devices,
    relationships: [...found.values()].filter((one) => known.has(one.parent_id) && known.has(one.child_id)),
    unfollowed,
    cut: cut.size,
  };

  async function about(id: string): Promise<{ readonly relationships: readonly Relationship[]; readonly related: readonly Device[] }> {
    const relationships = (await reads.relationships(id)).filter((one) => type === "" || one.type === type);
    const isNew = relationships.some((one) => !known.has(one.parent_id) || !known.has(one.child_id));
    return { relationships, related: isNew ? await reads.related(id) : [] };
  }
}
