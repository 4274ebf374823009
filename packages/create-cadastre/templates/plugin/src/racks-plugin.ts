import {
  defineOperation,
  defineOperations,
  definePermissions,
  definePlugin,
  empty,
  list,
  type Plugin,
  provide,
  record,
  STORAGE,
  WRITES,
} from "@cadastre/inventory-core";
import { Rack, RackCreate, rackDocuments, rackTable, rackMigrations, RackUpdate } from "./rack.ts";
import { rackCreated, rackErrors, RACKS, RackService } from "./rack-service.ts";

export const rackOperations = defineOperations(
  "racks",
  {
    list: defineOperation({
      summary: "List racks",
      service: RACKS,
      access: "rack:list",
      http: { method: "GET", path: "/api/racks", status: 200 },
      output: list(Rack),
      run: async (racks, _, call) => racks.list(call.signal),
    }),
    get: defineOperation({
      summary: "Get a rack",
      service: RACKS,
      access: "rack:read",
      http: { method: "GET", path: "/api/racks/{id}", status: 200 },
      output: record(Rack),
      errors: ["RACK_NOT_FOUND"],
      conditional: true,
      run: async (racks, { params }) => await racks.get(params.id),
    }),
    create: defineOperation({
      summary: "Create a rack",
      service: RACKS,
      access: "rack:create",
      http: { method: "POST", path: "/api/racks", status: 201 },
      body: RackCreate,
      output: record(Rack),
      errors: ["RACK_EXISTS"],
      run: async (racks, { body }, call) => await racks.create(body, call),
    }),
    update: defineOperation({
      summary: "Change a rack",
      service: RACKS,
      access: "rack:update",
      http: { method: "PUT", path: "/api/racks/{id}", status: 200 },
      body: RackUpdate,
      output: record(Rack),
      errors: ["RACK_NOT_FOUND", "RACK_EXISTS"],
      conditional: true,
      run: async (racks, { params, body }, call) => await racks.update(params.id, body, call),
    }),
    delete: defineOperation({
      summary: "Delete a rack",
      service: RACKS,
      access: "rack:delete",
      http: { method: "DELETE", path: "/api/racks/{id}", status: 204 },
      output: empty,
      errors: ["RACK_NOT_FOUND"],
      conditional: true,
      run: async (racks, { params }, call) => await racks.delete(params.id, call),
    }),
  },
  // What the ids in paths are ids of: commands take names there.
  { id: "rack" },
);

export const racksPlugin = (): Plugin =>
  definePlugin({
    id: "racks",
    engine: "*",
    model: { entities: [rackTable.entity], documents: [rackDocuments], migrations: rackMigrations },
    services: [provide(RACKS, [STORAGE, WRITES], (storage, writes) => new RackService(storage, writes))],
    permissions: definePermissions({
      rack: {
        resource: "racks",
        actions: ["list", "read", "create", "update", "delete"],
        viewer: ["list", "read"],
        operator: ["list", "read", "create", "update"],
      },
    }),
    events: [rackCreated],
    errors: rackErrors.definitions,
    operations: Object.values(rackOperations),
    // The web page shows its records at /records and the group of the operations.
    navItems: [{ label: "Racks", path: "/records/racks", access: "rack:list" }],
  });
