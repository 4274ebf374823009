import type { AddressKey } from "../address/address-key.ts";
import { containingNetworks, mostSpecific, type NetworkRange, poolOf, poolsContaining, type PoolRange } from "../address-space/locate.ts";
import { COMMON_SPACE, FALLING_BACK } from "../address-space/space-numbers.ts";
import { reconcile, TouchedKeys } from "../address-space/space-ledger.ts";
import type { DatacenterPlace, HomeSpace } from "../contract/cascades.ts";
import type { SqlValue } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { NetworkRow } from "../networks/network.entity.ts";
import { followDevicesSeen } from "../reconciliation/follow-records.ts";
import { rewriteDevices } from "./rewritten-devices.ts";

/**
 * What happens to addresses and allocations when networks and datacenters change. The caller holds the topology lock
 * exclusively, which keeps off every other writer of addresses.
 */

interface Linked {
  readonly id: string;
  readonly device_id: string;
  readonly space: number;
  readonly ip_key: AddressKey;
}

/** Where an address goes. */
interface Link {
  readonly space: number;
  readonly network_id: string | null;
  readonly pool_id: string | null;
}

/** Addresses that are moved between two turns of the event loop. */
const SLICE = 500;

/** Gives addresses a new place, keeps runs and counters of both spaces right, and writes their devices anew. */
async function relink(change: Change, addresses: readonly Linked[], linkOf: (address: Linked) => Link): Promise<void> {
  for (let at = 0; at < addresses.length; at += SLICE) {
    const slice = addresses.slice(at, at + SLICE);
    const touched = new TouchedKeys();
    const byLink = new Map<string, { link: Link; ids: string[] }>();
    const spaces = new Set<number>();
    for (const address of slice) {
      const link = linkOf(address);
      touched.add(address.space, address.ip_key).add(link.space, address.ip_key);
      spaces.add(address.space).add(link.space);
      const id = `${link.space}/${link.network_id ?? ""}/${link.pool_id ?? ""}`;
      const group = byLink.get(id) ?? { link, ids: [] };
      group.ids.push(address.id);
      byLink.set(id, group);
    }
    await reconcile(change, touched, async () => {
      for (const { link, ids } of byLink.values()) {
        await change.run("update address set space = ?, network_id = ?, pool_id = ? where id = any(?)", [
          link.space,
          link.network_id,
          link.pool_id,
          ids,
        ]);
      }
    });
    await followDevicesSeen(change, spaces, deviceIdsOf(slice));
  }
  rewriteDevices(
    change,
    addresses.map((address) => address.device_id),
    ["addresses"],
  );
}

const deviceIdsOf = (addresses: readonly Linked[]): string[] => [...new Set(addresses.map((address) => address.device_id))];

const COLUMNS = "a.id, a.device_id, a.space, a.ip_key";

/** Links the unlinked addresses that a network contains: of its space, and, where that is the common one, of those that fall back on it. */
export async function occupyAddresses(change: Change, network: Pick<NetworkRow, "id" | "space" | "first_key" | "last_key">): Promise<void> {
  const inSpace = network.space === COMMON_SPACE ? `a.space in (${FALLING_BACK})` : "a.space = ?";
  const params: SqlValue[] = [...(network.space === COMMON_SPACE ? [] : [network.space]), network.first_key, network.last_key];
  const unlinked = await change.all<Linked>(
    `select ${COLUMNS} from address a where ${inSpace} and a.ip_key >= ? and a.ip_key <= ? and a.network_id is null`,
    params,
  );
  if (unlinked.length === 0) return;
  const pools = await change.all<PoolRange>("select id, network_id, start_key, end_key from pool where network_id = ?", [network.id]);
  await relink(change, unlinked, ({ ip_key: key }) => ({
    space: network.space,
    network_id: network.id,
    pool_id: poolOf(pools, network.id, key)?.id ?? null,
  }));
}

/** Gives the linked addresses of some networks to other networks of the same space. @param receiverOf the network that gets an address */
export async function handOverAddresses(
  change: Change,
  networkIds: readonly string[],
  receiverOf: (key: AddressKey) => string,
): Promise<void> {
  const linked = await change.all<Linked & { pool_id: string | null }>(
    `select ${COLUMNS}, a.pool_id from address a where a.network_id = any(?) order by a.ip_key, a.id`,
    [networkIds],
  );
  const pools = new Map(linked.map((address) => [address.id, address.pool_id]));
  await relink(change, linked, ({ id, space, ip_key: key }) => ({ space, network_id: receiverOf(key), pool_id: pools.get(id) ?? null }));
}

/** Whether there are unlinked addresses that networks of the common space would link, where addresses of that space are in none of them. */
export async function hasUnlinked(change: Change, networks: readonly Pick<NetworkRow, "first_key" | "last_key">[]): Promise<boolean> {
  const first = networks.reduce((least, { first_key: key }) => (key < least ? key : least), networks[0]?.first_key ?? "");
  const last = networks.reduce((most, { last_key: key }) => (key > most ? key : most), "");
  const found = await change.get(
    `select 1 as one from address a where a.space in (${FALLING_BACK}) and a.space <> ${COMMON_SPACE} and a.ip_key >= ? and a.ip_key <= ?
       and a.network_id is null limit 1`,
    [first, last],
  );
  return found !== undefined;
}

