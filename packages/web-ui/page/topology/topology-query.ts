import type { Client, Device, Relationship } from "@cadastre/client";
import { isOfFilter, listInputOf } from "../api/device-filter.ts";
import { ask } from "../api/service.ts";
import { pickGraph } from "./graph.ts";
import { type Surroundings, surroundingsOf } from "./surroundings.ts";
import { MOST_READ, MOST_RELATIONSHIPS, type Topology } from "./topology.ts";
import type { TopologyFilter } from "./topology-filter.ts";

/** Asks the service for what a filter shows, never for more than can be shown. @throws CadastreError */
export async function readTopology(filter: TopologyFilter, signal: AbortSignal): Promise<Topology> {
  if (filter.device !== "") return { kind: "around", centre: filter.device, ...(await around(filter, signal)) };
  if (filter.q === "" && filter.tags.length === 0 && filter.datacenter === "") {
    const total = Object.values(await ask((service) => service.devices.statusCounts({ signal }))).reduce((sum: number, count: number) => sum + count, 0);
    if (total > MOST_READ) return { kind: "too-many", total };
  }
  const devices = await ask((service) => someOf(matching(service, filter, signal), MOST_READ));
  const ids = new Set(devices.found.map(({ id }) => id));
  const relationships = ids.size === 0 ? { found: [], more: false } : await ask((service) => someAmong(service.relationships.listAll({ signal }), ids));
  return { kind: "filtered", passed: devices.found.length, more: devices.more, unread: relationships.more, ...pickGraph(devices.found, relationships.found, filter) };
}

async function around({ device, depth, type }: TopologyFilter, signal: AbortSignal): Promise<Surroundings> {
  return await surroundingsOf(device, depth, type, {
    device: async (id) => await ask((service) => service.devices.get(id, { signal })),
    relationships: async (id) => await ask((service) => service.relationships.list(id, { signal })),
    related: async (id) => await ask((service) => service.devices.related(id, {}, { signal })),
  });
}

async function* matching(service: Client, { q, tags, datacenter }: TopologyFilter, signal: AbortSignal): AsyncGenerator<Device> {
  const filter = { tags, datacenter, status: "", network: "" };
  if (q === "") return yield* service.devices.list(listInputOf(filter), { signal });
  for await (const device of service.devices.search({ q }, { signal })) if (isOfFilter(device, filter)) yield device;
}

async function someOf<T>(list: AsyncIterable<T>, most: number): Promise<{ readonly found: readonly T[]; readonly more: boolean }> {
  const found: T[] = [];
  for await (const one of list) {
    if (found.length === most) return { found, more: true };
    found.push(one);
  }
  return { found, more: false };
}

/** Memory holds those among the devices alone. */
async function someAmong(list: AsyncIterable<Relationship>, ids: ReadonlySet<string>): Promise<{ readonly found: readonly Relationship[]; readonly more: boolean }> {
  const found: Relationship[] = [];
  let read = 0;
  for await (const one of list) {
    if (read === MOST_RELATIONSHIPS) return { found, more: true };
    read += 1;
    if (ids.has(one.parent_id) && ids.has(one.child_id)) found.push(one);
  }
  return { found, more: false };
}
