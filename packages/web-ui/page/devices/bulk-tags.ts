import { CadastreError, type Device, etagOf } from "@cadastre/client";
import { ask } from "../api/service.ts";
import { type TagChange, tagsAfter } from "./tag-change.ts";

/** Others change tags too: a device that changed between reading and writing is read again, this often. */
const TRIES = 3;

/**
 * Changes the tags of devices one after the other; one that fails does not hold up the rest.
 * @param onDone called after each device
 * @returns what could not be changed, with the reason
 */
export async function changeTags(devices: readonly Device[], change: TagChange, onDone: (device: Device) => void, signal: AbortSignal): Promise<readonly { readonly device: Device; readonly error: unknown }[]> {
  const failed: { device: Device; error: unknown }[] = [];
  for (const device of devices) {
    if (signal.aborted) break;
    if (tagsAfter(device.tags, change) === device.tags) {
      onDone(device);
      continue;
    }
    try {
      onDone(await changeOne(device.id, change));
    } catch (error) {
      failed.push({ device, error });
    }
  }
  return failed;
}

async function changeOne(id: string, change: TagChange): Promise<Device> {
  for (let attempt = 1; ; attempt += 1) {
    const now = await ask((service) => service.devices.get(id));
    const tags = tagsAfter(now.tags, change);
    if (tags === now.tags) return now;
    try {
      return await ask((service) => service.devices.update(id, { tags: [...tags] }, { ifMatch: etagOf(now) }));
    } catch (error) {
      if (attempt === TRIES || !(error instanceof CadastreError) || error.code !== "PRECONDITION_FAILED") throw error;
    }
  }
}
