import type { AddressKey } from "../address/address-key.ts";
import type { SqlValue } from "../contract/storage.ts";
import type { Change } from "../contract/write-path.ts";
import { rewriteDevices } from "../devices/device-rewrite.ts";

/** Empties `pool_id` of addresses that lie outside a pool's new range; of all of them when no range is given. */
export async function detachAddressesOutsidePool(change: Change, poolId: string, start?: AddressKey, end?: AddressKey): Promise<void> {
  const outside = start === undefined || end === undefined ? "" : " and (ip_key < ? or ip_key > ?)";
  const params: SqlValue[] = start === undefined || end === undefined ? [poolId] : [poolId, start, end];
  const rows = await change.all<{ device_id: string }>(`select distinct device_id from address where pool_id = ?${outside}`, params);
  if (rows.length === 0) return;
  await change.run(`update address set pool_id = null where pool_id = ?${outside}`, params);
  await rewriteDevices(change, rows.map((row) => row.device_id), ["addresses"]);
}
