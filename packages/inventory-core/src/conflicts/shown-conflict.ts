import { holds, type Principal } from "../contract/access/principal.ts";
import type { GuardedData } from "../contract/storage/event.ts";
import type { Conflict } from "./conflict.ts";
import { addressText, subnetText } from "./conflict-causes.ts";

/** Hides the names of devices. */
const withoutDevices = (conflict: Conflict): Conflict => ({
  ...conflict,
  ...(conflict.type === "duplicate_ip"
    ? { description: addressText(conflict.ip_address, conflict.device_ids.length, conflict.allocation_ids.length) }
    : {}),
  device_names: conflict.device_ids.map(() => ""),
});

/** Hides the names of networks. */
const withoutNetworks = (conflict: Conflict): Conflict => ({
  ...conflict,
  ...(conflict.type === "overlapping_subnet" ? { description: subnetText(conflict.subnets[0] ?? "", conflict.network_ids.length) } : {}),
  network_names: conflict.network_ids.map(() => ""),
});

/** The names in a conflict, each with the permission that reading the record takes (docs/spec/conflicts.md#names). */
export const conflictNames: readonly GuardedData<Conflict>[] = [
  { access: "device:read", hide: withoutDevices },
  { access: "network:read", hide: withoutNetworks },
];

/** Whether a reader may read every name in conflicts. */
export const mayReadNames = (reader: Pick<Principal, "permissions">): boolean => conflictNames.every(({ access }) => holds(reader, access));

/** Returns a conflict without the names of records that a reader may not read. */
export const shownConflict = (conflict: Conflict, reader: Pick<Principal, "permissions">): Conflict =>
  conflictNames.reduce((shown, { access, hide }) => (holds(reader, access) ? shown : hide(shown)), conflict);
