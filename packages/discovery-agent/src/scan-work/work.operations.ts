import { defineOperation, defineOperations, record } from "@cadastre/inventory-core";
import { AGENT_WORK } from "../agent.permissions.ts";
import { EndRequest, ReportAnswer, ReportRequest, WorkAnswer, WorkRequest } from "./work.ts";
import { FOR_AGENTS } from "./lease-work-service.ts";
import { AGENT_WORK_SERVICE } from "./work-service.ts";

export const agentWorkOperations = defineOperations(
  "agentWork",
  {
    /** Asks for work, and waits for it. Fails with CONFLICT while another process of the agent works. */
    next: defineOperation({
      summary: "Ask for work",
      description:
        `${FOR_AGENTS} Answers when there is a scan or a lease source, when a scan that runs is to be stopped, or when the time ` +
        `is over.`,
      service: AGENT_WORK_SERVICE,
      access: AGENT_WORK,
      delegable: true,
      waits: true,
      http: { method: "POST", path: "/api/agent/work", status: 200 },
      body: WorkRequest,
      output: record(WorkAnswer),
      errors: ["CONFLICT"],
      run: async (work, { body }, call) => await work.next(body, call),
    }),
    /** Takes a batch of reports. Fails with NOT_FOUND, CONFLICT when another process runs the scan. */
    report: defineOperation({
      summary: "Report what a scan saw",
      description: `${FOR_AGENTS} A batch may be sent again, and batches in any order. Also renews the lease.`,
      service: AGENT_WORK_SERVICE,
      access: AGENT_WORK,
      delegable: true,
      http: { method: "POST", path: "/api/agent/scans/{id}/reports", status: 200 },
      body: ReportRequest,
      output: record(ReportAnswer),
      errors: ["NOT_FOUND", "CONFLICT"],
      run: async (work, { params, body }, call) => await work.report(params.id, body, call),
    }),
    /** Ends a scan, or lets another process go on. Fails with NOT_FOUND, CONFLICT when another process runs the scan. */
    end: defineOperation({
      summary: "End a scan",
      description: `${FOR_AGENTS} A scan is complete when all of its batches have come: the answer names those that are missing.`,
      service: AGENT_WORK_SERVICE,
      access: AGENT_WORK,
      delegable: true,
      http: { method: "POST", path: "/api/agent/scans/{id}/end", status: 200 },
      body: EndRequest,
      output: record(ReportAnswer),
      errors: ["NOT_FOUND", "CONFLICT"],
      run: async (work, { params, body }, call) => await work.end(params.id, body, call),
    }),
  },
  { id: "scan" },
);
