import { z } from "zod";
import { CHANGES } from "../contract/storage/changed-fields.ts";
import { defineEvent } from "../contract/storage/event.ts";
import { Device } from "./device.ts";

/** A device in an event: with its first address at hand. */
export const DeviceEventData = Device.extend({ ip_address: z.string().meta({ description: "First address, or empty" }) }).meta({
  id: "DeviceEventData",
  description: "A device in an event, with its first address at hand",
});

const DeviceUpdatedData = DeviceEventData.extend(CHANGES).meta({
  id: "DeviceUpdatedData",
  description: "A device after a change, with the names of the fields that changed",
});

export const deviceCreated = defineEvent("device.created", "A device was added", DeviceEventData);
export const deviceUpdated = defineEvent("device.updated", "Properties of a device changed", DeviceUpdatedData);
export const deviceDeleted = defineEvent("device.deleted", "A device was removed; data is the device as it was", DeviceEventData);

export const deviceEvents = [deviceCreated, deviceUpdated, deviceDeleted] as const;

/** The data of a device event. */
export function deviceEventData(device: Device): z.infer<typeof DeviceEventData> {
  return { ...device, ip_address: device.addresses[0]?.ip ?? "" };
}
