import { defineTable, type RowOf } from "../../storage/table.ts";

/**
 * A row of `network_request_key`: what the request key of a network was first used for. `request` is the request as JSON, to tell a
 * repeated one from another; `networks` is what it was given, as JSON `[{id, subnet}]`.
 */
export const networkKeyTable = defineTable("NetworkKey", "network_request_key", {
  network_id: { type: "text", primary: true },
  request_key: { type: "text", primary: true },
  request: { type: "text" },
  networks: { type: "text" },
  created_at: { type: "text" },
  /** When the last of its networks went; null while there is one. */
  ended_at: { type: "text", nullable: true },
});

export const NetworkKeyEntity = networkKeyTable.entity;

/** A row of `keyed_network`: under which key of which network a network was given. */
export const keyedNetworkTable = defineTable("KeyedNetwork", "keyed_network", {
  id: { type: "text", primary: true },
  network_id: { type: "text" },
  request_key: { type: "text" },
});

export type KeyedNetworkRow = RowOf<typeof keyedNetworkTable>;

export const KeyedNetworkEntity = keyedNetworkTable.entity;
