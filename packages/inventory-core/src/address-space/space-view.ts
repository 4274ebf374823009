import type { AddressKey } from "../address/address-key.ts";
import type { Queries } from "../contract/storage/storage.ts";
import {
  type Containing,
  containingNetworks,
  type NetworkRange,
  networksById,
  type PoolRange,
  poolsById,
  poolsContaining,
} from "./locate.ts";

/** A pool as messages name it. */
export interface NamedPool extends PoolRange {
  readonly name: string;
}

/** Records by id. */
export type Places<Place> = Pick<ReadonlyMap<string, Place>, "get">;

/** From where to where, both included. */
export interface KeyRange {
  readonly first: AddressKey;
  readonly last: AddressKey;
}

/**
 * What the rules of networks, pools and addresses ask of an inventory: the database ({@link storedSpace}), or the database with what an
 * import makes of it before the row that is looked at. As many statements for many records as for one.
 */
export interface SpaceView {
  networks(ids: readonly string[]): Promise<Places<NetworkRange>>;
  pools(ids: readonly string[]): Promise<Places<PoolRange>>;
  /** The networks of some spaces that contain each address: the longest prefix last, and of identical subnets the oldest. */
  containing(spaces: readonly number[], keys: readonly AddressKey[]): Promise<Containing>;
  /** The pools of some networks that contain some addresses. */
  poolsContaining(places: readonly (readonly [networkId: string, key: AddressKey])[]): Promise<readonly PoolRange[]>;
  /** The first pool of a network, but `except`, that has an address of a range. */
  poolWithin(networkId: string, range: KeyRange, except: string): Promise<NamedPool | undefined>;
  /** The first pools of a network that are not wholly in a range. @param limit most of them */
  poolsOutside(networkId: string, range: KeyRange, limit: number): Promise<readonly NamedPool[]>;
  /** Allocations of a pool outside a range, by address. */
  allocationsOutside(poolId: string, range: KeyRange): Promise<readonly { readonly id: string; readonly ip: string }[]>;
}

const NAMED = "id, network_id, name, start_ip, end_ip, start_key, end_key";

/** The database as it is. */
export function storedSpace(queries: Queries): SpaceView {
  return {
    networks: async (ids) => await networksById(queries, ids),
    pools: async (ids) => await poolsById(queries, ids),
    containing: async (spaces, keys) => await containingNetworks(queries, spaces, keys),
    poolsContaining: async (places) => await poolsContaining(queries, places),
    poolWithin: async (networkId, { first, last }, except) =>
      await queries.get<NamedPool>(
        `select ${NAMED} from pool where network_id = ? and id <> ? and start_key <= ? and end_key >= ? order by start_key limit 1`,
        [networkId, except, last, first],
      ),
    poolsOutside: async (networkId, { first, last }, limit) =>
      await queries.all<NamedPool>(
        `select ${NAMED} from pool where network_id = ? and (start_key < ? or end_key > ?) order by start_key limit ?`,
        [networkId, first, last, limit],
      ),
    allocationsOutside: async (poolId, { first, last }) =>
      await queries.all("select id, ip from allocation where pool_id = ? and (ip_key < ? or ip_key > ?) order by ip_key, id", [
        poolId,
        first,
        last,
      ]),
  };
}
