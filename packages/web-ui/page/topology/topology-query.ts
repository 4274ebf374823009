import type { Client, Device, Relationship } from "@cadastre/client";
import { isOfFilter, listInputOf, NO_FILTER } from "../api/device-filter.ts";
import { ask } from "../api/service.ts";
import { MAX_DRAWN, pickGraph, type Stub } from "./graph.ts";
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
  const { found, matched, unrelated, further } = await ask((service) =>
    readDevices(matching(service, filter, signal), related, filter.alone),
  );
  const { outside, alone, cut, ...picked } = pickGraph(found, relationships.found, filter);
  return {
    kind: "filtered",
    ...picked,
    stubs: await stubsOf(outside, signal),
    matched,
    isOfType: filter.type !== "",
    unread: relationships.unread,
    alone: alone + (filter.alone ? 0 : unrelated),
    cut: cut + further + (filter.alone ? unrelated : 0),
  };
}

/** Ids that one request names. */
const NAMED_AT_ONCE = 100;

async function stubsOf(ids: readonly string[], signal: AbortSignal): Promise<readonly Stub[]> {
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += NAMED_AT_ONCE) {
    const id = ids.slice(from, from + NAMED_AT_ONCE);
    for (const record of await ask((service) => service.names.find({ id, type: "device" }, { signal }))) names.set(record.id, record.name);
  }
  return ids.map((id) => ({ id, name: names.get(id) ?? "deleted device" }));
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

/** Reads the relationships of a type, and counts those that it does not keep. */
async function readRelationships(
  list: AsyncIterable<Relationship>,
  type: Relationship["type"] | "",
): Promise<{ readonly found: readonly Relationship[]; readonly unread: number }> {
  const found: Relationship[] = [];
  let unread = 0;
  for await (const one of list) {
    if (type !== "" && one.type !== type) continue;
    if (found.length === MAX_RELATIONSHIPS) unread += 1;
    else found.push(one);
  }
  return { found, unread };
}

interface ReadDevices {
  readonly found: readonly Device[];
  /** Devices that match the filter. */
  readonly matched: number;
  /** Those of them that were not kept because they have no relationships. */
  readonly unrelated: number;
  /** Those with relationships that were not kept because there are too many. */
  readonly further: number;
}

/** Reads all devices of a filter, and keeps those that can be drawn: related ones, and some of the others if they are wanted. */
async function readDevices(list: AsyncIterable<Device>, related: ReadonlySet<string>, alone: boolean): Promise<ReadDevices> {
  const found: Device[] = [];
  let [matched, unrelated, further, kept] = [0, 0, 0, 0];
  for await (const device of list) {
    matched += 1;
    if (related.has(device.id)) {
      if (found.length - kept < MAX_RELATED) found.push(device);
      else further += 1;
    } else if (alone && kept < MAX_DRAWN) {
      kept += 1;
      found.push(device);
    } else {
      unrelated += 1;
    }
  }
  return { found, matched, unrelated, further };
}
