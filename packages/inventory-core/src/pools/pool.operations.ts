import { defineOperation, defineOperations, empty, list, record } from "../contract/operations/operation.ts";
import { Allocation, AllocationKeyQuery, AllocationRequest, AllocationResult } from "./allocations/allocation.ts";
import { ALLOCATIONS } from "./allocations/allocation-service.ts";
import { HeatmapEntry, HeatmapQuery } from "./heatmap/heatmap.ts";
import { HEATMAPS } from "./heatmap/heatmap-service.ts";
import { EvidenceQuery } from "./passed-addresses.ts";
import { keyOperations } from "../natural-keys/key-operations.ts";
import { NextIp, Pool, PoolCreate, PoolEnsure, PoolFilter, PoolKey, PoolUpdate } from "./pool.ts";
import { POOLS } from "./pool-service.ts";

export const poolOperations = defineOperations(
  "pools",
  {
    /** Pools of a network, by name. Fails with NETWORK_NOT_FOUND. */
    list: defineOperation({
      summary: "List the pools of a network",
      service: POOLS,
      access: "pool:list",
      core: true,
      http: { method: "GET", path: "/api/networks/{id}/pools", status: 200 },
      refersTo: { id: "network" },
      query: PoolFilter,
      output: list(Pool),
      errors: ["NETWORK_NOT_FOUND"],
      run: async (pools, { params, query }) => await pools.list(params.id, query),
    }),
    /** Creates a pool in a network. Fails with NETWORK_NOT_FOUND, and ALREADY_EXISTS when it overlaps another pool. */
    create: defineOperation({
      summary: "Create a pool in a network",
      service: POOLS,
      access: "pool:create",
      http: { method: "POST", path: "/api/networks/{id}/pools", status: 201 },
      plannable: true,
      refersTo: { id: "network" },
      idempotent: "kept",
      body: PoolCreate,
      output: record(Pool),
      errors: ["NETWORK_NOT_FOUND", "ALREADY_EXISTS"],
      exists: async (pools, { id }) => await pools.networkMustExist(id),
      run: async (pools, { params, body }, call) => await pools.create(params.id, body, call),
    }),
    /** One pool. Fails with POOL_NOT_FOUND. */
    get: defineOperation({
      summary: "Get a pool",
      service: POOLS,
      access: "pool:read",
      http: { method: "GET", path: "/api/pools/{id}", status: 200 },
      output: record(Pool),
      errors: ["POOL_NOT_FOUND"],
      conditional: true,
      run: async (pools, { params }) => await pools.get(params.id),
    }),
    /**
     * Changes the fields that are given. Fails with POOL_NOT_FOUND, ALREADY_EXISTS, CONFLICT for allocations that it would leave outside.
     */
    update: defineOperation({
      summary: "Change a pool",
      description:
        "A range that leaves allocations outside is refused, naming them, unless release_outside says that they are to be released " +
        "(which needs allocation:delete).",
      service: POOLS,
      access: "pool:update",
      http: { method: "PUT", path: "/api/pools/{id}", status: 200 },
      plannable: true,
      body: PoolUpdate,
      output: record(Pool),
      errors: ["POOL_NOT_FOUND", "ALREADY_EXISTS", "CONFLICT"],
      conditional: true,
      exists: async (pools, { id }) => await pools.mustExist(id),
      run: async (pools, { params, body }, call) => await pools.update(params.id, body, call),
    }),
    /** Deletes a pool and its allocations; addresses stay. Fails with POOL_NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete a pool",
      service: POOLS,
      access: "pool:delete",
      http: { method: "DELETE", path: "/api/pools/{id}", status: 204 },
      plannable: true,
      output: empty,
      errors: ["POOL_NOT_FOUND"],
      conditional: true,
      run: async (pools, { params }, call) => await pools.delete(params.id, call),
    }),
    /** The lowest free address; it is not reserved. Fails with POOL_NOT_FOUND, IP_NOT_AVAILABLE. */
    nextIp: defineOperation({
      summary: "Show the lowest free address of a pool",
      description:
        "Reserves nothing: two callers get the same address. To reserve one, allocate it. Addresses where a host answered lately, and " +
        "those in quarantine, are passed over; skipped says which.",
      service: POOLS,
      access: "pool:read",
      http: { method: "GET", path: "/api/pools/{id}/next-ip", status: 200 },
      query: EvidenceQuery,
      output: record(NextIp),
      errors: ["POOL_NOT_FOUND", "IP_NOT_AVAILABLE"],
      run: async (pools, { params, query }) => await pools.nextIp(params.id, query),
    }),
    /** Which addresses are used, reserved and available. Fails with POOL_NOT_FOUND. */
    heatmap: defineOperation({
      summary: "Draw the heatmap of a pool",
      description: "An entry for each address; pools of more than 65,536 addresses need prefix, which folds them into blocks.",
      service: HEATMAPS,
      access: "pool:read",
      http: { method: "GET", path: "/api/pools/{id}/heatmap", status: 200 },
      query: HeatmapQuery,
      output: list(HeatmapEntry),
      errors: ["POOL_NOT_FOUND"],
      run: async (heatmaps, { params, query }, call) => await heatmaps.draw(params.id, query, call.signal),
    }),
    /**
     * Reserves the lowest free addresses, all or none, or the one that is named; the same key gives the same addresses. Fails with
     * POOL_NOT_FOUND, IP_NOT_AVAILABLE, CONFLICT.
     */
    allocate: defineOperation({
      summary: "Allocate addresses from a pool",
      description:
        "Reserves the lowest free addresses, all or none, or exactly the one that ip names. The same key, or Idempotency-Key header, " +
        "gives the same addresses again; when one of them was let go since, it is refused, naming it. Addresses where a host answered " +
        "lately, and those in quarantine, are passed over, and skipped says which; an address that ip names is taken with a warning.",
      service: ALLOCATIONS,
      access: "allocation:create",
      core: true,
      http: { method: "POST", path: "/api/pools/{id}/allocations", status: 201 },
      plannable: true,
      query: EvidenceQuery,
      body: AllocationRequest,
      output: record(AllocationResult),
      errors: ["POOL_NOT_FOUND", "IP_NOT_AVAILABLE", "CONFLICT"],
      idempotent: "own",
      exists: async (allocations, { id }) => await allocations.poolMustExist(id),
      run: async (allocations, { params, query, body }, call) => await allocations.allocate(params.id, body, call, query),
    }),
    /** Allocations of a pool, by address. Fails with POOL_NOT_FOUND. */
    allocations: defineOperation({
      summary: "List the allocations of a pool",
      service: ALLOCATIONS,
      access: "allocation:list",
      http: { method: "GET", path: "/api/pools/{id}/allocations", status: 200 },
      output: list(Allocation),
      errors: ["POOL_NOT_FOUND"],
      run: async (allocations, { params }, call) => await allocations.list(params.id, call.signal),
    }),
  },
  { id: "pool" },
);

