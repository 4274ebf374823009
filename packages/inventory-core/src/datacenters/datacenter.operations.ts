import { defineOperation, defineOperations, empty, list, record } from "../contract/operations/operation.ts";
import { keyOperations } from "../natural-keys/key-operations.ts";
import { Datacenter, DatacenterCreate, DatacenterFilter, DatacenterKey, DatacenterUpdate } from "./datacenter.ts";
import { DATACENTERS } from "./datacenter-service.ts";

export const datacenterOperations = defineOperations(
  "datacenters",
  {
    /** All datacenters, by name. */
    list: defineOperation({
      summary: "List datacenters",
      service: DATACENTERS,
      access: "datacenter:list",
      http: { method: "GET", path: "/api/datacenters", status: 200 },
      query: DatacenterFilter,
      output: list(Datacenter),
      run: async (datacenters, { query }, call) => await datacenters.list(query, call.signal),
    }),
    /** Creates a datacenter, and with it an address space of its own. */
    create: defineOperation({
      summary: "Create a datacenter",
      service: DATACENTERS,
      access: "datacenter:create",
      http: { method: "POST", path: "/api/datacenters", status: 201 },
      plannable: true,
      idempotent: "kept",
      body: DatacenterCreate,
      output: record(Datacenter),
      errors: ["ALREADY_EXISTS"],
      run: async (datacenters, { body }, call) => await datacenters.create(body, call),
    }),
    /** One datacenter. Fails with DATACENTER_NOT_FOUND. */
    get: defineOperation({
      summary: "Get a datacenter",
      service: DATACENTERS,
      access: "datacenter:read",
      http: { method: "GET", path: "/api/datacenters/{id}", status: 200 },
      output: record(Datacenter),
      errors: ["DATACENTER_NOT_FOUND"],
      conditional: true,
      run: async (datacenters, { params }) => await datacenters.get(params.id),
    }),
    /** Changes the fields that are given. Fails with DATACENTER_NOT_FOUND. */
    update: defineOperation({
      summary: "Change a datacenter",
      service: DATACENTERS,
      access: "datacenter:update",
      http: { method: "PUT", path: "/api/datacenters/{id}", status: 200 },
      plannable: true,
      body: DatacenterUpdate,
      output: record(Datacenter),
      errors: ["DATACENTER_NOT_FOUND", "ALREADY_EXISTS"],
      conditional: true,
      exists: async (datacenters, { id }) => await datacenters.mustExist(id),
      run: async (datacenters, { params, body }, call) => await datacenters.update(params.id, body, call),
    }),
    /** Deletes a datacenter; its networks and devices stay, without a datacenter. Fails with DATACENTER_NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete a datacenter",
      description: "Networks and devices of the datacenter stay, with an empty datacenter_id.",
      service: DATACENTERS,
      access: "datacenter:delete",
      http: { method: "DELETE", path: "/api/datacenters/{id}", status: 204 },
      plannable: true,
      output: empty,
      errors: ["DATACENTER_NOT_FOUND"],
      conditional: true,
      run: async (datacenters, { params }, call) => await datacenters.delete(params.id, call),
    }),
  },
  { id: "datacenter" },
);

/** Datacenters by their natural key: methods of the library alone. */
export const datacenterKeyOperations = keyOperations("datacenters", {
  service: DATACENTERS,
  kind: "datacenter",
  by: "name",
  key: DatacenterKey,
  create: DatacenterCreate,
  record: Datacenter,
  errors: ["ALREADY_EXISTS"],
});
