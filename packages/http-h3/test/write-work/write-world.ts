import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { STORAGE } from "@cadastre/inventory-core";
import { type Api, startApi } from "../auth/auth-api.ts";
import { ScriptedScanner } from "../support/scripted-scanner.ts";
import type { StorageName } from "../../../../testing/storages.ts";
import type { MeasuredStorage } from "./measured-storage.ts";

/** How much of a world is shared by many records. */
export interface WorldSize {
  /** Devices that share an address, a MAC address, a name, a tag, a network, a datacenter and a value of a custom field. */
  readonly holders: number;
  /** Free blocks that the network is cut into, at least. */
  readonly blocks: number;
  /** Networks that have the subnet and the space of the network, which is the oldest of them. */
  readonly twins: number;
}

/** Address that all holders have. */
export const IP = "172.16.0.9";
export const MAC = "02:00:00:00:00:09";
/** Values that all holders have. */
export const HOST = { name: "host", tags: ["hot"], domains: ["host.example"], fields: { owner: "ada" } };

/** Addresses at which hosts with the MAC address of all holders were seen. */
const UNKNOWN = Array.from({ length: 7 }, (_, index) => `172.17.255.${index + 1}`);

/** A value for each thing that the cases of `write-cases.ts` change. */
export interface World {
  readonly api: Api;
  readonly size: WorldSize;
  /** Datacenter, network and devices with what many records share. */
  readonly datacenter: string;
  readonly network: string;
  readonly devices: readonly string[];
  /** A pool of the network with an allocation for each holder. */
  readonly pool: string;
  readonly allocations: readonly string[];
  /** A network that contains a network for every fourth holder, all with one name, tag, datacenter and value of a custom field. */
  readonly parent: string;
  readonly networks: readonly string[];
  /** Networks with the subnet of the network, the oldest first. */
  readonly twins: readonly string[];
  /** A device that contains each holder. */
  readonly hub: string;
  readonly conflict: string;
  readonly source: string;
  readonly agent: { readonly id: string; readonly token: string };
  /** Discovered devices at addresses that no device holds, and at last the one at the address of all holders. */
  readonly discovered: readonly string[];
  readonly role: string;
  readonly webhook: string;
  readonly deliveries: readonly string[];
  /** Makes a request as the administrator. @throws for statuses of 400 and more */
  readonly make: (route: string, body?: unknown) => Promise<Record<string, string>>;
}

/** Addresses of the network are this far apart: each leaves four free blocks, and what is after the last is free too. */
const STEP = 16;
const ip = (offset: number): string => `172.16.${offset >> 8}.${offset & 255}`;
/** Devices, networks or rows that are created together. */
const TOGETHER = 1000;

