import { defineOperation, defineOperations, list } from "../contract/operations/operation.ts";
import { HistoryEntry, insideQuery } from "./history.ts";
import { HISTORY } from "./history-service.ts";

const description =
  "Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.";

const output = list(HistoryEntry);

/** What became of networks: a method of `inventory.networks`. */
export const networkHistoryOperations = defineOperations(
  "networks",
  {
    /** What was done to a network, newest first, also when it is deleted. Fails with NETWORK_NOT_FOUND. */
    history: defineOperation({
      summary: "Show the history of a network",
      description,
      service: HISTORY,
      access: "network:read",
      http: { method: "GET", path: "/api/networks/{id}/history", status: 200 },
      query: insideQuery("networks, pools, allocations, and devices that held one of its addresses"),
      output,
      errors: ["NETWORK_NOT_FOUND"],
      run: async (history, { params, query }, call) =>
        query.inside === true ? await history.inside("network", params.id, call) : await history.of("network", params.id, call.signal),
    }),
  },
  { id: "network" },
);

/** What became of pools: a method of `inventory.pools`. */
export const poolHistoryOperations = defineOperations(
  "pools",
  {
    /** What was done to a pool, newest first, also when it is deleted. Fails with POOL_NOT_FOUND. */
    history: defineOperation({
      summary: "Show the history of a pool",
      description,
      service: HISTORY,
      access: "pool:read",
      http: { method: "GET", path: "/api/pools/{id}/history", status: 200 },
      output,
      errors: ["POOL_NOT_FOUND"],
      run: async (history, { params }, call) => await history.of("pool", params.id, call.signal),
    }),
  },
  { id: "pool" },
);

/** What became of devices: a method of `inventory.devices`. */
export const deviceHistoryOperations = defineOperations(
  "devices",
  {
    /** What was done to a device, newest first, also when it is deleted. Fails with DEVICE_NOT_FOUND. */
    history: defineOperation({
      summary: "Show the history of a device",
      description,
      service: HISTORY,
      access: "device:read",
      core: true,
      http: { method: "GET", path: "/api/devices/{id}/history", status: 200 },
      output,
      errors: ["DEVICE_NOT_FOUND"],
      run: async (history, { params }, call) => await history.of("device", params.id, call.signal),
    }),
  },
  { id: "device" },
);
