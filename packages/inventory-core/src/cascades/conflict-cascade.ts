import type { Cascades } from "../contract/cascades.ts";
import { documented, changeDevices } from "../devices/device-writer.ts";
import { loadDevices } from "../devices/device-rows.ts";
import { devicesInSlices } from "../devices/device-slices.ts";
import type { AllocationRow } from "../pools/allocations/allocation.entity.ts";
import { releaseFor } from "../pools/allocations/allocation-release.ts";

/**
 * It is decided who keeps an address: allocations of it are released, and the other devices give it up. The conflict is looked at when all
 * of them have, so that it tells of all when it closes.
 */
export const addressDecided: Cascades["addressDecided"] = async (change, { space, key }, others, allocationIds) => {
  if (allocationIds.length > 0)
    await releaseFor(
      change,
      await change.all<AllocationRow>("select * from allocation where id = any(?) and status = 'held'", [allocationIds]),
    );
  for await (const ids of devicesInSlices(change, others)) {
    const holders = [...(await loadDevices(change, ids)).values()];
    await changeDevices(
      change,
      holders.map((before) => {
        const placed = before.placed.filter((address) => address.key !== key || address.space !== space);
        return { before, device: documented({ ...before.device, addresses: placed, updated_at: change.now }), placed };
      }),
    );
    if (ids.length < others.length) await change.writeOut();
  }
};