/** Lets go of the addresses of a network that goes; each falls back to the space of its device's datacenter. */
export async function unlinkAddresses(change: Change, networkId: string): Promise<void> {
  await unlink(change, "a.network_id = ?", [networkId]);
}

async function unlink(change: Change, where: string, params: readonly SqlValue[]): Promise<void> {
  const linked = await change.all<Linked & { home: number }>(
    `select ${COLUMNS}, coalesce(c.home, ${COMMON_SPACE}) as home from address a
     join device d on d.id = a.device_id left join datacenter c on c.id = d.datacenter_id where ${where}`,
    params,
  );
  if (linked.length === 0) return;
  const homes = new Map(linked.map((address) => [address.id, address.home]));
  await relink(change, linked, ({ id }) => ({ space: homes.get(id) ?? COMMON_SPACE, network_id: null, pool_id: null }));
}

/**
 * Lets go of addresses that a network has just linked: they are unlinked as they were.
 * @param addresses each with the space of its device
 */
export async function unlinkAgain(change: Change, addresses: readonly (Linked & { readonly home: number })[]): Promise<void> {
  const homes = new Map(addresses.map((address) => [address.id, address.home]));
  await relink(change, addresses, ({ id }) => ({ space: homes.get(id) ?? COMMON_SPACE, network_id: null, pool_id: null }));
}

/** After a network's subnet or space changed: addresses outside are let go, the others and its allocations follow. */
export async function followNetwork(change: Change, network: Pick<NetworkRow, "id" | "space" | "first_key" | "last_key">): Promise<void> {
  await unlink(change, "a.network_id = ? and (a.ip_key < ? or a.ip_key > ?)", [network.id, network.first_key, network.last_key]);
  await followSpace(change, network.id, network.space);
}

/** Moves addresses and allocations of a network to a space, with runs and conflicts; its own counters are the caller's. */
export async function followSpace(change: Change, networkId: string, space: number): Promise<void> {
  const addresses = await change.all<Linked>(`select ${COLUMNS} from address a where a.network_id = ? and a.space <> ? order by a.ip_key`, [
    networkId,
    space,
  ]);
  const allocations = await change.all<Pick<Linked, "id" | "space" | "ip_key">>(
    "select h.id, h.space, h.ip_key from allocation h join pool p on p.id = h.pool_id where p.network_id = ? and h.space <> ? order " +
      "by h.ip_key",
    [networkId, space],
  );
  await moveToSpace(change, space, "address", addresses);
  await moveToSpace(change, space, "allocation", allocations);
}

/** Gives rows another space, slice by slice. The records do not change: only the space, which is no part of them. */
async function moveToSpace(
  change: Change,
  space: number,
  table: "address" | "allocation",
  rows: readonly (Pick<Linked, "id" | "space" | "ip_key"> & Partial<Pick<Linked, "device_id">>)[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += SLICE) {
    const slice = rows.slice(at, at + SLICE);
    const touched = new TouchedKeys();
    for (const row of slice) touched.add(row.space, row.ip_key).add(space, row.ip_key);
    const work = async (): Promise<number> =>
      await change.run(`update ${table} set space = ? where id = any(?)`, [space, slice.map(({ id }) => id)]);
    await reconcile(change, touched, work, table);
    const spaces = [space, ...slice.map((row) => row.space)];
    await followDevicesSeen(
      change,
      spaces,
      slice.flatMap((row) => row.device_id ?? []),
    );
  }
}

/**
 * A datacenter is in another space: so are the unlinked addresses of its devices. Those that a network there contains are linked to it.
 * Its networks are there already.
 */
export async function moveUnlinked(change: Change, { id: datacenterId, space }: DatacenterPlace, to: HomeSpace): Promise<void> {
  // An index has the unlinked addresses of a space: they are few, of very many.
  const unlinked = await change.all<Linked>(
    `select ${COLUMNS} from address a where a.space = ? and a.network_id is null
       and a.device_id in (select id from device where datacenter_id = ?) order by a.ip_key`,
    [space, datacenterId],
  );
  const spaces = to.fallsBack ? [to.space, COMMON_SPACE] : [to.space];
  for (let at = 0; at < unlinked.length; at += SLICE) {
    const slice = unlinked.slice(at, at + SLICE);
    const containing = await containingNetworks(change, spaces, [...new Set(slice.map((address) => address.ip_key))]);
    const networkOf = ({ ip_key: key }: Linked): NetworkRange | undefined => mostSpecific(containing.get(key), to);
    const linked = slice.filter((address) => networkOf(address) !== undefined);
    const pools = await poolsContaining(
      change,
      linked.map((address) => [networkOf(address)?.id ?? "", address.ip_key]),
    );
    await relink(change, linked, (address) => {
      const network = networkOf(address) as NetworkRange;
      return { space: network.space, network_id: network.id, pool_id: poolOf(pools, network.id, address.ip_key)?.id ?? null };
    });
    await moveToSpace(
      change,
      to.space,
      "address",
      slice.filter((address) => networkOf(address) === undefined),
    );
  }
}
