import { defineOperation, defineOperations, list, record } from "@cadastre/inventory-core";
import { DhcpLease, LeaseSource } from "./lease-source.ts";
import { LEASE_SOURCES } from "./lease-source-service.ts";

export const leaseSourceOperations = defineOperations(
  "leaseSources",
  {
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
      output: record(LeaseSource.schemas.record),
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
      run: async (sources, { params }, call) => await sources.leases(params.id, call),
    }),
  },
  { id: "lease_source" },
);
