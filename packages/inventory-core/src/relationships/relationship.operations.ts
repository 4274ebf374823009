import { defineOperation, defineOperations, empty, list, record } from "../contract/operations/operation.ts";
import { Device } from "../devices/device.ts";
import { RelatedFilter, Relationship, RelationshipCreate, RelationshipCreated } from "./relationship.ts";
import { RELATIONSHIP_TYPE_RULES } from "./relationship-type.ts";
import { RELATIONSHIPS } from "./relationship-service.ts";

export const relationshipOperations = defineOperations(
  "relationships",
  {
    /** All relationships, newest first. */
    listAll: defineOperation({
      summary: "List all relationships",
      service: RELATIONSHIPS,
      access: "relationship:list",
      http: { method: "GET", path: "/api/relationships", status: 200 },
      output: list(Relationship),
      run: async (relationships, _, call) => relationships.listAll(call.signal),
    }),
    /** Relationships of a device, as parent or child, newest first. Fails with DEVICE_NOT_FOUND. */
    list: defineOperation({
      summary: "List the relationships of a device",
      service: RELATIONSHIPS,
      access: "relationship:list",
      http: { method: "GET", path: "/api/devices/{id}/relationships", status: 200 },
      output: list(Relationship),
      errors: ["DEVICE_NOT_FOUND"],
      run: async (relationships, { params }, call) => await relationships.list(params.id, call.signal),
    }),
    /** Relates a device, as the parent, to another. Fails with DEVICE_NOT_FOUND, ALREADY_EXISTS, CONFLICT. */
    create: defineOperation({
      summary: "Relate two devices",
      description: `${RELATIONSHIP_TYPE_RULES}.`,
      service: RELATIONSHIPS,
      access: "relationship:create",
      http: { method: "POST", path: "/api/devices/{id}/relationships", status: 201 },
      plannable: true,
      idempotent: "kept",
      body: RelationshipCreate,
      output: record(RelationshipCreated),
      errors: ["DEVICE_NOT_FOUND", "ALREADY_EXISTS", "CONFLICT"],
      exists: async (relationships, { id }) => await relationships.deviceMustExist(id),
      run: async (relationships, { params, body }, call) => await relationships.create(params.id, body, call),
    }),
    /** Removes a relationship. Fails with NOT_FOUND. */
    delete: defineOperation({
      summary: "Remove a relationship",
      service: RELATIONSHIPS,
      access: "relationship:delete",
      http: { method: "DELETE", path: "/api/devices/{id}/relationships/{child_id}/{type}", status: 204 },
      plannable: true,
      output: empty,
      errors: ["NOT_FOUND"],
      run: async (relationships, { params }, call) => await relationships.delete(params.id, params.child_id, params.type, call),
    }),
  },
  { id: "device", child_id: "device" },
);

/** Devices related to a device: a method of `inventory.devices`. */
export const relatedDeviceOperations = defineOperations(
  "devices",
  {
    /** Devices related to a device either way, each once, by name. Fails with DEVICE_NOT_FOUND. */
    related: defineOperation({
      summary: "List related devices",
      service: RELATIONSHIPS,
      access: "device:list",
      core: true,
      http: { method: "GET", path: "/api/devices/{id}/related", status: 200 },
      query: RelatedFilter,
      output: list(Device),
      errors: ["DEVICE_NOT_FOUND"],
      run: async (relationships, { params, query }, call) => await relationships.related(params.id, query, call.signal),
    }),
  },
  { id: "device" },
);
