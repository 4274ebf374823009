import { BulkResult, MAX_IN_BULK } from "../contract/operations/bulk.ts";
import { defineOperation, defineOperations, empty, list, record } from "../contract/operations/operation.ts";
import { FreePrefix, FreePrefixQuery } from "./free-prefixes/free-prefix.ts";
import { keyOperations } from "../natural-keys/key-operations.ts";
import {
  Network,
  NetworkChild,
  NetworkCreate,
  NetworkFilter,
  NetworkKey,
  NetworkUpdate,
  NetworkUtilization,
  RootFilter,
} from "./network.ts";
import { NETWORK_ALLOCATIONS } from "./allocation/network-allocation-service.ts";
import { AllocatedNetworks, NetworkRequest } from "./allocation/network-request.ts";
import { NETWORK_PAGES, ROOT_PAGES } from "./network-pages.ts";
import { NETWORKS } from "./network-service.ts";

export const networkOperations = defineOperations(
  "networks",
  {
    /** Networks, by name. */
    list: defineOperation({
      summary: "List networks",
      service: NETWORKS,
      access: "network:list",
      core: true,
      http: { method: "GET", path: "/api/networks", status: 200 },
      query: NetworkFilter,
      paged: NETWORK_PAGES,
      output: list(Network),
      run: async (networks, { query, page }, call) => await networks.page(query, page, call.signal),
    }),
    /** Networks that lie in no other, by address, each with how full it is and how many networks lie in it. */
    roots: defineOperation({
      summary: "List the networks that lie in no other",
      description: "Sorted by address by default. Each has its utilization and the number of its children: the first level of the tree.",
      service: NETWORKS,
      access: "network:list",
      http: { method: "GET", path: "/api/networks/roots", status: 200 },
      query: RootFilter,
      paged: ROOT_PAGES,
      output: list(NetworkChild),
      run: async (networks, { query, page }, call) => await networks.roots(query, page, call.signal),
    }),
    /** Creates a network and links the unlinked addresses that it contains. */
    create: defineOperation({
      summary: "Create a network",
      description: "Addresses that no network contained so far are linked to it.",
      service: NETWORKS,
      access: "network:create",
      http: { method: "POST", path: "/api/networks", status: 201 },
      plannable: true,
      idempotent: "kept",
      body: NetworkCreate,
      output: record(Network),
      errors: ["ALREADY_EXISTS"],
      run: async (networks, { body }, call) => await networks.create(body, call),
    }),
    /** Creates many networks; those that cannot be created are told, and the others created all the same. */
    createMany: defineOperation({
      summary: "Create many networks",
      description: "What can be created is; each that cannot is among the errors, with its place in the array.",
      service: NETWORKS,
      access: "network:create",
      http: { method: "POST", path: "/api/networks/bulk", status: 200 },
      idempotent: "kept",
      items: { item: NetworkCreate, form: { kind: "array", most: MAX_IN_BULK } },
      output: record(BulkResult),
      run: async (networks, { items }, call) => await networks.createMany(items, call),
    }),
    /**
     * Creates networks in what is free of another one, all or none; the same key gives the same networks. Fails with NETWORK_NOT_FOUND,
     * PREFIX_NOT_AVAILABLE, CONFLICT.
     */
    allocate: defineOperation({
      summary: "Create free networks inside a network",
      description:
        "Networks of the prefix length that is asked for, all or none, where no network, pool or address is. They are in the space and " +
        "datacenter of this network unless given. The same key, or Idempotency-Key header, gives the same networks again, and is " +
        "refused when one of them was deleted since.",
      service: NETWORK_ALLOCATIONS,
      access: "network:create",
      core: true,
      http: { method: "POST", path: "/api/networks/{id}/networks", status: 201 },
      plannable: true,
      body: NetworkRequest,
      output: record(AllocatedNetworks),
      errors: ["NETWORK_NOT_FOUND", "PREFIX_NOT_AVAILABLE", "ALREADY_EXISTS", "CONFLICT"],
      idempotent: "own",
      exists: async (allocations, { id }) => await allocations.parentMustExist(id),
      run: async (allocations, { params, body }, call) => await allocations.allocate(params.id, body, call),
    }),
    /** One network. Fails with NETWORK_NOT_FOUND. */
    get: defineOperation({
      summary: "Get a network",
      service: NETWORKS,
      access: "network:read",
      core: true,
      http: { method: "GET", path: "/api/networks/{id}", status: 200 },
      output: record(Network),
      errors: ["NETWORK_NOT_FOUND"],
      conditional: true,
      run: async (networks, { params }) => await networks.get(params.id),
    }),
    /** The networks that lie in a network and in no smaller one, by address. Fails with NETWORK_NOT_FOUND. */
    children: defineOperation({
      summary: "List the networks that lie in a network",
      description: "Those whose parent it is, by address, each with how full it is and how many networks lie in it.",
      service: NETWORKS,
      access: "network:list",
      http: { method: "GET", path: "/api/networks/{id}/children", status: 200 },
      output: list(NetworkChild),
      errors: ["NETWORK_NOT_FOUND"],
      run: async (networks, { params }, call) => await networks.children(params.id, call.signal),
    }),
    /** Changes the fields that are given. Fails with NETWORK_NOT_FOUND. */
    update: defineOperation({
      summary: "Change a network",
      description:
        "A network that moves to another datacenter takes its addresses and allocations along; a new subnet must hold its pools.",
      service: NETWORKS,
      access: "network:update",
      http: { method: "PUT", path: "/api/networks/{id}", status: 200 },
      plannable: true,
      body: NetworkUpdate,
      output: record(Network),
      errors: ["NETWORK_NOT_FOUND", "ALREADY_EXISTS"],
      conditional: true,
      exists: async (networks, { id }) => await networks.mustExist(id),
      run: async (networks, { params, body }, call) => await networks.update(params.id, body, call),
    }),
    /** Deletes a network with its pools and allocations; addresses stay, unlinked. Fails with NETWORK_NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete a network",
      description: "Pools and allocations go with it; addresses of devices stay, without a network.",
      service: NETWORKS,
      access: "network:delete",
      http: { method: "DELETE", path: "/api/networks/{id}", status: 204 },
      plannable: true,
      output: empty,
      errors: ["NETWORK_NOT_FOUND"],
      conditional: true,
      run: async (networks, { params }, call) => await networks.delete(params.id, call),
    }),
    /** How full each network is, in the order of the list. */
    utilizations: defineOperation({
      summary: "Show how full each network is",
      description: "All networks in one answer, in the order of the list of networks.",
      service: NETWORKS,
      access: "network:list",
      http: { method: "GET", path: "/api/networks/utilization", status: 200 },
      output: list(NetworkUtilization),
      run: async (networks, _, call) => networks.utilizations(call.signal),
    }),
    /** How full a network is. Fails with NETWORK_NOT_FOUND. */
    utilization: defineOperation({
      summary: "Show how full a network is",
      service: NETWORKS,
      access: "network:read",
      http: { method: "GET", path: "/api/networks/{id}/utilization", status: 200 },
      output: record(NetworkUtilization),
      errors: ["NETWORK_NOT_FOUND"],
      run: async (networks, { params }) => await networks.utilization(params.id),
    }),
    /** What is free in a network, as subnets by address; nothing is reserved. Fails with NETWORK_NOT_FOUND. */
    freePrefixes: defineOperation({
      summary: "List the free prefixes of a network",
      description:
        "Without a length the fewest subnets that make up all that is free, with one the first of that length. Free is what lies in no " +
        "network inside it and in none of its pools, and is neither held by a device nor allocated. Reserves nothing.",
      service: NETWORKS,
      access: "network:read",
      core: true,
      http: { method: "GET", path: "/api/networks/{id}/free-prefixes", status: 200 },
      query: FreePrefixQuery,
      output: list(FreePrefix),
      errors: ["NETWORK_NOT_FOUND"],
      run: async (networks, { params, query }, call) => await networks.freePrefixes(params.id, query, call.signal),
    }),
  },
  { id: "network" },
);

/** Networks by their natural key: methods of the library alone. */
export const networkKeyOperations = keyOperations("networks", {
  service: NETWORKS,
  kind: "network",
  by: "subnet, datacenter and address space",
  key: NetworkKey,
  create: NetworkCreate,
  record: Network,
  errors: ["ALREADY_EXISTS"],
});
