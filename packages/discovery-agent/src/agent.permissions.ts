import { definePermissions } from "@cadastre/inventory-core";

/** What an agent's token holds, and nobody else uses: whoever calls with it must be an agent. */
export const AGENT_WORK = "agent:work";

export const agentPermissions = definePermissions({
  agent: { resource: "agents", area: "discovery", actions: ["list", "read", "create", "update", "delete", "work"], ofAccounts: true },
});
