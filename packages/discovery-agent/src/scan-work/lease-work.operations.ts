import { defineOperation, defineOperations, record } from "@cadastre/inventory-core";
import { AGENT_WORK } from "../agent.permissions.ts";
import { LeaseAnswer, LeaseEnd, LeaseReport } from "./lease-work.ts";
import { AGENT_LEASES, FOR_AGENTS } from "./lease-work-service.ts";

export const agentLeaseOperations = defineOperations(
  "agentLeases",
  {
    /** Takes a part of the leases of a source. Fails with NOT_FOUND, CONFLICT when the source was given away again. */
    report: defineOperation({
      summary: "Report leases",
      description: `${FOR_AGENTS} A part may be sent again, and parts in any order.`,
      service: AGENT_LEASES,
      access: AGENT_WORK,
      delegable: true,
      http: { method: "POST", path: "/api/agent/lease-sources/{id}/reports", status: 200 },
      body: LeaseReport,
      output: record(LeaseAnswer),
      errors: ["NOT_FOUND", "CONFLICT"],
      run: async (work, { params, body }, call) => await work.report(params.id, body, call),
    }),
    /** Ends the reading of a source. Fails with NOT_FOUND, CONFLICT when the source was given away again. */
    end: defineOperation({
      summary: "End the reading of a lease source",
      description: `${FOR_AGENTS} It is complete when all of its batches have come: the answer names those that are missing.`,
      service: AGENT_LEASES,
      access: AGENT_WORK,
      delegable: true,
      http: { method: "POST", path: "/api/agent/lease-sources/{id}/end", status: 200 },
      body: LeaseEnd,
      output: record(LeaseAnswer),
      errors: ["NOT_FOUND", "CONFLICT"],
      run: async (work, { params, body }, call) => await work.end(params.id, body, call),
    }),
  },
  { id: "lease_source" },
);
