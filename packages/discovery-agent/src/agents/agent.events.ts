import { CHANGES, defineEvent } from "@cadastre/inventory-core";
import { Agent } from "./agent.ts";

export const agentCreated = defineEvent("agent.created", "An agent was registered", Agent);
export const agentUpdated = defineEvent(
  "agent.updated",
  "Properties of an agent changed, or it got a new token",
  Agent.extend(CHANGES).meta({
    id: "AgentUpdatedData",
    description: "An agent after a change, with the names of the fields that changed; token for a new token",
  }),
);
export const agentDeleted = defineEvent("agent.deleted", "An agent was removed; data is the agent as it was", Agent);
export const agentSecondProcess = defineEvent(
  "agent.second_process",
  "A second process uses the token of an agent: two were started, or the token was stolen",
  Agent,
);

export const agentEvents = [agentCreated, agentUpdated, agentDeleted, agentSecondProcess] as const;
