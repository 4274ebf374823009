import { keyOfText } from "../address/ip-address.ts";
import {
  type Containing,
  containingNetworks,
  mostSpecific,
  type NetworkRange,
  networksById,
  poolOf,
  type PoolRange,
  poolsById,
  poolsContaining,
} from "../address-space/locate.ts";
import { COMMON_SPACE } from "../address-space/space-numbers.ts";
import type { HomeSpace } from "../contract/cascades.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Address } from "../devices/device.ts";
import type { PlacedAddress } from "../devices/device-rows.ts";

/** Addresses of a device that are to be as they were. */
export interface ToPlace {
  readonly addresses: readonly Address[];
  /** Space of the datacenter of the device. */
  readonly home: HomeSpace;
}

/** Addresses with their places, in the order of the devices, and all networks that contain them. */
export interface PlacedBack {
  readonly placed: readonly PlacedAddress[][];
  readonly containing: Containing;
}

/**
 * Finds the network, pool and space of addresses that come back: those that they had, where these are there and contain them still, and
 * none where they had none, though a network contained them then. Otherwise, as for any address.
 * @param at when the change was made that is taken back
 */
export async function placeBack(queries: Queries, all: readonly ToPlace[], at: string): Promise<PlacedBack> {
  const addresses = all.flatMap((one) => one.addresses);
  const networks = await networksById(queries, [...new Set(addresses.flatMap(({ network_id: id }) => id ?? []))]);
  const pools = await poolsById(queries, [...new Set(addresses.flatMap(({ pool_id: id }) => id ?? []))]);
  const spaces = new Set([COMMON_SPACE, ...all.map(({ home }) => home.space), ...[...networks.values()].map(({ space }) => space)]);
  const containing = await containingNetworks(queries, [...spaces], [...new Set(addresses.map(({ ip }) => keyOfText(ip)))]);
  const younger = await youngerThan(queries, [...new Set([...containing.values()].flat().map(({ id }) => id))], at);
  const located = all.map(({ addresses: own, home }) =>
    own.map((address) => {
      const key = keyOfText(address.ip);
      const former = networks.get(address.network_id ?? "");
      if (former !== undefined && former.first_key <= key && key <= former.last_key) return { address, key, network: former, isNew: false };
      const around = containing.get(key)?.filter(({ id }) => address.network_id !== null || younger.has(id));
      return { address, key, network: mostSpecific(around, home), isNew: true };
    }),
  );
  const found = await poolsContaining(
    queries,
    located.flat().flatMap(({ network, key, isNew }) => (network !== undefined && isNew ? [[network.id, key] as const] : [])),
  );
  const foundIn = Map.groupBy(found, (pool) => pool.network_id);
  const placed = located.map((own, index) =>
    own.map(({ address, key, network, isNew }): PlacedAddress => {
      const pool = isNew ? network && poolOf(foundIn.get(network.id) ?? [], network.id, key) : formerPool(pools, address, key, network);
      const space = network?.space ?? (all[index] as ToPlace).home.space;
      return { ...address, network_id: network?.id ?? null, pool_id: pool?.id ?? null, key, space };
    }),
  );
  return { placed, containing };
}

function formerPool(
  pools: ReadonlyMap<string, PoolRange>,
  address: Address,
  key: string,
  network: NetworkRange | undefined,
): PoolRange | undefined {
  const pool = pools.get(address.pool_id ?? "");
  return pool !== undefined && pool.network_id === network?.id && pool.start_key <= key && key <= pool.end_key ? pool : undefined;
}

async function youngerThan(queries: Queries, ids: readonly string[], at: string): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries.all<{ id: string }>("select id from network where id = any(?) and created_at > ?", [ids, at]);
  return new Set(rows.map(({ id }) => id));
}
