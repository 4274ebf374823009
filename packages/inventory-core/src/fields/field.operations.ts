import { defineOperation, defineOperations, empty, list, record } from "../contract/operations/operation.ts";
import { Field, FieldCreate, FieldDeletion, FieldFilter, FieldUpdate } from "./field.ts";
import { FIELDS } from "./field-service.ts";

export const fieldOperations = defineOperations(
  "fields",
  {
    /** Fields of one's own, by the kind of record and their places. */
    list: defineOperation({
      summary: "List fields of one's own",
      service: FIELDS,
      access: "authenticated",
      http: { method: "GET", path: "/api/fields", status: 200 },
      query: FieldFilter,
      output: list(Field),
      run: async (fields, { query }, call) => fields.list(query, call.signal),
    }),
    /** Defines a field, which all records of the kind have from then on. Fails with ALREADY_EXISTS when the kind has one of the name. */
    create: defineOperation({
      summary: "Define a field of one's own",
      description: "All records of the kind have it from then on, null until it is set.",
      service: FIELDS,
      access: "field:create",
      http: { method: "POST", path: "/api/fields", status: 201 },
      idempotent: "kept",
      body: FieldCreate,
      output: record(Field),
      errors: ["ALREADY_EXISTS", "CONFLICT"],
      run: async (fields, { body }, call) => await fields.create(body, call),
    }),
    /** One field. Fails with FIELD_NOT_FOUND. */
    get: defineOperation({
      summary: "Get a field of one's own",
      service: FIELDS,
      access: "authenticated",
      http: { method: "GET", path: "/api/fields/{id}", status: 200 },
      output: record(Field),
      errors: ["FIELD_NOT_FOUND"],
      conditional: true,
      run: async (fields, { params }) => await fields.get(params.id),
    }),
    /** Changes a field, its name and type included. Fails with FIELD_NOT_FOUND, ALREADY_EXISTS, CONFLICT while values speak against it. */
    update: defineOperation({
      summary: "Change a field of one's own",
      description:
        "Values follow a new name. A type or choices change only while every value converts, and unique only while no two values are " +
        "the same: otherwise CONFLICT names some of them.",
      service: FIELDS,
      access: "field:update",
      http: { method: "PUT", path: "/api/fields/{id}", status: 200 },
      body: FieldUpdate,
      output: record(Field),
      errors: ["FIELD_NOT_FOUND", "ALREADY_EXISTS", "CONFLICT"],
      conditional: true,
      exists: async (fields, { id }) => await fields.mustExist(id),
      run: async (fields, { params, body }, call) => await fields.update(params.id, body, call),
    }),
    /** Deletes a field. Fails with FIELD_NOT_FOUND, CONFLICT while records have values of it and `values` is not `drop`. */
    delete: defineOperation({
      summary: "Delete a field of one's own",
      description:
        "One that holds values is refused with CONFLICT, which says how many, unless values=drop is given: then they go with it.",
      service: FIELDS,
      access: "field:delete",
      http: { method: "DELETE", path: "/api/fields/{id}", status: 204 },
      query: FieldDeletion,
      output: empty,
      errors: ["FIELD_NOT_FOUND", "CONFLICT"],
      conditional: true,
      exists: async (fields, { id }) => await fields.mustExist(id),
      run: async (fields, { params, query }, call) => await fields.delete(params.id, query, call),
    }),
  },
  { id: "field" },
);
