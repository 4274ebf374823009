import { BulkChange } from "../../contract/operations/bulk-change.ts";
import { defineOperation, defineOperations, record } from "../../contract/operations/operation.ts";
import { NetworkBulkDelete, NetworkBulkUpdate } from "./network-bulk.ts";
import { NETWORK_BULK } from "./network-bulk-service.ts";

export const networkBulkOperations = defineOperations("networks", {
  /** Changes many networks, all or none: those with some ids, or those that a filter matches. Fails with ALREADY_EXISTS. */
  bulkUpdate: defineOperation({
    summary: "Change many networks",
    description:
      "All or none, at most 10,000: the networks with these ids, or those that the filters of the list match, of which at least one must " +
      "be given. Names and subnets are each one's own, and are not set here.",
    service: NETWORK_BULK,
    access: "network:update",
    http: { method: "POST", path: "/api/networks/bulk-update", status: 200 },
    plannable: true,
    plansItself: true,
    idempotent: "kept",
    destructive: true,
    body: NetworkBulkUpdate,
    output: record(BulkChange),
    errors: ["ALREADY_EXISTS"],
    countRecords: async (networks, body) => await networks.matched(body),
    run: async (networks, { body }, call) => await networks.update(body, call),
  }),
  /** Deletes many networks, all or none: those with some ids, or those that a filter matches. */
  bulkDelete: defineOperation({
    summary: "Delete many networks",
    description:
      "All or none, at most 10,000: the networks with these ids, or those that the filters of the list match, of which at least one must " +
      "be given. Their pools and allocations go with them; addresses stay, unlinked.",
    service: NETWORK_BULK,
    access: "network:delete",
    http: { method: "POST", path: "/api/networks/bulk-delete", status: 200 },
    plannable: true,
    plansItself: true,
    idempotent: "kept",
    destructive: true,
    body: NetworkBulkDelete,
    output: record(BulkChange),
    countRecords: async (networks, body) => await networks.matched(body),
    run: async (networks, { body }, call) => await networks.delete(body, call),
  }),
});
