import { defineOperation, defineOperations, empty, list, record } from "@cadastre/inventory-core";
import { DhcpLease, LeaseSource, LeaseSourceCreate, LeaseSourceUpdate } from "./lease-source.ts";
import { LEASE_SOURCES } from "./lease-source-service.ts";

export const leaseSourceOperations = defineOperations(
  "leaseSources",
  {
    /** All sources, by name. */
    list: defineOperation({
      summary: "List lease sources",
      service: LEASE_SOURCES,
      access: "lease-source:list",
      http: { method: "GET", path: "/api/discovery/lease-sources", status: 200 },
      output: list(LeaseSource),
      run: async (sources, _, call) => sources.list(call.signal),
    }),
    /** Has the leases of a DHCP server read again and again. */
    create: defineOperation({
      summary: "Create a lease source",
      description:
        "It is read for the first time within seconds. A file must lie in a folder that the setting DISCOVERY_LEASE_PATHS names, or, " +
        "where an agent reads it (datacenter_id), in one that the agent was started with.",
      service: LEASE_SOURCES,
      access: "lease-source:create",
      http: { method: "POST", path: "/api/discovery/lease-sources", status: 201 },
      body: LeaseSourceCreate,
      output: record(LeaseSource),
      errors: ["ENCRYPTION_KEY_MISSING"],
      run: async (sources, { body }, call) => await sources.create(body, call),
    }),
    /** One source, without its password. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get a lease source",
      service: LEASE_SOURCES,
      access: "lease-source:read",
      http: { method: "GET", path: "/api/discovery/lease-sources/{id}", status: 200 },
      output: record(LeaseSource),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (sources, { params }) => await sources.get(params.id),
    }),
    /** Changes what is given. Fails with NOT_FOUND. */
    update: defineOperation({
      summary: "Change a lease source",
      description: "Only the keys that are sent change. An absent password is kept, an empty one is removed.",
      service: LEASE_SOURCES,
      access: "lease-source:update",
      http: { method: "PUT", path: "/api/discovery/lease-sources/{id}", status: 200 },
      body: LeaseSourceUpdate,
      output: record(LeaseSource),
      errors: ["NOT_FOUND", "ENCRYPTION_KEY_MISSING"],
      conditional: true,
      exists: async (sources, { id }) => await sources.mustExist(id),
      run: async (sources, { params, body }, call) => await sources.update(params.id, body, call),
    }),
    /** Deletes a source; what was seen by it stays. Fails with NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete a lease source",
      service: LEASE_SOURCES,
      access: "lease-source:delete",
      http: { method: "DELETE", path: "/api/discovery/lease-sources/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (sources, { params }, call) => await sources.delete(params.id, call),
    }),
    /** Reads a source now, and waits for it. Fails with NOT_FOUND. */
    read: defineOperation({
      summary: "Read a lease source now",
      description:
        "Waits until it is read; always 200, what came of it is in last_error and the counts. One that an agent reads (datacenter_id) is " +
        "due at once, and is answered for as it is.",
      service: LEASE_SOURCES,
      access: "lease-source:update",
      http: { method: "POST", path: "/api/discovery/lease-sources/{id}/read", status: 200 },
      reachesOut: true,
      output: record(LeaseSource),
      errors: ["NOT_FOUND"],
      run: async (sources, { params }, call) => await sources.read(params.id, call),
    }),
    /** Leases in force of a source, by address. Fails with NOT_FOUND. */
    leases: defineOperation({
      summary: "List the leases of a source",
      service: LEASE_SOURCES,
      access: "lease-source:read",
      http: { method: "GET", path: "/api/discovery/lease-sources/{id}/leases", status: 200 },
      output: list(DhcpLease),
      errors: ["NOT_FOUND"],
      run: async (sources, { params }, call) => await sources.leases(params.id, call.signal),
    }),
  },
  { id: "lease_source" },
);
