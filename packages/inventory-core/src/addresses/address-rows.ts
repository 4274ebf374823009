import type { AddressKey } from "../address/address-key.ts";
import { coveringCidrKeys } from "../address/cidr.ts";
import { poolsAt } from "../address-space/locate.ts";
import { EVERY_SPACE } from "../address-space/space-numbers.ts";
import { conflictDocuments } from "../conflicts/conflict.entity.ts";
import type { Conflict } from "../conflicts/conflict.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { AddressDetails } from "./address-details.ts";

/** What rows say of one address: in one space, or in all there are, by as many look-ups in an index. */

/** Spaces that are looked into, as a part of a statement: by number, or all. */
interface Spaces {
  readonly sql: string;
  readonly params: readonly number[];
}

export const spacesOf = (number: number | undefined): Spaces =>
  number === undefined ? { sql: EVERY_SPACE, params: [] } : { sql: "?", params: [number] };

/** An address of a device that is there now. */
export interface HeldRow {
  readonly space: number;
  readonly id: string;
  readonly name: string;
  readonly address_id: string;
  readonly mac: string;
}

export async function heldRows(queries: Queries, { sql, params }: Spaces, key: AddressKey): Promise<readonly HeldRow[]> {
  return await queries.all<HeldRow>(
    `select a.space, d.id, d.name, a.id as address_id, a.mac from address a join device d on d.id = a.device_id
     where a.space in (${sql}) and a.ip_key = ? order by d.name, d.id, a.position`,
    [...params, key],
  );
}

/** An allocation of the address. */
export interface AllocationRow {
  readonly space: number;
  readonly status: string;
  readonly created_at: string;
  readonly doc: string;
}

/** Held ones first. */
export async function allocationRows(queries: Queries, { sql, params }: Spaces, key: AddressKey): Promise<readonly AllocationRow[]> {
  return await queries.all<AllocationRow>(
    `select space, status, created_at, doc from allocation where space in (${sql}) and ip_key = ? order by status desc, created_at, id`,
    [...params, key],
  );
}

/** A network that the address lies in. */
export interface NetworkRow {
  readonly id: string;
  readonly name: string;
  readonly subnet: string;
  readonly space: number;
  readonly first_key: AddressKey;
  readonly prefix_length: number;
}

/** The smallest first. */
export async function networkRows(queries: Queries, { sql, params }: Spaces, key: AddressKey): Promise<readonly NetworkRow[]> {
  return await queries.all<NetworkRow>(
    `select id, name, subnet, space, first_key, prefix_length from network where space in (${sql}) and cidr_key = any(?)
     order by prefix_length desc, id`,
    [...params, coveringCidrKeys(key)],
  );
}

type PoolRow = NonNullable<AddressDetails["pool"]> & { readonly network_id: string };

/** Pools of some networks that have the address. */
export async function poolRows(queries: Queries, networks: readonly NetworkRow[], key: AddressKey): Promise<readonly PoolRow[]> {
  return await poolsAt<PoolRow>(
    queries,
    "p.id, p.name, p.start_ip, p.end_ip, p.network_id",
    networks.map(({ id }) => [id, key] as const),
  );
}

/** What scans saw at the address. */
export interface SightingRow {
  readonly network_id: string;
  readonly status: string;
  readonly doc: string;
}

export async function sightingRows(queries: Queries, networks: readonly NetworkRow[], key: AddressKey): Promise<readonly SightingRow[]> {
  if (networks.length === 0) return [];
  return await queries.all<SightingRow>(
    "select network_id, status, doc from discovered_device where network_id = any(?) and ip_key = ? order by last_seen desc, id",
    [networks.map(({ id }) => id), key],
  );
}

/** Conflicts over the address that are not resolved. */
export async function openConflicts(queries: Queries, space: number, key: AddressKey): Promise<Conflict[]> {
  const rows = await queries.all<{ doc: string }>(
    `select doc from conflict where type in ('duplicate_ip', 'discovery_mismatch') and space = ? and subject = ? and status <> 'resolved'
     order by detected_at, id`,
    [space, key],
  );
  return rows.map(({ doc }) => conflictDocuments.read(doc));
}
