import { setImmediate } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type McpLab, REVISIONS, type Role, startMcp } from "./support/mcp-lab.ts";

let lab: McpLab;
beforeAll(async () => void (lab = await startMcp("sqlite")));
afterAll(async () => await lab.close());

const listAs = async (role: Role, revision?: (typeof REVISIONS)[number]) => (await (await lab.client(role, revision)).listTools()).tools;

/** `r` only reads, `d` is destructive, `i` idempotent, `o` reaches out. */
const LISTED = `
datacenter_devices ri,
network_list ri, network_roots ri, network_create, network_allocate, network_get ri, network_children ri, network_update di,
 network_delete di, network_utilizations ri, network_utilization ri, network_free_prefixes ri, network_bulk_update d, network_bulk_delete d,
 network_devices ri, network_heatmap ri, network_next_ip ri,
 network_split, network_merge, network_resize, network_renumber, network_history ri,
 network_utilization_history ri,
vlan_group_allocate, vlan_group_next_vid ri, vlan_group_adopt,
pool_list ri, pool_create, pool_get ri, pool_update di, pool_delete di, pool_next_ip ri, pool_heatmap ri, pool_allocate,
pool_allocations ri, pool_history ri, pool_utilization_history ri,
allocation_get ri, allocation_release di, allocation_forget_key di, address_get ri, address_end_quarantine di,
device_list ri, device_create, device_search ri, device_status_counts ri, device_get ri, device_update di, device_delete di,
device_bulk_update d, device_bulk_delete d, device_related ri, device_history ri,
relationship_list_all ri, relationship_list ri, relationship_create, relationship_delete di,
conflict_list ri, conflict_detect, conflict_get ri, conflict_resolve d, conflict_ignore,
discovery_scan_start o, discovery_scan_list ri, discovery_scan_get ri, discovery_scan_cancel d, discovery_scan_delete di,
discovery_device_list ri, discovery_device_missing ri, discovery_device_delete di, discovery_device_delete_of_network di,
 discovery_device_promote, discovery_device_promote_many, discovery_device_link, discovery_device_accept d, discovery_device_ignore,
 discovery_device_unignore di,
search ri, name_find ri, dashboard_get ri, event_read ri, audit_list ri, audit_get ri,
plan_list ri, plan_create, plan_get ri, plan_effects ri, plan_delete di,
plan_refresh, plan_reject, plan_apply d, change_undo, auth_me ri, config_get ri,
field_list ri, field_create, field_get ri, field_update di, field_delete di, field_history ri,
datacenter_list ri, datacenter_create, datacenter_get ri, datacenter_update di, datacenter_delete di, datacenter_bulk_update d,
 datacenter_bulk_delete d, datacenter_history ri,
space_list ri, space_create, space_get ri, space_update di, space_delete di, space_bulk_update d, space_bulk_delete d, space_history ri,
vlan_group_list ri, vlan_group_create, vlan_group_get ri, vlan_group_update di, vlan_group_delete di, vlan_group_bulk_update d,
 vlan_group_bulk_delete d, vlan_group_history ri,
vlan_list ri, vlan_create, vlan_get ri, vlan_update di, vlan_delete di, vlan_bulk_update d, vlan_bulk_delete d, vlan_history ri,
discovery_rule_list ri, discovery_rule_create, discovery_rule_get ri, discovery_rule_update di, discovery_rule_delete di,
 discovery_rule_history ri,
user_list ri, user_get ri, user_roles ri, user_permissions ri, role_list ri, role_get ri, permission_list ri,
webhook_list ri, webhook_create, webhook_events ri, webhook_get ri, webhook_update di, webhook_delete di, webhook_ping o,
webhook_delivery_list ri, webhook_delivery_get ri, webhook_delivery_redeliver o`;

const EVERYBODYS = [
  "search",
  "name_find",
  "dashboard_get",
  "auth_me",
  "config_get",
  "field_list",
  "field_get",
  "field_history",
  "user_get",
  "user_roles",
  "user_permissions",
  "webhook_events",
];

