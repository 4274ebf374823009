import { type Inventory, SYSTEM } from "@cadastre/inventory-core";
import type { Context } from "../context.ts";
import { SLASH_8 } from "../pool-sizes.ts";
import type { Row } from "../report.ts";
import { fillPool } from "../rows/pool-fill.ts";
import type { Subject } from "../subject.ts";
import { TurnWatch } from "../turn-watch.ts";

/** Networks beside those of the devices. */
const NETWORKS = 10_000;
/** Devices that one device is related to. */
const RELATED = 20_000;
/** Addresses that are held beside those that devices use. */
const HELD = 10_000;
/** Rows of the import that is planned. */
const IMPORTED = 2000;

type Work = (inventory: Inventory) => Promise<unknown>;

/** Reads what is found to its end without keeping it. */
async function searched({ host }: Inventory, query: { readonly q: string; readonly limit?: number }): Promise<number> {
  const operation = host.operations.find(({ id }) => id === "search.all");
  if (operation === undefined) throw new Error("there is no search");
  const result = await host.execute(operation, { params: {}, query, body: async () => ({}) }, { principal: SYSTEM, source: "library" });
  return result.kind === "list-record" ? await drain(result.value.pages) : 0;
}

/** Reads a list to its end without keeping it. */
async function drain(list: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of list) count += 1;
  return count;
}

/**
 * The longest turn of the event loop while each operation runs that looks at much: what every other request of the process
 * waits. Printed, and held against nothing: every machine has times of its own.
 */
export async function turns(context: Context): Promise<Row[]> {
  const { subject, place } = await context.devices(context.most);
  const { inventory } = subject;
  const pool = await fillPool(subject, SLASH_8.fill(90, 50, "devices"));
  await addNetworks(inventory);
  for (let count = 0; count < HELD; count += 1000) await inventory.pools.allocate(pool.id, { count: 1000 });
  const hub = await addRelationships(subject);
  await subject.settle();
  const works: Readonly<Record<string, Work>> = {
    "search one letter": async (inventory) => await searched(inventory, { q: "d" }),
    "search a common word": async (inventory) => await searched(inventory, { q: "device-0" }),
    "search a symbol and a letter": async (inventory) => await searched(inventory, { q: ".e" }),
    "search nothing that is there": async (inventory) => await searched(inventory, { q: "no such device" }),
    "search an address": async (inventory) => await searched(inventory, { q: "10.0.0.17" }),
    "search a /8": async (inventory) => await searched(inventory, { q: "10.0.0.0/8" }),
    "search devices, the best of many": async (inventory) => await searched(inventory, { q: "bench", limit: 20 }),
    "search devices": async ({ devices }) => await drain(devices.search({ q: "example" })),
    "list devices": async ({ devices }) => await drain(devices.list()),
    "list devices with tags": async ({ devices }) => await drain(devices.list({ tags: ["bench"] })),
    "list devices with two tags": async ({ devices }) => await drain(devices.list({ tags: ["bench", "rack-7"] })),
    "list devices of a network": async ({ devices }) => await drain(devices.list({ network_id: place.networkId })),
    "devices of a network": async ({ networks }) => await drain(networks.devices(place.networkId)),
    "list devices of a status": async ({ devices }) => await drain(devices.list({ status: "active" })),
    "count devices by status": async ({ devices }) => await devices.statusCounts(),
    "list networks": async ({ networks }) => await drain(networks.list()),
    "list networks by name": async ({ networks }) => await drain(networks.list({ name: "no such network" })),
    "list utilizations": async ({ networks }) => await drain(networks.utilizations()),
    "list pools": async ({ pools }) => await drain(pools.list(place.networkId)),
    "heatmap of a fragmented /8 by /22": async ({ networks }) => await drain(networks.heatmap(pool.networkId, { prefix: 22 })),
    "heatmap of a fragmented /8 by /12": async ({ networks }) => await drain(networks.heatmap(pool.networkId, { prefix: 12 })),
    "heatmap of its pool by /24": async ({ pools }) => await drain(pools.heatmap(pool.id, { prefix: 24 })),
    "list relationships": async ({ relationships }) => await drain(relationships.listAll()),
    "list relationships of a device": async ({ relationships }) => await drain(relationships.list(hub)),
    "list related devices": async ({ devices }) => await drain(devices.related(hub)),
    "list conflicts": async ({ conflicts }) => await drain(conflicts.list()),
    "detect conflicts": async ({ conflicts }) => await conflicts.detect(),
    "export http_sd": async ({ exports }) => await drain((await exports.httpSd()).pieces),
    "export ansible": async ({ exports }) => await drain((await exports.ansible()).pieces),
    "read events": async ({ events }) => await events.read({ limit: 1000 }),
    "list the audit log": async ({ audit }) => await drain(audit.list()),
    "list nothing of the audit log": async ({ audit }) => await drain(audit.list({ resource_id: "none" })),
    "read the dashboard": async ({ dashboard }) => await dashboard.get(),
    "plan an import": async ({ import: imports }) => await drain(imports.plan(importRows())),
  };
  const rows: Row[] = [];
  for (const [work, run] of Object.entries(works)) {
    const watch = new TurnWatch();
    const start = performance.now();
    // The first run reads what the database has not read yet.
    for (let round = 0; round < 2; round += 1) await watch.during(async () => await run(inventory));
    const note = `${((performance.now() - start) / 2).toFixed(0)} ms in all`;
    rows.push({ work: `${work}, ${context.most} devices`, limit: "longest turn", value: watch.longestMs, unit: "ms", note });
  }
  return rows;
}

async function addNetworks(inventory: Inventory): Promise<void> {
  const all = Array.from({ length: NETWORKS }, (_, index) => ({
    name: `lan-${index}`,
    subnet: `172.${16 + Math.floor(index / 4096)}.${Math.floor(index / 16) % 256}.${(index % 16) * 16}/28`,
  }));
  for (let at = 0; at < all.length; at += 1000) await inventory.networks.createMany(all.slice(at, at + 1000));
}

/** @returns id of a device that many depend on */
async function addRelationships({ raw }: Subject): Promise<string> {
  const created = new Date().toISOString();
  const ids = (await raw.all("select id from device order by name limit ?", [RELATED + 1])) as readonly { readonly id: string }[];
  const hub = (ids[0] as { id: string }).id;
  const rows = ids.slice(1).map(({ id }) => {
    const relationship = { parent_id: hub, child_id: id, type: "depends_on", created_at: created };
    return [hub, id, "depends_on", created, JSON.stringify(relationship)];
  });
  await raw.transaction(async () => await raw.insert("relationship", rows));
  return hub;
}

function importRows() {
  return Array.from({ length: IMPORTED }, (_, index) => ({
    at: { line: index + 1 },
    type: "device" as const,
    set: { name: `device-${String(index).padStart(6, "0")}`, description: "changed" },
  }));
}
