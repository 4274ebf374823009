import { CadastreError, type Device, type DiscoveredDevice, type DiscoveredDevicesPromoteInput } from "@cadastre/client";
import { ask } from "../api/service.ts";

/** A name for what has none: how it calls itself, or its address. */
export const nameOf = (one: DiscoveredDevice): string => one.hostname.split(".")[0] || one.ip;

/** One that could not be taken into the inventory, and why. */
export interface FailedPromotion {
  readonly found: DiscoveredDevice;
  readonly error: unknown;
}

/** Why a promotion was refused whose address a device has already. */
export interface RecordedAlready {
  /** The device that has the address; null when the user may not read it. */
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
 * Takes what was found into the inventory, one after the other; one that fails does not hold up the rest.
 * @param onDone called after each that is in
 */
export async function promoteMany(
  found: readonly DiscoveredDevice[],
  datacenterId: string | null,
  onDone: () => void,
  signal: AbortSignal,
): Promise<readonly FailedPromotion[]> {
  const failed: FailedPromotion[] = [];
  for (const one of found) {
    if (signal.aborted) break;
    try {
      await promoteOne(one.id, { name: nameOf(one), datacenter_id: datacenterId });
      onDone();
    } catch (error) {
      failed.push({ found: one, error });
    }
  }
  return failed;
}
