// The complete public surface of @cadastre/discovery-agent. Named exports only.

import type { EventDataOf } from "@cadastre/inventory-core";
import type { agentEvents } from "./agents/agent.events.ts";

declare module "@cadastre/inventory-core" {
  interface EventData extends EventDataOf<typeof agentEvents> {}
}

export { discoveryAgentPlugin } from "./agent-plugin.ts";
export { AgentOptions } from "./agent-options.ts";

// Operations, for servicesOf()
export { agentOperations } from "./agents/agent.operations.ts";
export { agentLeaseOperations } from "./scan-work/lease-work.operations.ts";
export { agentWorkOperations } from "./scan-work/work.operations.ts";

// Records
export { AGENT_SILENT_MS, Agent, AgentCreate, AgentUpdate, NewAgent } from "./agents/agent.ts";
export { AssignedLeaseSource, LeaseAnswer, LeaseEnd, LeaseReport } from "./scan-work/lease-work.ts";
export { AssignedScan, EndRequest, ReportAnswer, ReportRequest, WorkAnswer, WorkRequest } from "./scan-work/work.ts";
