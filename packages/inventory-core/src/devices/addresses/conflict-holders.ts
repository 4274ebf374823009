import type { ConflictHolders } from "../../conflicts/conflict-service.ts";
import type { AllocationRow } from "../../pools/allocations/allocation.entity.ts";
import { releaseFor } from "../../pools/allocations/allocation-release.ts";
import { loadDevices } from "../device-rows.ts";
import { changeDevices, documented } from "../device-writer.ts";

/** Allocations are released, and devices give up an address, all at once, so that the conflict that closes tells of all of them. */
export const conflictHolders: ConflictHolders = {
  async releaseAllocations(change, ids) {
    if (ids.length === 0) return;
    await releaseFor(change, await change.all<AllocationRow>("select * from allocation where id = any(?) and status = 'held'", [ids]));
  },
  async takeAddress(change, { space, key }, deviceIds) {
    const holders = [...(await loadDevices(change, deviceIds)).values()];
    await changeDevices(
      change,
      holders.map((before) => {
        const placed = before.placed.filter((address) => address.key !== key || address.space !== space);
        return { before, device: documented({ ...before.device, addresses: placed, updated_at: change.now }), placed };
      }),
    );
  },
};