describe.for(REVISIONS)("%s", (revision) => {
  test("an administrator has a tool for each operation that is one, with its hints", async () => {
    const tools = await listAs("admin", revision);
    const hints = ({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: NonNullable<(typeof tools)[number]["annotations"]>) =>
      [readOnlyHint && "r", destructiveHint && "d", idempotentHint && "i", openWorldHint && "o"]
        .filter((hint) => typeof hint === "string")
        .join("");
    expect(tools.map(({ name, annotations = {} }) => `${name} ${hints(annotations)}`.trim())).toEqual(LISTED.trim().split(/,\s+/));
  });
});

test("each has a title, a description, and schemas of objects that validators take; nothing refers to elsewhere", async () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, validateFormats: false });
  for (const { name, title, description, inputSchema, outputSchema } of await listAs("admin")) {
    expect(name).toMatch(/^[a-z][a-z_]{1,62}$/);
    expect([name, title, description?.startsWith(`${title}.`)]).toEqual([name, expect.any(String), true]);
    for (const schema of [inputSchema, outputSchema as object]) {
      expect(schema).toMatchObject({ type: "object", additionalProperties: false });
      expect(JSON.stringify(schema)).not.toContain("$ref");
      expect(() => ajv.compile(schema), name).not.toThrow();
    }
    // Compiling takes long on a busy machine: the server must not take the connection for one that is idle.
    await setImmediate();
  }
});

test("tools that may lose something or show their changes take dry_run, and long answers take a cursor", async () => {
  for (const { name, annotations, inputSchema } of await listAs("admin")) {
    const properties = Object.keys(inputSchema.properties ?? {});
    const creations = ["datacenter_create", "discovery_rule_create", "field_create", "space_create", "vlan_create", "vlan_group_create"];
    const showsChanges = ["change_undo", ...creations].includes(name);
    expect([name, properties.includes("dry_run")]).toEqual([name, annotations?.destructiveHint === true || showsChanges]);
    expect([name, properties.includes("cursor")]).toEqual([name, annotations?.readOnlyHint]);
  }
});

test("only what a role may use is listed", async () => {
  const all = (await listAs("admin")).map(({ name }) => name);
  const viewer = (await listAs("viewer")).map(({ name }) => name);
  const operator = (await listAs("operator")).map(({ name }) => name);
  expect((await listAs("nobody")).map(({ name }) => name)).toEqual(EVERYBODYS);
  const readers = (await listAs("admin")).filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
  const administration = ["event_read", "audit_list", "audit_get", "user_list", "role_list", "role_get", "permission_list"];
  expect(viewer).toEqual(readers.filter((name) => !administration.includes(name)));
  const webhookWriters = ["webhook_create", "webhook_update", "webhook_delete", "webhook_ping", "webhook_delivery_redeliver"];
  const administrators = [
    ...administration.filter((name) => name !== "event_read"),
    "field_create",
    "field_update",
    "field_delete",
    "datacenter_create",
    "datacenter_update",
    "datacenter_delete",
    "datacenter_bulk_update",
    "datacenter_bulk_delete",
    ...webhookWriters,
  ];
  expect(operator).toEqual(all.filter((name) => !administrators.includes(name)));
});

test("nothing signs in, makes credentials, or changes who may do what", async () => {
  const { operations } = lab.inventory.host;
  const listed = LISTED.trim().split(/,\s+/);
  const none = operations.filter(
    ({ summary }) => !listed.some((line) => line !== "" && summary === titles.get(line.split(" ")[0] as string)),
  );
  expect(none.map(({ id }) => id)).toEqual([
    "networks.createMany",
    "devices.createMany",
    "scans.watch",
    "exports.httpSd",
    "exports.ansible",
    "events.stream",
    "audit.export",
    "import.plan",
    "import.apply",
    "manifest.get",
    "auth.login",
    "auth.logout",
    "auth.bootstrap",
    "keys.list",
    "keys.create",
    "keys.get",
    "keys.delete",
    "users.create",
    "users.update",
    "users.delete",
    "users.grantRole",
    "users.revokeRole",
    "users.changePassword",
    "users.resetPassword",
    "roles.create",
    "roles.update",
    "roles.delete",
  ]);
});

const titles = new Map<string, string>();
beforeAll(async () => {
  for (const { name, title = "" } of await listAs("admin")) titles.set(name, title);
});
