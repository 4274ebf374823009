import type { AddressKey } from "../address/address-key.ts";
import { COMMON_SPACE, poolOf, type PoolRange } from "../address-space/locate.ts";
import { reconcile, TouchedKeys } from "../address-space/space-ledger.ts";
import type { SqlValue } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { DatacenterRow } from "../datacenters/datacenter.entity.ts";
import type { NetworkRow } from "../networks/network.entity.ts";
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
    for (const address of slice) {
      const link = linkOf(address);
      touched.add(address.space, address.ip_key).add(link.space, address.ip_key);
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
  }
  rewriteDevices(
    change,
    addresses.map((address) => address.device_id),
    ["addresses"],
  );
}

const COLUMNS = "a.id, a.device_id, a.space, a.ip_key";

/** Links the unlinked addresses that a network contains: those of its space, or of every space when it has no datacenter. */
export async function occupyAddresses(change: Change, network: Pick<NetworkRow, "id" | "space" | "first_key" | "last_key">): Promise<void> {
  const inSpace = network.space === COMMON_SPACE ? "a.space in (select space from datacenter union all select 0)" : "a.space = ?";
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

/** Lets go of the addresses of a network that goes; each falls back to the space of its device's datacenter. */
export async function unlinkAddresses(change: Change, networkId: string): Promise<void> {
  await unlink(change, "a.network_id = ?", [networkId]);
}

async function unlink(change: Change, where: string, params: readonly SqlValue[]): Promise<void> {
  const linked = await change.all<Linked & { home: number }>(
    `select ${COLUMNS}, coalesce(c.space, ${COMMON_SPACE}) as home from address a
     join device d on d.id = a.device_id left join datacenter c on c.id = d.datacenter_id where ${where}`,
    params,
  );
  if (linked.length === 0) return;
  const homes = new Map(linked.map((address) => [address.id, address.home]));
  await relink(change, linked, ({ id }) => ({ space: homes.get(id) ?? COMMON_SPACE, network_id: null, pool_id: null }));
}

/** After a network's subnet or space changed: addresses outside are let go, the others and its allocations follow. */
export async function followNetwork(change: Change, network: Pick<NetworkRow, "id" | "space" | "first_key" | "last_key">): Promise<void> {
  await unlink(change, "a.network_id = ? and (a.ip_key < ? or a.ip_key > ?)", [network.id, network.first_key, network.last_key]);
  await followSpace(change, network.id, network.space);
}

/** Moves addresses and allocations of a network to a space. */
async function followSpace(change: Change, networkId: string, space: number): Promise<void> {
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
  rows: readonly Pick<Linked, "id" | "space" | "ip_key">[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += SLICE) {
    const slice = rows.slice(at, at + SLICE);
    const touched = new TouchedKeys();
    for (const row of slice) touched.add(row.space, row.ip_key).add(space, row.ip_key);
    await reconcile(change, touched, async () => {
      await change.run(`update ${table} set space = ? where id = any(?)`, [space, slice.map(({ id }) => id)]);
    });
  }
}

/**
 * A datacenter goes: its networks, with their addresses and allocations, and the unlinked addresses of its devices move
 * to the common space. The records of networks and devices are the caller's to write anew.
 */
export async function leaveSpace(
  change: Change,
  { id: datacenterId, space }: Pick<DatacenterRow, "id" | "space">,
  networkIds: readonly string[],
): Promise<void> {
  await change.run("update network set space = ?, datacenter_id = null where datacenter_id = ?", [COMMON_SPACE, datacenterId]);
  for (const id of networkIds) await followSpace(change, id, COMMON_SPACE);
  // Unlinked addresses of a datacenter's devices are those of its space: an index has them, and devices need no look.
  const unlinked = await change.all<Linked>(
    `select ${COLUMNS} from address a where a.space = ? and a.network_id is null order by a.ip_key`,
    [space],
  );
  await moveToSpace(change, COMMON_SPACE, "address", unlinked);
  await change.run("update device set datacenter_id = null where datacenter_id = ?", [datacenterId]);
}
