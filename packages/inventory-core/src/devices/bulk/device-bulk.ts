import { z } from "zod";
import { bulkName, bulkTarget, TAG_CHANGES } from "../../contract/operations/bulk-change.ts";
import { patchOf } from "../../contract/operations/fields.ts";
import type { Fields } from "../../contract/errors/validation.ts";
import { DeviceCreate, DeviceFilter } from "../device.ts";

/** Fields that many devices may share. Names, host names, addresses and domains are each one's own; tags come and go one by one. */
const DeviceSet = patchOf(DeviceCreate.omit({ name: true, hostname: true, addresses: true, domains: true, tags: true }), {
  id: bulkName("device", "Set"),
  description: "Fields that many devices may share",
});

const target = bulkTarget("device", DeviceFilter);

/** What a caller sends to delete many devices. */
export const DeviceBulkDelete = z.object(target);

/** What a caller sends to change many devices. */
export const DeviceBulkUpdate = z.object({
  ...target,
  set: DeviceSet.optional().meta({ description: "Fields that the devices get; fields of one's own that are not named stay" }),
  ...TAG_CHANGES,
});

export type DeviceBulkUpdate = Fields<typeof DeviceBulkUpdate>;
export type DeviceBulkDelete = Fields<typeof DeviceBulkDelete>;