export const allocationOperations = defineOperations(
  "allocations",
  {
    /** One allocation. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get an allocation",
      service: ALLOCATIONS,
      access: "allocation:read",
      http: { method: "GET", path: "/api/allocations/{id}", status: 200 },
      output: record(Allocation),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (allocations, { params }) => await allocations.get(params.id),
    }),
    /** Gives an address back; one that a device holds stays used. Fails with NOT_FOUND. */
    release: defineOperation({
      summary: "Release an allocation",
      service: ALLOCATIONS,
      access: "allocation:delete",
      http: { method: "DELETE", path: "/api/allocations/{id}", status: 204 },
      plannable: true,
      output: empty,
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (allocations, { params }, call) => await allocations.release(params.id, call),
    }),
    /**
     * Forgets what a request key of a pool or network was given: the next request with it is a new one. What it was given stays. Fails
     * with NOT_FOUND.
     */
    forgetKey: defineOperation({
      summary: "Forget a request key",
      description:
        "The next request with the key is a new one. Addresses or networks that it was given stay. Name the pool or the network that it " +
        "was used for.",
      service: ALLOCATIONS,
      access: "allocation:delete",
      http: { method: "DELETE", path: "/api/allocation-keys/{key}", status: 204 },
      query: AllocationKeyQuery,
      output: empty,
      errors: ["NOT_FOUND"],
      run: async (allocations, { params, query }, call) => await allocations.forgetKey(params.key, query, call),
    }),
  },
  { id: "allocation" },
);

/** What is known of the addresses of a whole network: methods of `inventory.networks`. */
export const networkAddressOperations = defineOperations(
  "networks",
  {
    /** Which addresses are used, reserved and available. Fails with NETWORK_NOT_FOUND. */
    heatmap: defineOperation({
      summary: "Draw the heatmap of a network",
      description:
        "An entry for each address, whether it lies in a pool or not; networks of more than 65,536 addresses need prefix, which " +
        "folds them into blocks.",
      service: HEATMAPS,
      access: "network:read",
      http: { method: "GET", path: "/api/networks/{id}/heatmap", status: 200 },
      query: HeatmapQuery,
      output: list(HeatmapEntry),
      errors: ["NETWORK_NOT_FOUND"],
      run: async (heatmaps, { params, query }, call) => await heatmaps.drawNetwork(params.id, query, call.signal),
    }),
    /** The lowest free address, in a pool or not; it is not reserved. Fails with NETWORK_NOT_FOUND, IP_NOT_AVAILABLE. */
    nextIp: defineOperation({
      summary: "Show the lowest free address of a network",
      description:
        "Whether it lies in a pool or not. Reserves nothing: two callers get the same address. To reserve one, allocate it from a pool. " +
        "Addresses where a host answered lately, and those in quarantine, are passed over; skipped says which.",
      service: POOLS,
      access: "network:read",
      core: true,
      http: { method: "GET", path: "/api/networks/{id}/next-ip", status: 200 },
      query: EvidenceQuery,
      output: record(NextIp),
      errors: ["NETWORK_NOT_FOUND", "IP_NOT_AVAILABLE"],
      run: async (pools, { params, query }) => await pools.nextIpOfNetwork(params.id, query),
    }),
  },
  { id: "network" },
);

/** Pools by their natural key: methods of the library alone. */
export const poolKeyOperations = keyOperations("pools", {
  service: POOLS,
  kind: "pool",
  by: "network and name",
  key: PoolKey,
  create: PoolEnsure,
  record: Pool,
  errors: ["NETWORK_NOT_FOUND", "ALREADY_EXISTS"],
});
