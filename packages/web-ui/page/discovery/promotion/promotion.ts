import { CadastreError, type Device, type DiscoveredDevice, type DiscoveredDevicesPromoteInput } from "@cadastre/client";
import { ask } from "../../api/service.ts";

/** Most that one call promotes. */
const MAX_PROMOTED = 1000;

/** A name for what has none: how it calls itself, or its address. */
export const nameOf = (one: DiscoveredDevice): string => one.hostname.split(".")[0] || one.ip;

/** Why a promotion was refused whose address or MAC address a device has already. */
export interface RecordedAlready {
  /** That device; null when the user may not read it. */
  readonly deviceId: string | null;
}

/** @returns undefined for an error that says anything else */
export function recordedAlready(error: unknown): RecordedAlready | undefined {
  if (!(error instanceof CadastreError) || error.code !== "CONFLICT") return undefined;
  const { device_id: id } = (error.details ?? {}) as { readonly device_id?: unknown };
  return { deviceId: typeof id === "string" ? id : null };
}

export const promoteOne = async (id: string, input: DiscoveredDevicesPromoteInput): Promise<Device> =>
  await ask((service) => service.discoveredDevices.promote(id, input));

/**
 * Makes devices of what was found, all of a call or none. @param byMac hosts with one MAC address become one device
 * @param fields values of custom fields that each of the devices gets
 * @param onDone called after each call with how many devices it made
 */
export async function promoteMany(
  ids: readonly string[],
  byMac: boolean,
  fields: Device["fields"],
  onDone: (made: number) => void,
): Promise<void> {
  for (let at = 0; at < ids.length; at += MAX_PROMOTED) {
    const some = ids.slice(at, at + MAX_PROMOTED);
    const { devices } = await ask((service) =>
      service.discoveredDevices.promoteMany({ ids: some, fields, ...(byMac ? { group_by: "mac" as const } : {}) }),
    );
    onDone(devices.length);
  }
}
