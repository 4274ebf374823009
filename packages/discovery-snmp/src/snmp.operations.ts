import { defineOperation, defineOperations, empty, list, record } from "@cadastre/inventory-core";
import { DEVICE_TEST } from "./devices/device-test.ts";
import { SnmpDevice, SnmpDeviceCreate, SnmpDeviceUpdate, SnmpReading } from "./devices/snmp-device.ts";
import { SNMP_DEVICES } from "./devices/snmp-device-service.ts";
import { LINK_PLANNER } from "./links/link-planner.ts";
import { LinkProposal } from "./links/link-proposal.ts";

const ASKS_IN_TURN = "A server asks devices in one such call of a caller at a time, and for four callers at once: BUSY beyond.";

export const snmpDeviceOperations = defineOperations(
  "snmpDevices",
  {
    /** All SNMP devices, by name. */
    list: defineOperation({
      summary: "List SNMP devices",
      description: "Switches and routers whose tables scans read, by name, without their credentials.",
      service: SNMP_DEVICES,
      access: "snmp:list",
      http: { method: "GET", path: "/api/discovery/snmp/devices", status: 200 },
      output: list(SnmpDevice),
      run: async (devices, _, call) => devices.list(call.signal),
    }),
    /** Lists a switch or router. */
    create: defineOperation({
      summary: "List a switch or router for scans",
      description: "Its community or keys are stored encrypted and never returned.",
      service: SNMP_DEVICES,
      access: "snmp:create",
      http: { method: "POST", path: "/api/discovery/snmp/devices", status: 201 },
      body: SnmpDeviceCreate,
      output: record(SnmpDevice),
      errors: ["ENCRYPTION_KEY_MISSING"],
      run: async (devices, { body }, call) => await devices.create(body, call),
    }),
    /** One SNMP device, without its credentials. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get an SNMP device",
      service: SNMP_DEVICES,
      access: "snmp:read",
      http: { method: "GET", path: "/api/discovery/snmp/devices/{id}", status: 200 },
      output: record(SnmpDevice),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (devices, { params }) => await devices.get(params.id),
    }),
    /** Changes what is given. Fails with NOT_FOUND. */
    update: defineOperation({
      summary: "Update an SNMP device",
      description:
        "Only the keys that are sent change; a community or key that is not sent is kept. With another address or port they must be sent " +
        "again, so that nobody who does not know them has them sent elsewhere.",
      service: SNMP_DEVICES,
      access: "snmp:update",
      http: { method: "PUT", path: "/api/discovery/snmp/devices/{id}", status: 200 },
      body: SnmpDeviceUpdate,
      output: record(SnmpDevice),
      errors: ["NOT_FOUND", "ENCRYPTION_KEY_MISSING"],
      conditional: true,
      exists: async (devices, { id }) => await devices.mustExist(id),
      run: async (devices, { params, body }, call) => await devices.update(params.id, body, call),
    }),
    /** Deletes one; what scans learnt from it stays. Fails with NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete an SNMP device",
      service: SNMP_DEVICES,
      access: "snmp:delete",
      http: { method: "DELETE", path: "/api/discovery/snmp/devices/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (devices, { params }, call) => await devices.delete(params.id, call),
    }),
    /** Asks a device for its tables. Fails with NOT_FOUND, CONFLICT when this host may not send to its address. */
    test: defineOperation({
      summary: "Ask an SNMP device for its tables",
      description:
        "Always 200 when it could be asked: what it told, and why not all, is in the reading. Nothing is stored. " + ASKS_IN_TURN,
      service: DEVICE_TEST,
      access: "snmp:update",
      http: { method: "POST", path: "/api/discovery/snmp/devices/{id}/test", status: 200 },
      reachesOut: true,
      output: record(SnmpReading),
      errors: ["NOT_FOUND", "CONFLICT"],
      run: async (test, { params }, call) => await test.run(params.id, call),
    }),
    /** Plans relationships between devices that hear each other by LLDP or CDP. */
    planLinks: defineOperation({
      summary: "Plan relationships of LLDP and CDP neighbours",
      description:
        "Reads the LLDP and CDP neighbours of all enabled SNMP devices (of those that agents ask: what was heard in their last scan), " +
        "and plans a relationship connected_to for each pair of devices of the inventory that has none. Devices are told by hardware " +
        "address, management address and name. The plan waits to be applied; connections that are related, or planned already, are " +
        "not planned again. " +
        ASKS_IN_TURN,
      service: LINK_PLANNER,
      access: "snmp:read",
      alsoNeeds: ["device:read", "plan:create"],
      http: { method: "POST", path: "/api/discovery/snmp/links/plan", status: 200 },
      reachesOut: true,
      output: record(LinkProposal),
      run: async (planner, _, call) => await planner.plan(call),
    }),
  },
  { id: "snmpDevice" },
);
