import type { Client, Device, Relationship } from "@cadastre/client";
import { isOfFilter, listInputOf, NO_FILTER } from "../api/device-filter.ts";
import { ask } from "../api/service.ts";
import { MAX_DRAWN, pickGraph } from "./graph.ts";
import { type Neighborhood, neighborhoodOf } from "./neighborhood.ts";
import { MAX_RELATED, MAX_RELATIONSHIPS, MAX_UNFILTERED, type Topology } from "./topology.ts";
import type { TopologyFilter } from "./topology-filter.ts";

/** Asks the service for what a filter shows, never for more than can be shown. @throws CadastreError */
export async function readTopology(filter: TopologyFilter, signal: AbortSignal): Promise<Topology> {
  if (filter.device !== "") return { kind: "around", centre: filter.device, ...(await around(filter, signal)) };
  if (filter.q === "" && filter.tags.length === 0 && filter.datacenter === "") {
    const total = Object.values(await ask((service) => service.devices.statusCounts({ signal }))).reduce(
      (sum: number, count: number) => sum + count,
      0,
    );
    if (total > MAX_UNFILTERED) return { kind: "too-many", total };
  }
  const relationships = await ask((service) => readRelationships(service.relationships.listAll({ signal }), filter.type));
  const related = new Set(relationships.found.flatMap((one) => [one.parent_id, one.child_id]));
  const devices = await ask((service) => readDevices(matching(service, filter, signal), related, filter.alone));
  const picked = pickGraph(devices.found, relationships.found, filter);
  return {
    kind: "filtered",
    passed: devices.passed,
    more: devices.more,
    unread: relationships.more,
    ...picked,
    alone: picked.alone + (filter.alone ? 0 : devices.unrelated),
    cut: picked.cut + (filter.alone ? devices.unrelated : 0),
  };
}

async function around({ device, depth, type }: TopologyFilter, signal: AbortSignal): Promise<Neighborhood> {
  return await neighborhoodOf(device, depth, type, {
    device: async (id) => await ask((service) => service.devices.get(id, { signal })),
    relationships: async (id) => await ask((service) => service.relationships.list(id, { signal })),
    related: async (id) => await ask((service) => service.devices.related(id, {}, { signal })),
  });
}

async function* matching(service: Client, { q, tags, datacenter }: TopologyFilter, signal: AbortSignal): AsyncGenerator<Device> {
  const filter = { ...NO_FILTER, tags, datacenter };
  if (q === "") return yield* service.devices.list(listInputOf(filter), { signal });
  for await (const device of service.devices.search({ q }, { signal })) if (isOfFilter(device, filter)) yield device;
}

/** All relationships of a type, as far as they are read. */
async function readRelationships(
  list: AsyncIterable<Relationship>,
  type: Relationship["type"] | "",
): Promise<{ readonly found: readonly Relationship[]; readonly more: boolean }> {
  const found: Relationship[] = [];
  for await (const one of list) {
    if (found.length === MAX_RELATIONSHIPS) return { found, more: true };
    if (type === "" || one.type === type) found.push(one);
  }
  return { found, more: false };
}

interface ReadDevices {
  readonly found: readonly Device[];
  /** How many pass the filter. */
  readonly passed: number;
  /** How many pass it, and were not kept because nothing relates to them. */
  readonly unrelated: number;
  /** Some that may be related were not looked at. */
  readonly more: boolean;
}

/** Goes through all devices of a filter, and keeps those that can be drawn: the related ones, and some of the others if they are wanted. */
async function readDevices(list: AsyncIterable<Device>, related: ReadonlySet<string>, alone: boolean): Promise<ReadDevices> {
  const found: Device[] = [];
  let [passed, unrelated, kept] = [0, 0, 0];
  for await (const device of list) {
    passed += 1;
    if (related.has(device.id)) {
      if (found.length - kept === MAX_RELATED) return { found, passed, unrelated, more: true };
      found.push(device);
    } else if (alone && kept < MAX_DRAWN) {
      kept += 1;
      found.push(device);
    } else {
      unrelated += 1;
    }
  }
  return { found, passed, unrelated, more: false };
}
