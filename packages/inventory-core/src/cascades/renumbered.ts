import { type AddressKey, familyOf, keyOf, valueOf } from "../address/address-key.ts";
import { textOf } from "../address/ip-address.ts";
import { pauseCounters } from "../address-space/counters.ts";
import { reconcile, TouchedKeys } from "../address-space/space-ledger.ts";
import type { NetworkPlace } from "../contract/cascades.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { followDevicesSeen } from "../reconciliation/follow-records.ts";
import type { AllocationRow } from "../pools/allocations/allocation.entity.ts";
import { allocationDocuments, allocationOf } from "../pools/allocations/allocation-rows.ts";
import { movePools, poolsOfNetworks } from "./changed-pools.ts";
import { auditDevices, rewriteDevices } from "./rewritten-devices.ts";

/** A network as it is, and the space that it is to be in. */
export interface RenumberedNetwork extends Pick<NetworkPlace, "id" | "first_key" | "prefix_length"> {
  readonly to: number;
}

/** From which first address to which everything moves. */
export interface Offset {
  readonly from: AddressKey;
  readonly to: AddressKey;
}

/** Addresses that are moved between two turns of the event loop. */
const SLICE = 500;

function moved(key: AddressKey, { from, to }: Offset): AddressKey {
  return keyOf(familyOf(key), valueOf(key) - valueOf(from) + valueOf(to));
}

/**
 * Pools, allocations and linked addresses of networks move by an offset, and to the space that the networks come to. The networks
 * themselves follow in the same change: their counters stay until they do.
 */
export async function renumberContents(change: Change, networks: readonly RenumberedNetwork[], offset: Offset): Promise<void> {
  const byId = new Map(networks.map((network) => [network.id, network]));
  const ids = [...byId.keys()];
  await pauseCounters(change, ids);
  await moveAllocations(change, byId, offset);
  await moveAddresses(change, byId, offset);
  await movePools(change, await poolsOfNetworks(change, ids), ({ network_id: id, start_key: start, end_key: end }) => {
    const network = byId.get(id) as RenumberedNetwork;
    return { network: { ...network, first_key: moved(network.first_key, offset) }, start: moved(start, offset), end: moved(end, offset) };
  });
}

type Networks = ReadonlyMap<string, RenumberedNetwork>;

interface HeldAddress {
  readonly id: string;
  readonly network_id: string;
  readonly space: number;
  readonly ip_key: AddressKey;
}

/** Moves rows slice by slice, with runs, counters of networks around them and conflicts. */
async function moveRows<Row extends HeldAddress>(
  change: Change,
  rows: readonly Row[],
  networks: Networks,
  offset: Offset,
  write: (slice: readonly (readonly [row: Row, key: AddressKey])[]) => Promise<void>,
  table: "address" | "allocation",
): Promise<void> {
  for (let at = 0; at < rows.length; at += SLICE) {
    const slice = rows.slice(at, at + SLICE).map((row) => [row, moved(row.ip_key, offset)] as const);
    const touched = new TouchedKeys();
    const bySpace = new Map<number, string[]>();
    for (const [row, key] of slice) {
      const { to } = networks.get(row.network_id) as RenumberedNetwork;
      touched.add(row.space, row.ip_key).add(to, key);
      bySpace.set(to, [...(bySpace.get(to) ?? []), row.id]);
    }
    const work = async (): Promise<void> => {
      await write(slice);
      for (const [space, ids] of bySpace) await change.run(`update ${table} set space = ? where id = any(?)`, [space, ids]);
    };
    await reconcile(change, touched, work, table);
  }
}

async function moveAddresses(change: Change, networks: Networks, offset: Offset): Promise<void> {
  const rows = await change.all<HeldAddress & { device_id: string }>(
    "select id, device_id, network_id, space, ip_key from address where network_id = any(?) order by ip_key, id",
    [[...networks.keys()]],
  );
  const devices = new Set(rows.map((row) => row.device_id));
  await followDevicesSeen(
    change,
    rows.flatMap((row) => [row.space, (networks.get(row.network_id) as RenumberedNetwork).to]),
    [...devices],
  );
  rewriteDevices(change, devices, ["addresses"]);
  auditDevices(change, devices);
  await moveRows(
    change,
    rows,
    networks,
    offset,
    async (slice) =>
      await change.update(
        "address",
        "id",
        ["ip", "ip_key"],
        slice.map(([{ id }, key]) => [id, textOf(key), key]),
      ),
    "address",
  );
}

async function moveAllocations(change: Change, networks: Networks, offset: Offset): Promise<void> {
  const rows = await change.all<AllocationRow & { network_id: string }>(
    `select h.*, p.network_id from allocation h join pool p on p.id = h.pool_id where p.network_id = any(?) order by h.ip_key, h.id`,
    [[...networks.keys()]],
  );
  await moveRows(
    change,
    rows,
    networks,
    offset,
    async (slice) => {
      const updates = slice.map(([row, key]) => {
        const [before, after] = [allocationOf(row), allocationOf({ ...row, ip: textOf(key) })];
        change.audit({ action: "update", resource: "allocation", resourceId: row.id, before, after });
        return [row.id, after.ip, key, allocationDocuments.write(after)];
      });
      await change.update("allocation", "id", ["ip", "ip_key", "doc"], updates);
    },
    "allocation",
  );
}
