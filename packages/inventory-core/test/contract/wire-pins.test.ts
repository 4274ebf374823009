import { createInventory, type Host, type Inventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";

// What clients rely on, written out: a change here is a change for them. Never taken from the sources.
let inventory: Inventory;
let host: Host;
beforeAll(async () => {
  inventory = await createInventory({ storage: sqlite(":memory:") });
  ({ host } = inventory);
});
afterAll(async () => await inventory.close());

it("pins the operations: id, route, status, permission", () => {
  expect(host.operations.map(({ id, http, access }) => `${id}: ${http.method} ${http.path} ${http.status} ${access}`).toSorted()).toEqual([
    "allocations.get: GET /api/allocations/{id} 200 allocation:read",
    "allocations.release: DELETE /api/allocations/{id} 204 allocation:delete",
    "audit.export: GET /api/audit/export 200 audit:export",
    "audit.get: GET /api/audit/{id} 200 audit:read",
    "audit.list: GET /api/audit 200 audit:list",
    "conflicts.detect: POST /api/conflicts/detect 200 conflict:detect",
    "conflicts.get: GET /api/conflicts/{id} 200 conflict:read",
    "conflicts.ignore: POST /api/conflicts/{id}/ignore 200 conflict:update",
    "conflicts.list: GET /api/conflicts 200 conflict:list",
    "conflicts.resolve: POST /api/conflicts/{id}/resolve 200 conflict:update",
    "datacenters.create: POST /api/datacenters 201 datacenter:create",
    "datacenters.delete: DELETE /api/datacenters/{id} 204 datacenter:delete",
    "datacenters.devices: GET /api/datacenters/{id}/devices 200 device:list",
    "datacenters.get: GET /api/datacenters/{id} 200 datacenter:read",
    "datacenters.list: GET /api/datacenters 200 datacenter:list",
    "datacenters.update: PUT /api/datacenters/{id} 200 datacenter:update",
    "devices.create: POST /api/devices 201 device:create",
    "devices.delete: DELETE /api/devices/{id} 204 device:delete",
    "devices.get: GET /api/devices/{id} 200 device:read",
    "devices.list: GET /api/devices 200 device:list",
    "devices.related: GET /api/devices/{id}/related 200 device:list",
    "devices.search: GET /api/devices/search 200 device:list",
    "devices.statusCounts: GET /api/devices/status-counts 200 device:list",
    "devices.update: PUT /api/devices/{id} 200 device:update",
    "events.read: GET /api/events 200 event:read",
    "networks.create: POST /api/networks 201 network:create",
    "networks.delete: DELETE /api/networks/{id} 204 network:delete",
    "networks.devices: GET /api/networks/{id}/devices 200 device:list",
    "networks.get: GET /api/networks/{id} 200 network:read",
    "networks.list: GET /api/networks 200 network:list",
    "networks.update: PUT /api/networks/{id} 200 network:update",
    "networks.utilization: GET /api/networks/{id}/utilization 200 network:read",
    "pools.allocate: POST /api/pools/{id}/allocations 201 allocation:create",
    "pools.allocations: GET /api/pools/{id}/allocations 200 allocation:list",
    "pools.create: POST /api/networks/{id}/pools 201 pool:create",
    "pools.delete: DELETE /api/pools/{id} 204 pool:delete",
    "pools.get: GET /api/pools/{id} 200 pool:read",
    "pools.heatmap: GET /api/pools/{id}/heatmap 200 pool:read",
    "pools.list: GET /api/networks/{id}/pools 200 pool:list",
    "pools.nextIp: GET /api/pools/{id}/next-ip 200 pool:read",
    "pools.update: PUT /api/pools/{id} 200 pool:update",
    "relationships.create: POST /api/devices/{id}/relationships 201 relationship:create",
    "relationships.delete: DELETE /api/devices/{id}/relationships/{child_id}/{type} 204 relationship:delete",
    "relationships.list: GET /api/devices/{id}/relationships 200 relationship:list",
    "relationships.listAll: GET /api/relationships 200 relationship:list",
    "search.all: GET /api/search 200 authenticated",
  ]);
});

it("pins the permissions and the roles that hold them", () => {
  expect(host.permissions.map(({ name, resource, roles }) => `${name} (${resource}): ${["admin", ...roles].join(" ")}`).toSorted()).toEqual([
    "allocation:create (allocations): admin operator",
    "allocation:delete (allocations): admin operator",
    "allocation:list (allocations): admin operator viewer",
    "allocation:read (allocations): admin operator viewer",
    "allocation:update (allocations): admin operator",
    "audit:export (audit): admin",
    "audit:list (audit): admin",
    "audit:read (audit): admin",
    "conflict:create (conflicts): admin",
    "conflict:delete (conflicts): admin",
    "conflict:detect (conflicts): admin operator",
    "conflict:list (conflicts): admin operator viewer",
    "conflict:read (conflicts): admin operator viewer",
    "conflict:update (conflicts): admin operator",
    "datacenter:create (datacenters): admin",
    "datacenter:delete (datacenters): admin",
    "datacenter:list (datacenters): admin operator viewer",
    "datacenter:read (datacenters): admin operator viewer",
    "datacenter:update (datacenters): admin",
    "device:create (devices): admin operator",
    "device:delete (devices): admin operator",
    "device:list (devices): admin operator viewer",
    "device:read (devices): admin operator viewer",
    "device:update (devices): admin operator",
    "event:read (events): admin operator",
    "network:create (networks): admin operator",
    "network:delete (networks): admin operator",
    "network:list (networks): admin operator viewer",
    "network:read (networks): admin operator viewer",
    "network:update (networks): admin operator",
    "pool:create (pools): admin operator",
    "pool:delete (pools): admin operator",
    "pool:list (pools): admin operator viewer",
    "pool:read (pools): admin operator viewer",
    "pool:update (pools): admin operator",
    "relationship:create (relationships): admin operator",
    "relationship:delete (relationships): admin operator",
    "relationship:list (relationships): admin operator viewer",
    "relationship:read (relationships): admin operator viewer",
    "relationship:update (relationships): admin operator",
  ]);
});

it("pins the events", () => {
  expect(host.events.map(({ name }) => name).toSorted()).toEqual([
    "conflict.detected",
    "conflict.resolved",
    "device.created",
    "device.deleted",
    "device.updated",
    "network.created",
    "network.deleted",
    "network.updated",
    "pool.utilization_high",
  ]);
});

it("pins the error codes and their kinds", () => {
  expect(Object.entries(host.errors).map(([code, { kind }]) => `${code}: ${kind}`).toSorted()).toEqual([
    "ALREADY_EXISTS: conflict",
    "CONFLICT: conflict",
    "CURSOR_EXPIRED: gone",
    "DATABASE_TOO_NEW: unavailable",
    "DATACENTER_NOT_FOUND: not-found",
    "DEVICE_NOT_FOUND: not-found",
    "ENCRYPTION_KEY_INVALID: invalid",
    "ENCRYPTION_KEY_MISSING: unavailable",
    "ENCRYPTION_KEY_UNKNOWN: unavailable",
    "FORBIDDEN: forbidden",
    "INTERNAL_ERROR: internal",
    "INVALID_INPUT: invalid",
    "IP_NOT_AVAILABLE: exhausted",
    "NETWORK_NOT_FOUND: not-found",
    "NOT_FOUND: not-found",
    "PLUGIN_CYCLE: invalid",
    "PLUGIN_DUPLICATE_CONTRIBUTION: invalid",
    "PLUGIN_DUPLICATE_ID: invalid",
    "PLUGIN_ENGINE_MISMATCH: invalid",
    "PLUGIN_INVALID_ID: invalid",
    "PLUGIN_MISSING_REQUIREMENT: invalid",
    "PLUGIN_START_FAILED: internal",
    "PLUGIN_UNKNOWN_PERMISSION: invalid",
    "POOL_NOT_FOUND: not-found",
    "PRECONDITION_FAILED: precondition",
    "SECRET_DAMAGED: internal",
    "UNAUTHORIZED: unauthenticated",
    "UNAVAILABLE: unavailable",
    "VALIDATION_ERROR: invalid",
  ]);
});
