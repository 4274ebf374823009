import type { LoggedEvent } from "@cadastre/inventory-core";
import { expect } from "vitest";
import { comparable, conflictRecord, conflictsOf } from "./conflict-model.ts";
import { isIpv4, subnetText, textOf } from "./numbers.ts";
import type { Model, ModelAllocation, ModelDevice, ModelNetwork, ModelPool, ModelRelationship } from "./model.ts";

/** Records as the engine must give them, without the times of their creation and change. */
export type Plain = Readonly<Record<string, unknown>>;

const NO_TEXTS = { hostname: "", description: "", make_model: "", os: "", username: "", location: "" };

export const deviceRecord = ({ id, name, datacenter, status, tags, domains, addresses }: ModelDevice): Plain => ({
  ...NO_TEXTS,
  id,
  name,
  datacenter_id: datacenter,
  status,
  tags: [...tags],
  domains: [...domains],
  fields: {},
  addresses: addresses.map(({ id: addressId, n, port, label, network, pool }) => ({
    id: addressId,
    ip: textOf(n),
    port,
    type: isIpv4(n) ? "ipv4" : "ipv6",
    label,
    network_id: network?.id ?? null,
    switch_port: "",
    pool_id: pool?.id ?? null,
    mac: "",
  })),
});

export const networkRecord = (model: Model, network: ModelNetwork): Plain => ({
  id: network.id,
  parent_id: model.parent(network)?.id ?? null,
  name: network.name,
  subnet: subnetText(network.subnet),
  vlan_id: network.vlan,
  vlan: null,
  datacenter_id: network.datacenter,
  space_id: network.named,
  description: "",
  status: "active",
  tags: [],
  fields: {},
});

export const poolRecord = ({ id, network, name, span }: ModelPool): Plain => ({
  id,
  network_id: network.id,
  name,
  start_ip: textOf(span.lo),
  end_ip: textOf(span.hi),
  description: "",
  tags: [],
  quarantine_seconds: 0,
  fields: {},
});

const relationshipRecord = ({ parent, child, type }: ModelRelationship): Plain => ({ parent_id: parent, child_id: child, type });

export const allocationRecord = ({ id, pool, n, key, note, device, expires }: ModelAllocation): Plain => ({
  id,
  pool_id: pool.id,
  ip: textOf(n),
  status: device === null ? "held" : "confirmed",
  key,
  note,
  device_id: device?.id ?? null,
  expires_at: expires === null ? null : new Date(expires).toISOString(),
});

/** A record without its times. */
export function untimed(record: object): Plain {
  const { created_at: _created, updated_at: _updated, ...rest } = record as { created_at?: unknown; updated_at?: unknown };
  return rest;
}

const RECORDS = ["space", "datacenter", "network", "pool", "device", "relationship"] as const;

/** Every record that has events, by the id in them, and which pools are full, at one moment. */
export interface Snapshot extends Readonly<Record<(typeof RECORDS)[number], ReadonlyMap<string, Plain>>> {
  readonly high: ReadonlyMap<string, boolean>;
  readonly conflicts: ReadonlyMap<string, Plain>;
}

export function snapshotOf(model: Model): Snapshot {
  const high = model.highPools();
  return {
    // The model knows no more of them.
    space: new Map(model.spaces.map(({ id, name }) => [id, { id, name }])),
    datacenter: new Map(model.datacenters.map((id) => [id, { id, space_id: model.named.get(id) ?? null }])),
    pool: new Map(model.pools.map((pool) => [pool.id, poolRecord(pool)])),
    relationship: new Map(model.relationships.map((one) => [`${one.parent}/${one.child}/${one.type}`, relationshipRecord(one)])),
    device: new Map(model.devices.map((device) => [device.id, deviceRecord(device)])),
    network: new Map(model.networks.map((network) => [network.id, networkRecord(model, network)])),
    high: new Map(model.pools.map((pool) => [pool.id, high.has(pool)])),
    conflicts: new Map([...conflictsOf(model)].map(([name, conflict]) => [name, conflictRecord(conflict)])),
  };
}

/** Events beside those of the records themselves. */
const BESIDE: ReadonlySet<string> = new Set(["discovery.device_found", "device.promoted"]);

const differing = (a: Plain, b: Plain): string[] => Object.keys(a).filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]));

/** Every change of the model was told of, nothing else was, and what was told is what is there now. */
export function expectEvents(before: Snapshot, after: Snapshot, events: readonly LoggedEvent[]): void {
  const expected: string[] = [];
  const told = new Set<string>();
  const dataOf = (thing: string, id: string): Plain => withoutExtras(toldOf(events, thing, id)?.data);
  for (const thing of RECORDS) {
    for (const [id, record] of after[thing]) {
      const old = before[thing].get(id);
      const fields = old === undefined ? [] : differing(old, record);
      // Networks that are given another parent are not told of.
      if (old !== undefined && fields.every((field) => thing === "network" && field === "parent_id")) continue;
      expected.push(`${thing}.${old === undefined ? "created" : "updated"} ${id} ${fields.toSorted().join()}`);
      expect(dataOf(thing, id), `data of the last event of ${thing} ${id}`).toMatchObject(record);
    }
    for (const [id, record] of before[thing]) {
      if (after[thing].has(id)) continue;
      expected.push(`${thing}.deleted ${id} `);
      expect(dataOf(thing, id), `data of ${thing}.deleted`).toMatchObject(record);
    }
  }
  for (const [id, high] of after.high) if (high && before.high.get(id) === false) expected.push(`pool.utilization_high ${id} `);
  for (const [name, record] of after.conflicts)
    if (!before.conflicts.has(name)) expected.push(`conflict.detected ${JSON.stringify(record)}`);
  for (const [name, record] of before.conflicts)
    if (!after.conflicts.has(name)) expected.push(`conflict.resolved ${JSON.stringify(record)}`);
  for (const { event, record_id: id, data } of events) {
    if (BESIDE.has(event)) continue;
    if (event.startsWith("conflict.")) {
      told.add(`${event} ${JSON.stringify(comparable(data as object))}`);
      continue;
    }
    const same = events.filter((other) => other.event === event && other.record_id === id);
    const fields = new Set(same.flatMap(({ data }) => (data as { changes?: string[] }).changes ?? []));
    told.add(`${event} ${id} ${[...fields].toSorted().join()}`);
  }
  // A created record may change again in the same operation; that is told as an update of it.
  expect([...told].toSorted(), "events").toEqual([...new Set(expected)].toSorted());
}

/** The last event of a record, which that it fills up is none of. */
const toldOf = (events: readonly LoggedEvent[], thing: string, id: string): LoggedEvent | undefined =>
  events.findLast(({ event, record_id }) => record_id === id && event.startsWith(`${thing}.`) && event !== "pool.utilization_high");

function withoutExtras(data: unknown): Plain {
  const { changes: _changes, ip_address: _first, ...record } = (data ?? {}) as Record<string, unknown>;
  return untimed(record);
}
