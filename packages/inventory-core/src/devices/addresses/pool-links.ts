import type { AddressKey } from "../../address/address-key.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import type { PoolDependents } from "../../pools/pool-service.ts";
import { rewriteDevices } from "../device-rewrite.ts";

/** Addresses follow their pool: those that lie outside its new range, or whose pool goes, have no pool any more. */
export const addressesOfPools: PoolDependents = {
  async rangeChanged(change: Change, poolId: string, range?: { readonly start: AddressKey; readonly end: AddressKey }): Promise<void> {
    const outside = range === undefined ? "" : " and (ip_key < ? or ip_key > ?)";
    const params: SqlValue[] = range === undefined ? [poolId] : [poolId, range.start, range.end];
    const rows = await change.all<{ device_id: string }>(`select distinct device_id from address where pool_id = ?${outside}`, params);
    if (rows.length === 0) return;
    await change.run(`update address set pool_id = null where pool_id = ?${outside}`, params);
    rewriteDevices(
      change,
      rows.map((row) => row.device_id),
      ["addresses"],
    );
  },
};
