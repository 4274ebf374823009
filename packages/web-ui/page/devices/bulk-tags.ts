import { CadastreError, type Device, etagOf } from "@cadastre/client";
import { ask } from "../api/service.ts";
import { type TagChange, tagsAfter } from "./tag-change.ts";

/** Others change tags too: a device that changed between reading and writing is read again, this often. */
const TRIES = 3;

/** A device whose tags are as they were. */
export interface UnchangedDevice {
  readonly device: Device;
  readonly name: string;
  /** Undefined where it was not tried, because its user stopped before. */
  readonly error?: unknown;
}

/**
 * Changes the tags of devices one after the other; one that fails does not hold up the rest.
 * @param onDone called after each device
 * @returns what was not changed
 */
export async function changeTags(
  devices: readonly Device[],
  change: TagChange,
  onDone: (device: Device) => void,
  signal: AbortSignal,
): Promise<readonly UnchangedDevice[]> {
  const unchanged: UnchangedDevice[] = [];
  for (const device of devices) {
    try {
      if (tagsAfter(device.tags, change) === device.tags) onDone(device);
      else if (signal.aborted) unchanged.push({ device, name: device.name });
      else onDone(await changeOne(device.id, change, signal));
    } catch (error) {
      unchanged.push({ device, name: device.name, error: signal.aborted ? stopped() : error });
    }
  }
  return unchanged;
}

const stopped = (): CadastreError =>
  new CadastreError({ code: "CUT_OFF", kind: "network", message: "stopped while the request was in progress; it may have been changed" });

async function changeOne(id: string, change: TagChange, signal: AbortSignal): Promise<Device> {
  for (let attempt = 1; ; attempt += 1) {
    const now = await ask((service) => service.devices.get(id, { signal }));
    const tags = tagsAfter(now.tags, change);
    if (tags === now.tags) return now;
    try {
      return await ask((service) => service.devices.update(id, { tags: [...tags] }, { ifMatch: etagOf(now), signal }));
    } catch (error) {
      if (attempt === TRIES || !(error instanceof CadastreError) || error.code !== "PRECONDITION_FAILED") throw error;
    }
  }
}
