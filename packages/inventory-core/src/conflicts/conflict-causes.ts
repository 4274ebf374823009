import { textOf } from "../address/ip-address.ts";
import type { AddressKey } from "../address/address-key.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Conflict } from "./conflict.ts";

/** Who contradicts whom, as the record of a conflict shows it. */
export type Cause = Pick<
  Conflict,
  "description" | "ip_address" | "device_ids" | "device_names" | "network_ids" | "network_names" | "subnets" | "allocation_ids"
>;

/** Most names that a description spells out. */
const MAX_NAMES = 4;

/** Records by name, or by their number where there are many or only the number is given. */
function listed(records: readonly string[] | number, what: string): string {
  if (typeof records === "number") return records === 1 ? `a ${what}` : `${records} ${what}s`;
  if (records.length > MAX_NAMES) return listed(records.length, what);
  return records.length === 1 ? String(records[0]) : `${records.slice(0, -1).join(", ")} and ${records.at(-1)}`;
}

/**
 * Describes a duplicate address.
 * @param devices names of the devices that hold it, or their number
 * @param allocations number of allocations that hold it
 */
export function addressText(ip: string, devices: readonly string[] | number, allocations: number): string {
  const held = allocations === 1 ? "an allocation" : `${allocations} allocations`;
  const isHeldByDevices = (typeof devices === "number" ? devices : devices.length) > 0;
  const holders = isHeldByDevices ? listed(devices, "device") : held;
  return `${ip} is held by ${holders}${isHeldByDevices && allocations > 0 ? `, and by ${held}` : ""}`;
}

/** Describes a duplicate subnet. @param networks names of the networks that have it, or their number */
export const subnetText = (subnet: string, networks: readonly string[] | number): string =>
  `${subnet} is the subnet of ${listed(networks, "network")}`;

/** A device that has an address, or an allocation of it that no device has confirmed. */
interface Holder {
  readonly ip_key: AddressKey;
  readonly device_id: string | null;
  readonly device_name: string | null;
  readonly allocation_id: string | null;
  readonly network_id: string | null;
  readonly network_name: string | null;
  readonly subnet: string | null;
}

/** Those of some addresses of a space that several hold, devices or allocations, with who holds them. */
export async function duplicateAddresses(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<Map<string, Cause>> {
  const rows = await queries.all<Holder>(
    `select a.ip_key, a.device_id, d.name as device_name, a.network_id, n.name as network_name, n.subnet, null as allocation_id
     from address a join device d on d.id = a.device_id left join network n on n.id = a.network_id
     where a.space = ? and a.ip_key = any(?)
     union all select h.ip_key, null, null, p.network_id, n.name, n.subnet, h.id
     from allocation h join pool p on p.id = h.pool_id join network n on n.id = p.network_id
     where h.space = ? and h.ip_key = any(?) and h.status = 'held'
     order by ip_key, device_id nulls last, allocation_id, network_id`,
    [space, keys, space, keys],
  );
  const causes = new Map<string, Cause>();
  for (const [key, holders] of Map.groupBy(rows, (row) => row.ip_key)) {
    const devices = new Map(holders.flatMap((row) => (row.device_id === null ? [] : [[row.device_id, row.device_name ?? ""] as const])));
    const allocations = holders.flatMap((row) => row.allocation_id ?? []);
    if (devices.size + allocations.length < 2) continue;
    const networks = new Map(holders.flatMap((row) => (row.network_id === null ? [] : [[row.network_id, row] as const])));
    const ip = textOf(key);
    causes.set(key, {
      description: addressText(ip, [...devices.values()], allocations.length),
      ip_address: ip,
      device_ids: [...devices.keys()],
      device_names: [...devices.values()],
      network_ids: [...networks.keys()],
      network_names: [...networks.values()].map((row) => row.network_name ?? ""),
      subnets: [...networks.values()].map((row) => row.subnet ?? ""),
      allocation_ids: allocations,
    });
  }
  return causes;
}

/** Those of some subnets of a space that several networks have, with the networks. */
export async function duplicateSubnets(queries: Queries, space: number, cidrKeys: readonly string[]): Promise<Map<string, Cause>> {
  const rows = await queries.all<{ cidr_key: string; id: string; name: string; subnet: string }>(
    "select cidr_key, id, name, subnet from network where space = ? and cidr_key = any(?) order by id",
    [space, cidrKeys],
  );
  const causes = new Map<string, Cause>();
  for (const [key, networks] of Map.groupBy(rows, (row) => row.cidr_key)) {
    if (networks.length < 2) continue;
    causes.set(key, {
      description: subnetText(
        networks[0]?.subnet ?? "",
        networks.map(({ name }) => name),
      ),
      ip_address: "",
      device_ids: [],
      device_names: [],
      network_ids: networks.map(({ id }) => id),
      network_names: networks.map(({ name }) => name),
      subnets: networks.map(({ subnet }) => subnet),
      allocation_ids: [],
    });
  }
  return causes;
}
