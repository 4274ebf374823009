import { defineOperation, defineOperations, list } from "../contract/operations/operation.ts";
import { Device } from "../devices/device.ts";
import { DEVICES } from "../devices/device-service.ts";
import { Datacenter } from "./datacenter.ts";

/** What is inside datacenters: methods of `inventory.datacenters`. */
export const datacenterDeviceOperations = defineOperations(
  "datacenters",
  {
    /** Devices of a datacenter, by name. Fails with DATACENTER_NOT_FOUND. */
    devices: defineOperation({
      summary: "List the devices of a datacenter",
      service: DEVICES,
      access: "device:list",
      http: { method: "GET", path: "/api/datacenters/{id}/devices", status: 200 },
      output: list(Device),
      errors: ["DATACENTER_NOT_FOUND"],
      run: async (devices, { params }, call) => await devices.ofDatacenter(params.id, (id) => Datacenter.notFoundError(id), call.signal),
    }),
  },
  { id: "datacenter" },
);
