import { defineOperation, defineOperations, empty, list, record, watched } from "../contract/operations/operation.ts";
import { Device } from "../devices/device.ts";
import { DiscoveredDevice } from "../reconciliation/discovered-device.ts";
import {
  Acceptance,
  DeviceLink,
  DiscoveredDeviceDeletion,
  DiscoveredDeviceFilter,
  Ignoring,
  PromotedDevices,
  Promotion,
  PromotionOfMany,
} from "./found/discovered-device.ts";
import { DISCOVERED_PAGES } from "./found/discovered-pages.ts";
import { DISCOVERED_DEVICES } from "./found/discovered-device-service.ts";
import { MissingAddress, MissingFilter } from "./missing/missing-address.ts";
import { MISSING } from "./missing/missing-service.ts";
import { Scan, ScanCreate, ScanFilter } from "./scans/scan.ts";
import { SCANS } from "./scans/scan-service.ts";

export const scanOperations = defineOperations(
  "scans",
  {
    /** Has a network scanned. Fails with NETWORK_NOT_FOUND, and CONFLICT while another scan of it is pending or running. */
    start: defineOperation({
      summary: "Scan a network",
      service: SCANS,
      access: "discovery:create",
      http: { method: "POST", path: "/api/discovery/networks/{id}/scan", status: 202 },
      refersTo: { id: "network" },
      idempotent: "kept",
      reachesOut: true,
      body: ScanCreate,
      output: record(Scan),
      errors: ["NETWORK_NOT_FOUND", "CONFLICT"],
      exists: async (scans, { id }) => await scans.networkMustExist(id),
      run: async (scans, { params, body }, call) => await scans.start(params.id, body, call),
    }),
    /** Scans, newest first. */
    list: defineOperation({
      summary: "List scans",
      service: SCANS,
      access: "discovery:list",
      http: { method: "GET", path: "/api/discovery/scans", status: 200 },
      query: ScanFilter,
      output: list(Scan),
      run: async (scans, { query }, call) => scans.list(query, call.signal),
    }),
    /** One scan, with its progress. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get a scan",
      service: SCANS,
      access: "discovery:read",
      http: { method: "GET", path: "/api/discovery/scans/{id}", status: 200 },
      output: record(Scan),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (scans, { params }) => await scans.get(params.id),
    }),
    /** A scan as it is, and again whenever it changes, until it is over. Fails with NOT_FOUND, also when it is deleted meanwhile. */
    watch: defineOperation({
      summary: "Watch a scan",
      description:
        "Server-sent events: `progress` with the scan whenever it changed, and `end` when it is over. Who comes back with the id of " +
        "the last event gets 204 when nothing came after it.",
      service: SCANS,
      access: "discovery:read",
      http: { method: "GET", path: "/api/discovery/scans/{id}/events", status: 200 },
      output: watched(Scan),
      errors: ["NOT_FOUND"],
      run: async (scans, { params }, call) => scans.watch(params.id, call.signal),
    }),
    /** Ends a scan; what was seen stays. Fails with NOT_FOUND, CONFLICT when it is over. */
    cancel: defineOperation({
      summary: "Cancel a scan",
      service: SCANS,
      access: "discovery:update",
      http: { method: "POST", path: "/api/discovery/scans/{id}/cancel", status: 204 },
      destructive: true,
      output: empty,
      errors: ["NOT_FOUND", "CONFLICT"],
      exists: async (scans, { id }) => await scans.mustExist(id),
      run: async (scans, { params }, call) => await scans.cancel(params.id, call),
    }),
    /** Deletes a scan, and ends it if it is not over; what it saw stays. Fails with NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete a scan",
      service: SCANS,
      access: "discovery:delete",
      http: { method: "DELETE", path: "/api/discovery/scans/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      run: async (scans, { params }, call) => await scans.delete(params.id, call),
    }),
  },
  { id: "scan" },
);

export const discoveredDeviceOperations = defineOperations(
  "discoveredDevices",
  {
    /** What scans saw, by network and address. Fails with NETWORK_NOT_FOUND. */
    list: defineOperation({
      summary: "List discovered devices",
      description:
        "What scans saw, by network and address, with how it stands to what is recorded. Which device it is and what differs only those " +
        "are told who may read devices.",
      service: DISCOVERED_DEVICES,
      access: "discovery:list",
      core: true,
      http: { method: "GET", path: "/api/discovery/devices", status: 200 },
      query: DiscoveredDeviceFilter,
      paged: DISCOVERED_PAGES,
      output: list(DiscoveredDevice),
      errors: ["NETWORK_NOT_FOUND"],
      run: async (devices, { query, page }, call) => await devices.page(query, page, call),
    }),
    /** Addresses of active devices that scan after scan did not see, by address space and address. Fails with NETWORK_NOT_FOUND. */
    missing: defineOperation({
      summary: "List missing addresses",
      description:
        "Addresses of active devices that the last completed scans which covered them did not see, as many as DISCOVERY_MISSING_AFTER " +
        "says. Scans that saw nobody at all count for nothing.",
      service: MISSING,
      access: "discovery:list",
      alsoNeeds: ["device:read"],
      http: { method: "GET", path: "/api/discovery/missing", status: 200 },
      query: MissingFilter,
      output: list(MissingAddress),
      errors: ["NETWORK_NOT_FOUND"],
      run: async (addresses, { query }, call) => await addresses.list(query, call.signal),
    }),
    /** Deletes one; a device that it was promoted to stays. Fails with NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete a discovered device",
      service: DISCOVERED_DEVICES,
      access: "discovery:delete",
      http: { method: "DELETE", path: "/api/discovery/devices/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      run: async (devices, { params }, call) => await devices.delete(params.id, call),
    }),
    /** Deletes all of a network, which must be named. Fails with NETWORK_NOT_FOUND. */
    deleteOfNetwork: defineOperation({
      summary: "Delete the discovered devices of a network",
      service: DISCOVERED_DEVICES,
      access: "discovery:delete",
      http: { method: "DELETE", path: "/api/discovery/devices", status: 204 },
      query: DiscoveredDeviceDeletion,
      output: empty,
      errors: ["NETWORK_NOT_FOUND"],
      run: async (devices, { query }, call) => await devices.deleteOfNetwork(query, call),
    }),
    /**
     * Makes a device of what was seen. Fails with NOT_FOUND, ALREADY_EXISTS when it was promoted before, CONFLICT with `device_id` when a
     * device holds its address or MAC address and `force` is not set.
     */
    promote: defineOperation({
      summary: "Promote a discovered device",
      description:
        "Creates a device with one address, linked to the network; hostname, operating system and vendor are taken over. A host " +
        "whose address or MAC address a device of the network's address space holds already is recorded: it is refused with CONFLICT " +
        "and `details.device_id`, unless `force` is true.",
      service: DISCOVERED_DEVICES,
      access: "discovery:update",
      alsoNeeds: ["device:create"],
      http: { method: "POST", path: "/api/discovery/devices/{id}/promote", status: 201 },
      plannable: true,
      idempotent: "kept",
      body: Promotion,
      output: record(Device),
      errors: ["NOT_FOUND", "ALREADY_EXISTS", "CONFLICT"],
      exists: async (devices, { id }) => await devices.mustExist(id),
      run: async (devices, { params, body }, call) => await devices.promote(params.id, body, call),
    }),
    /** Makes devices of many, all or none. Fails with ALREADY_EXISTS, and CONFLICT with `device_id`, as `promote`. */
    promoteMany: defineOperation({
      summary: "Promote many discovered devices",
      description:
        'Creates devices of what was seen, all or none, each called by its host name or else by its address. With `group_by: "mac"` ' +
        "hosts of one MAC address become one device with several addresses.",
      service: DISCOVERED_DEVICES,
      access: "discovery:update",
      alsoNeeds: ["device:create"],
      http: { method: "POST", path: "/api/discovery/promote", status: 201 },
      plannable: true,
      idempotent: "kept",
      body: PromotionOfMany,
      output: record(PromotedDevices),
      errors: ["ALREADY_EXISTS", "CONFLICT"],
      run: async (devices, { body }, call) => await devices.promoteMany(body, call),
    }),
    /** Adds its address to a device. Fails with NOT_FOUND, CONFLICT with `device_id` when another device holds the address. */
    link: defineOperation({
      summary: "Link a discovered device to a device",
      description:
        "Adds the address at which it was seen, with its MAC address and switch port, to a device that is recorded. One that holds the " +
        "address already stays as it is.",
      service: DISCOVERED_DEVICES,
      access: "discovery:update",
      alsoNeeds: ["device:update"],
      http: { method: "POST", path: "/api/discovery/devices/{id}/link", status: 200 },
      plannable: true,
      body: DeviceLink,
      output: record(DiscoveredDevice),
      errors: ["NOT_FOUND", "CONFLICT"],
      exists: async (devices, { id }) => await devices.mustExist(id),
      run: async (devices, { params, body }, call) => await devices.link(params.id, body, call),
    }),
    /** Writes what differs into the device that is recorded. Fails with NOT_FOUND, CONFLICT when no device is. */
    accept: defineOperation({
      summary: "Accept what was seen of a device",
      description:
        "Writes what differs (address, MAC address, host name, switch port) into the device `device_id` of the discovered device. With " +
        "`fields` only those, also where nothing is recorded yet. An address that is accepted takes the place of the one that is " +
        "recorded with its MAC address.",
      service: DISCOVERED_DEVICES,
      access: "discovery:update",
      alsoNeeds: ["device:update"],
      http: { method: "POST", path: "/api/discovery/devices/{id}/accept", status: 200 },
      plannable: true,
      destructive: true,
      body: Acceptance,
      output: record(DiscoveredDevice),
      errors: ["NOT_FOUND", "CONFLICT"],
      exists: async (devices, { id }) => await devices.mustExist(id),
      run: async (devices, { params, body }, call) => await devices.accept(params.id, body, call),
    }),
    /** Has it told of no more. Fails with NOT_FOUND. */
    ignore: defineOperation({
      summary: "Ignore a discovered device",
      description: "Its state is `ignored` until that is ended, or it is promoted or linked. Scans go on to write what they see of it.",
      service: DISCOVERED_DEVICES,
      access: "discovery:update",
      http: { method: "POST", path: "/api/discovery/devices/{id}/ignore", status: 200 },
      body: Ignoring,
      output: record(DiscoveredDevice),
      errors: ["NOT_FOUND"],
      exists: async (devices, { id }) => await devices.mustExist(id),
      run: async (devices, { params, body }, call) => await devices.ignore(params.id, body, call),
    }),
    /** Ends that it is ignored. Fails with NOT_FOUND. */
    unignore: defineOperation({
      summary: "Stop ignoring a discovered device",
      service: DISCOVERED_DEVICES,
      access: "discovery:update",
      http: { method: "DELETE", path: "/api/discovery/devices/{id}/ignore", status: 200 },
      output: record(DiscoveredDevice),
      errors: ["NOT_FOUND"],
      run: async (devices, { params }, call) => await devices.unignore(params.id, call),
    }),
  },
  { id: "discovered" },
);
