import type { ConflictHolders } from "../conflicts/conflict-service.ts";
import { loadDevices } from "./device-rows.ts";
import { changeDevices, documented } from "./device-writer.ts";

/** Devices give up an address, all at once, so that the conflict that closes tells of all of them. */
export const conflictHolders: ConflictHolders = {
  async takeAddress(change, { space, key }, deviceIds) {
    const holders = [...(await loadDevices(change, deviceIds)).values()];
    await changeDevices(
      change,
      holders.map((before) => {
        const placed = before.placed.filter((address) => address.key !== key || Number(address.space) !== space);
        return { before, device: documented({ ...before.device, addresses: placed, updated_at: change.now }), placed };
      }),
    );
  },
};
