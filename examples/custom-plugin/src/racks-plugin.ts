import {
  defineOperation,
  defineOperations,
  definePermissions,
  definePlugin,
  list,
  type Plugin,
  provide,
  record,
  STORAGE,
  WRITES,
} from "@cadastre/inventory-core";
import { Rack, RackCreate, rackDocuments, rackTable, rackMigrations } from "./rack.ts";
import { rackCreated, rackErrors, RACKS, RackService } from "./rack-service.ts";

// #region operations
export const rackOperations = defineOperations("racks", {
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
});
// #endregion

// #region plugin
export const racksPlugin = (): Plugin =>
  definePlugin({
    id: "racks",
    engine: "*",
    model: { entities: [rackTable.entity], documents: [rackDocuments], migrations: rackMigrations },
    services: [provide(RACKS, [STORAGE, WRITES], (storage, writes) => new RackService(storage, writes))],
    permissions: definePermissions({
      rack: { resource: "racks", actions: ["list", "read", "create"], viewer: ["list", "read"], operator: ["list", "read", "create"] },
    }),
    events: [rackCreated],
    errors: rackErrors.definitions,
    operations: Object.values(rackOperations),
  });
// #endregion
