import { BulkResult, MAX_IN_BULK } from "../contract/operations/bulk.ts";
import { defineOperation, defineOperations, empty, list, record } from "../contract/operations/operation.ts";
import { keyOperations } from "../natural-keys/key-operations.ts";
import { Device, DeviceCreate, DeviceFilter, DeviceKey, DeviceStatusCounts, DeviceUpdate, SearchQuery } from "./device.ts";
import { DEVICES } from "./device-service.ts";
import { DEVICE_PAGES } from "./lists/device-pages.ts";

export const deviceOperations = defineOperations(
  "devices",
  {
    /** Devices by name; a device carries every tag that is asked for. */
    list: defineOperation({
      summary: "List devices",
      service: DEVICES,
      access: "device:list",
      core: true,
      http: { method: "GET", path: "/api/devices", status: 200 },
      query: DeviceFilter,
      paged: DEVICE_PAGES,
      ignoredQuery: {
        stale: "Accepted without effect: the service does not know stale devices; see the missing addresses",
        stale_days: "Accepted without effect, as stale",
      },
      output: list(Device),
      run: async (devices, { query, page }, call) => await devices.page(query, page, call.signal),
    }),
    /** Creates a device; an address without a network is linked to the most specific one that contains it. */
    create: defineOperation({
      summary: "Create a device",
      description:
        "An address without network_id is linked to the most specific network that contains it. Holding an allocated address " +
        "confirms the allocation.",
      service: DEVICES,
      access: "device:create",
      core: true,
      http: { method: "POST", path: "/api/devices", status: 201 },
      plannable: true,
      idempotent: "kept",
      body: DeviceCreate,
      output: record(Device),
      errors: ["ALREADY_EXISTS"],
      run: async (devices, { body }, call) => await devices.create(body, call),
    }),
    /** Creates many devices; those that cannot be created are told, and the others created all the same. */
    createMany: defineOperation({
      summary: "Create many devices",
      description: "What can be created is; each that cannot is among the errors, with its place in the array.",
      service: DEVICES,
      access: "device:create",
      http: { method: "POST", path: "/api/devices/bulk", status: 200 },
      idempotent: "kept",
      items: { item: DeviceCreate, form: { kind: "array", most: MAX_IN_BULK } },
      output: record(BulkResult),
      run: async (devices, { items }, call) => await devices.createMany(items, call),
    }),
    /** Devices of which a text matches, best first; those that hold the address `q` before all. */
    search: defineOperation({
      summary: "Search devices",
      description:
        "Substring, any case and Unicode composition, over names, host names, descriptions, locations, make and model, operating " +
        "system, addresses, tags, domains and texts of fields of one's own; one or two characters match beginnings of words. An address " +
        "or CIDR also finds the devices inside it, and the device that holds the address comes first.",
      service: DEVICES,
      access: "device:list",
      http: { method: "GET", path: "/api/devices/search", status: 200 },
      query: SearchQuery,
      output: list(Device),
      run: async (devices, { query }, call) => devices.search(query.q, call.signal),
    }),
    /** How many devices there are of each status. */
    statusCounts: defineOperation({
      summary: "Count devices by status",
      service: DEVICES,
      access: "device:list",
      http: { method: "GET", path: "/api/devices/status-counts", status: 200 },
      output: record(DeviceStatusCounts),
      run: async (devices) => await devices.statusCounts(),
    }),
    /** One device. Fails with DEVICE_NOT_FOUND. */
    get: defineOperation({
      summary: "Get a device",
      service: DEVICES,
      access: "device:read",
      core: true,
      http: { method: "GET", path: "/api/devices/{id}", status: 200 },
      output: record(Device),
      errors: ["DEVICE_NOT_FOUND"],
      conditional: true,
      run: async (devices, { params }) => await devices.get(params.id),
    }),
    /** Changes the fields that are given; a list that is given replaces the list. Fails with DEVICE_NOT_FOUND. */
    update: defineOperation({
      summary: "Change a device",
      description: "Only the keys sent change; a list that is sent replaces the list; an address sent with its id keeps it.",
      service: DEVICES,
      access: "device:update",
      core: true,
      http: { method: "PUT", path: "/api/devices/{id}", status: 200 },
      plannable: true,
      body: DeviceUpdate,
      output: record(Device),
      errors: ["DEVICE_NOT_FOUND", "ALREADY_EXISTS"],
      conditional: true,
      exists: async (devices, { id }) => await devices.mustExist(id),
      run: async (devices, { params, body }, call) => await devices.update(params.id, body, call),
    }),
    /** Deletes a device with its addresses and relationships. Fails with DEVICE_NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete a device",
      service: DEVICES,
      access: "device:delete",
      http: { method: "DELETE", path: "/api/devices/{id}", status: 204 },
      plannable: true,
      output: empty,
      errors: ["DEVICE_NOT_FOUND"],
      conditional: true,
      run: async (devices, { params }, call) => await devices.delete(params.id, call),
    }),
  },
  { id: "device" },
);

/** Lists of devices under the record they belong to: methods of `inventory.datacenters` and `inventory.networks`. */
export const networkDeviceOperations = defineOperations(
  "networks",
  {
    /** Devices with an address that is linked to a network, by name. Fails with NETWORK_NOT_FOUND. */
    devices: defineOperation({
      summary: "List the devices of a network",
      service: DEVICES,
      access: "device:list",
      http: { method: "GET", path: "/api/networks/{id}/devices", status: 200 },
      output: list(Device),
      errors: ["NETWORK_NOT_FOUND"],
      run: async (devices, { params }, call) => await devices.ofNetwork(params.id, call.signal),
    }),
  },
  { id: "network" },
);

/** Devices by their natural key: methods of the library alone. */
export const deviceKeyOperations = keyOperations("devices", {
  service: DEVICES,
  kind: "device",
  by: "name and datacenter",
  key: DeviceKey,
  create: DeviceCreate,
  record: Device,
  errors: ["ALREADY_EXISTS"],
});
