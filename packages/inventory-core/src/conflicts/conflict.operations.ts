import { defineOperation, defineOperations, list, record } from "../contract/operations/operation.ts";
import { Conflict, ConflictDetection, ConflictDetectionFilter, ConflictFilter, ConflictIgnoring, ConflictResolution } from "./conflict.ts";
import { CONFLICTS } from "./conflict-service.ts";

export const conflictOperations = defineOperations(
  "conflicts",
  {
    /** Conflicts, newest first. */
    list: defineOperation({
      summary: "List conflicts",
      service: CONFLICTS,
      access: "conflict:list",
      core: true,
      http: { method: "GET", path: "/api/conflicts", status: 200 },
      query: ConflictFilter,
      output: list(Conflict),
      run: async (conflicts, { query }, call) => conflicts.list(query, call),
    }),
    /** Looks at all records for conflicts. They open and close by themselves, so it finds what came past the engine. */
    detect: defineOperation({
      summary: "Detect conflicts",
      description:
        "Conflicts open and close with the changes that make and end them; this looks at all records again, and answers the active ones.",
      service: CONFLICTS,
      access: "conflict:detect",
      http: { method: "POST", path: "/api/conflicts/detect", status: 200 },
      query: ConflictDetectionFilter,
      body: ConflictDetectionFilter,
      output: record(ConflictDetection),
      run: async (conflicts, { query, body }, call) => await conflicts.detect(body.valid().type ?? query.type, call),
    }),
    /** One conflict. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get a conflict",
      service: CONFLICTS,
      access: "conflict:read",
      http: { method: "GET", path: "/api/conflicts/{id}", status: 200 },
      output: record(Conflict),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (conflicts, { params }, call) => await conflicts.get(params.id, call),
    }),
    /**
     * Ends a conflict by taking the address from all devices but one, and releasing its allocations. Fails with NOT_FOUND, CONFLICT while
     * the cause remains.
     */
    resolve: defineOperation({
      summary: "Resolve a conflict",
      description:
        "With keep_device_id the address is taken from the other devices (which needs device:update too), and allocations of it are " +
        "released (which needs allocation:delete). While the cause remains the answer is 409.",
      service: CONFLICTS,
      access: "conflict:update",
      http: { method: "POST", path: "/api/conflicts/{id}/resolve", status: 200 },
      plannable: true,
      destructive: true,
      body: ConflictResolution,
      output: record(Conflict),
      errors: ["NOT_FOUND", "CONFLICT"],
      exists: async (conflicts, { id }) => await conflicts.mustExist(id),
      run: async (conflicts, { params, body }, call) => await conflicts.resolve(params.id, body, call),
    }),
    /** Keeps a conflict that is meant to be (VRRP, anycast) from being reported. Fails with NOT_FOUND, CONFLICT when it is resolved. */
    ignore: defineOperation({
      summary: "Ignore a conflict",
      description: "For addresses that are shared on purpose. It stays ignored when devices join, and closes when its cause ends.",
      service: CONFLICTS,
      access: "conflict:update",
      http: { method: "POST", path: "/api/conflicts/{id}/ignore", status: 200 },
      plannable: true,
      body: ConflictIgnoring,
      output: record(Conflict),
      errors: ["NOT_FOUND", "CONFLICT"],
      exists: async (conflicts, { id }) => await conflicts.mustExist(id),
      run: async (conflicts, { params, body }, call) => await conflicts.ignore(params.id, body, call),
    }),
  },
  { id: "conflict" },
);
