import { BulkChange } from "../../contract/operations/bulk-change.ts";
import { defineOperation, defineOperations, record } from "../../contract/operations/operation.ts";
import { DeviceBulkDelete, DeviceBulkUpdate } from "./device-bulk.ts";
import { DEVICE_BULK } from "./device-bulk-service.ts";

export const deviceBulkOperations = defineOperations("devices", {
  /** Changes many devices, all or none: those with some ids, or those that a filter matches. Fails with ALREADY_EXISTS. */
  bulkUpdate: defineOperation({
    summary: "Change many devices",
    description:
      "All or none, at most 10,000: the devices with these ids, or those that the filters of the list match, of which at least one must " +
      "be given. Names, host names, addresses and domains are each one's own, and are not set here.",
    service: DEVICE_BULK,
    access: "device:update",
    http: { method: "POST", path: "/api/devices/bulk-update", status: 200 },
    plannable: true,
    plansItself: true,
    idempotent: "kept",
    destructive: true,
    body: DeviceBulkUpdate,
    output: record(BulkChange),
    errors: ["ALREADY_EXISTS"],
    countRecords: async (devices, body) => await devices.matched(body),
    run: async (devices, { body }, call) => await devices.update(body, call),
  }),
  /** Deletes many devices, all or none: those with some ids, or those that a filter matches. */
  bulkDelete: defineOperation({
    summary: "Delete many devices",
    description:
      "All or none, at most 10,000: the devices with these ids, or those that the filters of the list match, of which at least one must " +
      "be given. Their addresses and relationships go with them.",
    service: DEVICE_BULK,
    access: "device:delete",
    http: { method: "POST", path: "/api/devices/bulk-delete", status: 200 },
    plannable: true,
    plansItself: true,
    idempotent: "kept",
    destructive: true,
    body: DeviceBulkDelete,
    output: record(BulkChange),
    countRecords: async (devices, body) => await devices.matched(body),
    run: async (devices, { body }, call) => await devices.delete(body, call),
  }),
});