async function inParts(count: number, most: number, create: (indexes: readonly number[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += most) await create(Array.from({ length: Math.min(most, count - at) }, (_, index) => at + index));
}

function mustAll({ errors }: { readonly errors: readonly unknown[] }): void {
  if (errors.length > 0) throw new Error(JSON.stringify(errors.slice(0, 3)));
}

/** Starts a server with all plugins that have operations, and makes the records. */
export async function makeWorld(name: StorageName, measured: MeasuredStorage, size: WorldSize): Promise<World> {
  const { holders, blocks, twins: twinCount } = size;
  const plugins = [new ScriptedScanner().plugin, discoverySnmpPlugin({ scan: false }), leaseSourcesPlugin({ read: false })];
  const api = await startApi(name, 4, {}, { plugins, storage: measured.storage, webhooks: { deliver: false } });
  const { inventory } = api;
  const make: World["make"] = async (route, body) => {
    const reply = await api.admin(route, body);
    if (reply.status >= 400) throw new Error(`${route}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body as Record<string, string>;
  };
  const insert = async (table: string, rows: readonly Readonly<Record<string, string | number | null>>[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {});
    await inventory.host.get(STORAGE).write(
      async (transaction) =>
        await transaction.insert(
          table,
          columns,
          rows.map((row) => columns.map((column) => row[column] ?? null)),
        ),
    );
  };
  const space = await make("POST /api/spaces", { name: "hot" });
  const datacenter = (await make("POST /api/datacenters", { name: "hot", space_id: space["id"] }))["id"] as string;
  for (const record of ["device", "network"]) await make("POST /api/fields", { record, name: "owner", type: "text" });
  const within = { datacenter_id: datacenter, fields: { owner: "ada" }, tags: ["hot"] };
  const network = (await make("POST /api/networks", { name: "hot", subnet: "172.16.0.0/15", ...within }))["id"] as string;
  await inParts(twinCount, TOGETHER, async (indexes) =>
    mustAll(await inventory.networks.createMany(indexes.map(() => ({ name: "twin", subnet: "172.16.0.0/15", ...within })))),
  );
  const twins = (await inventory.networks.list({ name: "twin" })).map(({ id }) => id).toSorted();
  const parent = (await make("POST /api/networks", { name: "parent", subnet: "10.0.0.0/8", ...within }))["id"] as string;
  await inParts(holders / 4, TOGETHER, async (indexes) =>
    mustAll(
      await inventory.networks.createMany(
        indexes.map((index) => ({ name: "net", subnet: `10.${index >> 8}.${index & 255}.0/24`, ...within })),
      ),
    ),
  );
  const networks = (await inventory.networks.list({ name: "net" })).map(({ id }) => id);
  const cuts = Math.ceil(blocks / 4);
  await inParts(Math.max(0, cuts - holders), TOGETHER, async (indexes) => {
    const addresses = indexes.map((index) => ({ ip: ip((holders + index) * STEP + 8) }));
    await inventory.devices.create({ name: "cut", datacenter_id: datacenter, addresses });
  });
  await inParts(holders, TOGETHER, async (indexes) => {
    const addressesOf = (index: number) => [
      { ip: IP, mac: MAC },
      { ip: ip(index * STEP + 8), mac: MAC },
    ];
    mustAll(
      await inventory.devices.createMany(indexes.map((index) => ({ ...HOST, datacenter_id: datacenter, addresses: addressesOf(index) }))),
    );
  });
  const devices = (await inventory.devices.list({ tags: ["hot"] })).map(({ id }) => id);
  const pool = (await make(`POST /api/networks/${network}/pools`, { name: "hot", start_ip: "172.17.0.0", end_ip: "172.17.127.255" }))[
    "id"
  ] as string;
  await inventory.pools.allocate(pool, { count: holders, note: "hot" });
  const allocations = (await inventory.pools.allocations(pool)).map(({ id }) => id);
  const hub = (await make("POST /api/devices", { name: "hub" }))["id"] as string;
  const seen = { created_at: "2026-01-01T00:00:00.000Z" };
  await insert(
    "relationship",
    devices.map((child) => ({
      parent_id: hub,
      child_id: child,
      type: "contains",
      ...seen,
      doc: JSON.stringify({ parent_id: hub, child_id: child, type: "contains", ...seen }),
    })),
  );
  const conflicts = await inventory.conflicts.list({ status: "active", type: "duplicate_ip" });
  const conflict = conflicts.find(({ ip_address: address }) => address === IP)?.id as string;
  const { id: agentId, token } = await make("POST /api/agents", { name: "hot", datacenter_ids: [datacenter] });
  const agent = { id: agentId as string, token: token as string };
  const source = (
    await make("POST /api/discovery/lease-sources", {
      name: "hot",
      type: "dnsmasq",
      path: "/leases",
      network_ids: [network],
      datacenter_id: datacenter,
    })
  )["id"] as string;
  const addresses = [IP, ...Array.from({ length: holders }, (_, index) => ip(index * STEP + 8)), ...UNKNOWN];
  await readLeases(
    api,
    agent,
    source,
    addresses.map((address) => ({ ip: address, mac_address: MAC, hostname: "host" })),
  );
  const found = await inventory.discoveredDevices.list({ network_id: network });
  const discovered = [...UNKNOWN, IP].map((address) => found.find((one) => one.ip === address)?.id as string);
  const role = await api.role("hot", ["device:list"]);
  const digits = (index: number): string => String(index).padStart(12, "0");
  const users = Array.from({ length: holders }, (_, index) => `0190a000-0000-7000-8000-${digits(index)}`);
  const times = { ...seen, updated_at: seen.created_at };
  await insert(
    "auth_user",
    users.map((id, index) => ({
      id,
      username: `user-${index}`,
      username_key: `user-${index}`,
      email: "",
      full_name: "Hot",
      is_active: 1,
      password_hash: "none",
      ...times,
    })),
  );
  await insert(
    "auth_user_role",
    users.map((id) => ({ user_id: id, role_id: role })),
  );
  const webhook = (await make("POST /api/webhooks", { name: "hot", url: "http://10.77.0.1:9/", events: ["device.created"] }))[
    "id"
  ] as string;
  const deliveries = Array.from({ length: holders }, (_, index) => `0190b000-0000-7000-8000-${digits(index)}`);
  await insert(
    "webhook_delivery",
    deliveries.map((id, index) => ({
      id,
      webhook_id: webhook,
      event_id: id,
      event: "device.created",
      record_id: hub,
      status: "failed",
      turn: index,
      retry: 0,
      attempt_count: 1,
      request_body: "{}",
      response_body: "",
      error: "",
      ...times,
    })),
  );
  await sealed(api);
  await measured.start();
  return {
    api,
    size,
    datacenter,
    network,
    devices,
    pool,
    allocations,
    parent,
    networks,
    twins,
    hub,
    conflict,
    source,
    agent,
    discovered,
    role,
    webhook,
    deliveries,
    make,
  };
}

/** What the program of an agent says of itself. */
export const PROCESS = { instance: "one-process", version: "1.0.0", scanners: ["connect", "dhcp-leases"], wait_seconds: 0 };

/** Makes a request of an agent. @throws for statuses of 400 and more */
export async function asAgent(api: Api, token: string, route: string, body: object): Promise<Record<string, Record<string, string>>> {
  const reply = await api.call(route, body, { authorization: `Bearer ${token}` });
  if (reply.status >= 400) throw new Error(`${route}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body as Record<string, Record<string, string>>;
}

/** Claims the reading of a lease source. */
export async function claimLeases(api: Api, token: string): Promise<string> {
  const { lease_source: given } = await asAgent(api, token, "POST /api/agent/work", { ...PROCESS, reads_leases: true });
  return given?.["claim"] as string;
}

const LEASES_TOGETHER = 500;

async function readLeases(api: Api, { token }: World["agent"], source: string, leases: readonly object[]): Promise<void> {
  const claim = await claimLeases(api, token);
  let number = 0;
  await inParts(leases.length, LEASES_TOGETHER, async (indexes) => {
    number += 1;
    const part = indexes.map((index) => leases[index]);
    await asAgent(api, token, `POST /api/agent/lease-sources/${source}/reports`, { claim, number, leases: part });
  });
  await asAgent(api, token, `POST /api/agent/lease-sources/${source}/end`, { claim, batches: number, leases: leases.length });
}

/** Ends when all audit rows are sealed, which the background does. Audit rows are shown from then on. */
export async function sealed(api: Api): Promise<void> {
  while ((await api.rows("select 1 from audit where seal_number is null limit 1")).length > 0) await api.clock.advance(2000);
}
