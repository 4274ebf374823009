import type { AddressKey } from "../address/address-key.ts";
import { coveringCidrKeys } from "../address/cidr.ts";
import type { Queries } from "../contract/storage.ts";

/** The space of networks and devices without a datacenter. */
export const COMMON_SPACE = 0;

/** A network as address rules need it. */
export interface NetworkRange {
  readonly id: string;
  readonly space: number;
  readonly subnet: string;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
  readonly cidr_key: string;
}

/** A pool as address rules need it. */
export interface PoolRange {
  readonly id: string;
  readonly network_id: string;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
}

/** Number of a datacenter's address space; undefined when there is no such datacenter. */
export async function spaceOfDatacenter(queries: Queries, id: string | null): Promise<number | undefined> {
  if (id === null) return COMMON_SPACE;
  return (await queries.get<{ space: number }>("select space from datacenter where id = ?", [id]))?.space;
}

export async function networksById(queries: Queries, ids: readonly string[]): Promise<Map<string, NetworkRange>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all<NetworkRange>("select id, space, subnet, first_key, last_key, cidr_key from network where id = any(?)", [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function poolsById(queries: Queries, ids: readonly string[]): Promise<Map<string, PoolRange>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all<PoolRange>("select id, network_id, start_ip, end_ip, start_key, end_key from pool where id = any(?)", [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The most specific network for each address: among the networks of `space`, else among those without a datacenter.
 * Addresses that no network contains are left out. Of identical subnets the oldest is taken.
 */
export async function mostSpecificNetworks(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<Map<AddressKey, NetworkRange>> {
  const found = new Map<AddressKey, NetworkRange>();
  if (keys.length === 0) return found;
  const covering = new Map(keys.map((key) => [key, coveringCidrKeys(key)]));
  const spaces = [...new Set([space, COMMON_SPACE])];
  const rows = await queries.all<NetworkRange>(
    `select id, space, subnet, first_key, last_key, cidr_key from network where space = any(?) and cidr_key = any(?) order by id desc`,
    [spaces, [...new Set([...covering.values()].flat())]],
  );
  const bySpace = new Map(spaces.map((number) => [number, new Map<string, NetworkRange>()]));
  for (const row of rows) bySpace.get(Number(row.space))?.set(row.cidr_key, row);
  for (const [key, cidrKeys] of covering) {
    for (const number of spaces) {
      const cidrKey = cidrKeys.findLast((candidate) => bySpace.get(number)?.has(candidate));
      if (cidrKey === undefined) continue;
      found.set(key, bySpace.get(number)?.get(cidrKey) as NetworkRange);
      break;
    }
  }
  return found;
}

/** The pools of some networks that contain some addresses. */
export async function poolsContaining(queries: Queries, networkIds: readonly string[], keys: readonly AddressKey[]): Promise<PoolRange[]> {
  if (networkIds.length === 0 || keys.length === 0) return [];
  return await queries.all<PoolRange>(
    `select distinct p.id, p.network_id, p.start_ip, p.end_ip, p.start_key, p.end_key
     from list(?) k cross join list(?) n
     join pool p on p.id = (select q.id from pool q where q.network_id = n.value and q.start_key <= k.value order by q.start_key desc limit 1)
     where p.end_key >= k.value`,
    [[...new Set(keys)], [...new Set(networkIds)]],
  );
}

/** The pool of a network that contains an address, if one does. */
export function poolOf(pools: readonly PoolRange[], networkId: string, key: AddressKey): PoolRange | undefined {
  return pools.find((pool) => pool.network_id === networkId && pool.start_key <= key && key <= pool.end_key);
}
