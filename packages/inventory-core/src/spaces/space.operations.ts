import { defineOperation, defineOperations, empty, list, record } from "../contract/operations/operation.ts";
import { Space, SpaceCreate, SpaceFilter, SpaceUpdate } from "./space.ts";
import { SPACES } from "./space-service.ts";

export const spaceOperations = defineOperations(
  "spaces",
  {
    /** All address spaces that have a name, by name. */
    list: defineOperation({
      summary: "List address spaces",
      service: SPACES,
      access: "space:list",
      http: { method: "GET", path: "/api/spaces", status: 200 },
      query: SpaceFilter,
      output: list(Space),
      run: async (spaces, { query }, call) => spaces.list(query, call.signal),
    }),
    /** Creates an address space, for datacenters and networks to be in. Fails with ALREADY_EXISTS when another has the name. */
    create: defineOperation({
      summary: "Create an address space",
      service: SPACES,
      access: "space:create",
      http: { method: "POST", path: "/api/spaces", status: 201 },
      idempotent: "kept",
      body: SpaceCreate,
      output: record(Space),
      errors: ["ALREADY_EXISTS"],
      run: async (spaces, { body }, call) => await spaces.create(body, call),
    }),
    /** One address space. Fails with SPACE_NOT_FOUND. */
    get: defineOperation({
      summary: "Get an address space",
      service: SPACES,
      access: "space:read",
      http: { method: "GET", path: "/api/spaces/{id}", status: 200 },
      output: record(Space),
      errors: ["SPACE_NOT_FOUND"],
      conditional: true,
      run: async (spaces, { params }) => await spaces.get(params.id),
    }),
    /** Changes the fields that are given. Fails with SPACE_NOT_FOUND, ALREADY_EXISTS. */
    update: defineOperation({
      summary: "Change an address space",
      service: SPACES,
      access: "space:update",
      http: { method: "PUT", path: "/api/spaces/{id}", status: 200 },
      body: SpaceUpdate,
      output: record(Space),
      errors: ["SPACE_NOT_FOUND", "ALREADY_EXISTS"],
      conditional: true,
      exists: async (spaces, { id }) => await spaces.mustExist(id),
      run: async (spaces, { params, body }, call) => await spaces.update(params.id, body, call),
    }),
    /** Deletes an address space that nothing is in. Fails with SPACE_NOT_FOUND, CONFLICT while datacenters or networks are in it. */
    delete: defineOperation({
      summary: "Delete an address space",
      description:
        "One that datacenters or networks are in is refused with CONFLICT, which says how many: give them another space_id first.",
      service: SPACES,
      access: "space:delete",
      http: { method: "DELETE", path: "/api/spaces/{id}", status: 204 },
      output: empty,
      errors: ["SPACE_NOT_FOUND", "CONFLICT"],
      conditional: true,
      run: async (spaces, { params }, call) => await spaces.delete(params.id, call),
    }),
  },
  { id: "space" },
);
