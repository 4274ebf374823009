import { defineOperation, defineOperations, empty, list, record } from "@cadastre/inventory-core";
import { Agent, AgentCreate, AgentUpdate, NewAgent } from "./agent.ts";
import { AGENTS } from "./agent-service.ts";

export const agentOperations = defineOperations(
  "agents",
  {
    /** Agents, by name. */
    list: defineOperation({
      summary: "List agents",
      service: AGENTS,
      access: "agent:list",
      delegable: true,
      http: { method: "GET", path: "/api/agents", status: 200 },
      output: list(Agent),
      run: async (agents) => await agents.list(),
    }),
    /** Registers an agent. Its token is in this answer alone. Fails with ALREADY_EXISTS, CONFLICT for what another serves. */
    create: defineOperation({
      summary: "Register an agent",
      description:
        "The token of the agent is contained only in this response: `cadastre agent` at the site is given it in a file. Networks that an " +
        "agent serves are scanned by it, and by nobody else. Where these have SNMP devices or lease sources, it also needs snmp:update " +
        "or lease-source:update: the agent is sent their credentials.",
      service: AGENTS,
      access: "agent:create",
      delegable: false,
      http: { method: "POST", path: "/api/agents", status: 201 },
      body: AgentCreate,
      output: record(NewAgent),
      errors: ["ALREADY_EXISTS", "CONFLICT"],
      run: async (agents, { body }, call) => await agents.create(body, call),
    }),
    /** One agent. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get an agent",
      service: AGENTS,
      access: "agent:read",
      delegable: true,
      http: { method: "GET", path: "/api/agents/{id}", status: 200 },
      output: record(Agent),
      errors: ["NOT_FOUND"],
      run: async (agents, { params }) => await agents.get(params.id),
    }),
    /** Changes the fields that are given. Fails with NOT_FOUND, ALREADY_EXISTS, CONFLICT for what another agent serves. */
    update: defineOperation({
      summary: "Change an agent",
      description:
        "Scans of networks that it serves no more go on elsewhere, and those of networks that it serves now are its. Adding networks or " +
        "datacenters with SNMP devices or lease sources also needs snmp:update or lease-source:update.",
      service: AGENTS,
      access: "agent:update",
      delegable: false,
      http: { method: "PUT", path: "/api/agents/{id}", status: 200 },
      body: AgentUpdate,
      output: record(Agent),
      errors: ["NOT_FOUND", "ALREADY_EXISTS", "CONFLICT"],
      exists: async (agents, { id }) => await agents.mustExist(id),
      run: async (agents, { params, body }, call) => await agents.update(params.id, body, call),
    }),
    /** Deletes an agent; its token stops working at once. Fails with NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete an agent",
      description: "Its token is void at once, and its scans go on elsewhere.",
      service: AGENTS,
      access: "agent:delete",
      delegable: false,
      http: { method: "DELETE", path: "/api/agents/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      run: async (agents, { params }, call) => await agents.delete(params.id, call),
    }),
    /** Makes a new token; the one before stops working at once. Fails with NOT_FOUND. */
    renewToken: defineOperation({
      summary: "Make a new token for an agent",
      description:
        "The token is contained only in this response; the one before is void at once, also for a process that waits with it. For an " +
        "agent that is sent credentials it also needs snmp:update or lease-source:update, as binding their networks does.",
      service: AGENTS,
      access: "agent:update",
      delegable: false,
      http: { method: "POST", path: "/api/agents/{id}/token", status: 201 },
      destructive: true,
      output: record(NewAgent),
      errors: ["NOT_FOUND"],
      run: async (agents, { params }, call) => await agents.renewToken(params.id, call),
    }),
  },
  { id: "agent" },
);
