import { defineTable, type RowOf } from "@cadastre/inventory-core";

/** `agent`. `token_id` names the token that is valid now; `instance` is the process that works for it. */
export const agentTable = defineTable("Agent", "agent", {
  id: { type: "text", primary: true },
  name: { type: "text" },
  name_key: { type: "text" },
  /** JSON object of texts. */
  labels: { type: "text" },
  /** JSON list of ids. */
  scanners: { type: "text" },
  version: { type: "text" },
  token_id: { type: "text", hidden: true },
  token_hash: { type: "text", hidden: true },
  /** JSON list of the permissions on secrets that the user had who made the token: secrets of others are not sent to the agent. */
  token_permissions: { type: "text", hidden: true },
  instance: { type: "text", nullable: true },
  remote_address: { type: "text", nullable: true },
  last_seen_at: { type: "text", nullable: true },
  /** The last process beside `instance` that used the token, from where and when. */
  second_instance: { type: "text", nullable: true },
  second_address: { type: "text", nullable: true },
  second_seen_at: { type: "text", nullable: true },
  created_at: { type: "text" },
  updated_at: { type: "text" },
});

/** Networks that agents serve by name: each at most one. */
export const agentNetworkTable = defineTable("AgentNetwork", "agent_network", {
  network_id: { type: "text", primary: true },
  agent_id: { type: "text" },
});

/** Datacenters whose networks agents serve: each at most one. */
export const agentDatacenterTable = defineTable("AgentDatacenter", "agent_datacenter", {
  datacenter_id: { type: "text", primary: true },
  agent_id: { type: "text" },
});

export type AgentRow = RowOf<typeof agentTable>;
