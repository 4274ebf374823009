// Who may call what (docs/spec/accounts.md#permissions), independent of the code: which permissions the built-in roles hold,
// and which permission an endpoint needs by the rule "<thing>:<action> of what it does" with the exceptions it lists.

const CRUD = ["list", "read", "create", "update", "delete"];
const VISIBLE = [
  "device",
  "network",
  "space",
  "datacenter",
  "pool",
  "vlan",
  "vlan-group",
  "relationship",
  "discovery",
  "conflict",
  "allocation",
  "webhook",
  "plan",
];
const WRITTEN_BY_OPERATORS = ["device", "network", "space", "pool", "vlan", "vlan-group", "relationship", "discovery", "allocation"];

const VIEWER = VISIBLE.flatMap((thing) => [`${thing}:list`, `${thing}:read`]);
const OPERATOR = [
  ...VIEWER,
  ...WRITTEN_BY_OPERATORS.flatMap((thing) => CRUD.map((action) => `${thing}:${action}`)),
  "conflict:update",
  "conflict:detect",
  "event:read",
  "import:apply",
  "plan:create",
  "plan:apply",
  "plan:reject",
  "plan:delete",
];

/** Role → permissions; an administrator holds all. */
export const HELD: Readonly<Record<"viewer" | "proposer" | "operator" | "nobody", ReadonlySet<string>>> = {
  viewer: new Set(VIEWER),
  proposer: new Set([...VIEWER, "plan:create"]),
  operator: new Set(OPERATOR),
  nobody: new Set(),
};

/** Who may call an endpoint. */
export interface ExpectedAccess {
  /** `agents`: those who call with the token of an agent, and nobody else. */
  readonly open: "public" | "authenticated" | "agents" | "by permission";
  readonly permissions: readonly string[];
  /** A permission that opens it in place of these. */
  readonly instead?: string | undefined;
  /** The user of the path needs no permission. */
  readonly oneself: boolean;
  /** An OAuth token may call it, if its scope has the permissions. */
  readonly delegable: boolean;
}

const THINGS: Readonly<Record<string, string>> = {
  spaces: "space",
  fields: "field",
  datacenters: "datacenter",
  networks: "network",
  pools: "pool",
  "vlan-groups": "vlan-group",
  vlans: "vlan",
  devices: "device",
  relationships: "relationship",
  allocations: "allocation",
  conflicts: "conflict",
  webhooks: "webhook",
  users: "user",
  roles: "role",
  keys: "apikey",
  clients: "oauth-client",
  audit: "audit",
  scans: "discovery",
  plans: "plan",
  rules: "discovery",
  agents: "agent",
};

/** What does not follow from the rule. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "POST /api/auth/login": "public",
  "POST /api/auth/bootstrap": "public",
  "POST /api/auth/logout": "authenticated",
  "GET /api/auth/me": "authenticated",
  "GET /api/config": "authenticated",
  "GET /api/dashboard": "authenticated",
  "GET /api/search": "authenticated",
  "GET /api/names": "authenticated",
  "GET /api/fields": "authenticated",
  "GET /api/fields/{id}": "authenticated",
  "GET /api/fields/{id}/history": "authenticated",
  "GET /api/permissions": "role:list",
  "GET /api/users/{id}": "user:read or oneself",
  "PUT /api/users/{id}": "user:update or oneself",
  "POST /api/users/{id}/password": "user:update or oneself",
  "POST /api/users/{id}/reset-password": "user:update",
  "GET /api/users/{id}/roles": "user:read or oneself",
  "GET /api/users/{id}/permissions": "user:read or oneself",
  "POST /api/users/grant-role": "user:update role:read",
  "POST /api/users/revoke-role": "user:update role:read",
  "GET /api/devices/{id}/related": "device:list",
  "GET /api/addresses/{ip}": "network:read",
  "DELETE /api/addresses/{ip}/quarantine": "allocation:delete",
  "GET /api/devices/{id}/history": "device:read",
  "GET /api/networks/{id}/history": "network:read",
  "GET /api/pools/{id}/history": "pool:read",
  "GET /api/datacenters/{id}/history": "datacenter:read",
  "GET /api/discovery/rules/{id}/history": "discovery:read",
  "POST /api/datacenters/bulk-update": "datacenter:update",
  "POST /api/datacenters/bulk-delete": "datacenter:delete",
  "POST /api/spaces/bulk-update": "space:update",
  "POST /api/spaces/bulk-delete": "space:delete",
  "GET /api/spaces/{id}/history": "space:read",
  "GET /api/devices/search": "device:list",
  "GET /api/export/http_sd": "device:list",
  "GET /api/export/ansible": "device:list",
  "POST /api/devices/bulk": "device:create",
  "POST /api/networks/bulk": "network:create",
  "POST /api/devices/bulk-update": "device:update",
  "POST /api/devices/bulk-delete": "device:delete",
  "POST /api/networks/bulk-update": "network:update",
  "POST /api/networks/bulk-delete": "network:delete",
  "POST /api/networks/{id}/networks": "network:create",
  "POST /api/import/plan": "import:apply",
  "POST /api/import/apply": "import:apply",
  "POST /api/networks/{id}/split": "plan:create network:read pool:read",
  "POST /api/networks/{id}/merge": "plan:create network:read pool:read",
  "POST /api/networks/{id}/resize": "plan:create network:read",
  "POST /api/networks/{id}/renumber": "plan:create network:read pool:read",
  "POST /api/vlan-groups/{id}/adopt": "plan:create vlan-group:read",
  "POST /api/vlan-groups/bulk-update": "vlan-group:update",
  "POST /api/vlan-groups/bulk-delete": "vlan-group:delete",
  "GET /api/vlan-groups/{id}/history": "vlan-group:read",
  "GET /api/vlan-groups/{id}/next-vid": "vlan-group:read",
  "POST /api/vlans/bulk-update": "vlan:update",
  "POST /api/vlans/bulk-delete": "vlan:delete",
  "GET /api/vlans/{id}/history": "vlan:read",
  "POST /api/changes/{change_id}/undo": "plan:create",
  "POST /api/plans/{id}/refresh": "plan:create",
  "POST /api/plans/{id}/reject": "plan:reject",
  "POST /api/plans/{id}/apply": "plan:apply",
  "GET /api/plans/{id}/effects": "plan:read",
  "DELETE /api/plans/{id}": "plan:delete or plan:create",
  "GET /api/devices/status-counts": "device:list",
  "GET /api/networks/roots": "network:list",
  "GET /api/networks/{id}/children": "network:list",
  "GET /api/networks/{id}/utilization": "network:read",
  "GET /api/networks/{id}/utilization/history": "network:read",
  "GET /api/pools/{id}/utilization/history": "pool:read",
  "GET /api/networks/{id}/free-prefixes": "network:read",
  "GET /api/networks/{id}/heatmap": "network:read",
  "GET /api/networks/{id}/next-ip": "network:read",
  "GET /api/networks/utilization": "network:list",
  "GET /api/pools/{id}/next-ip": "pool:read",
  "GET /api/pools/{id}/heatmap": "pool:read",
  "DELETE /api/allocation-keys/{key}": "allocation:delete",
  "POST /api/conflicts/detect": "conflict:detect",
  "POST /api/conflicts/{id}/resolve": "conflict:update",
  "POST /api/conflicts/{id}/ignore": "conflict:update",
  "POST /api/discovery/networks/{id}/scan": "discovery:create",
  "POST /api/discovery/scans/{id}/cancel": "discovery:update",
  "GET /api/discovery/devices": "discovery:list",
  "DELETE /api/discovery/devices": "discovery:delete",
  "DELETE /api/discovery/devices/{id}": "discovery:delete",
  "POST /api/discovery/devices/{id}/promote": "discovery:update device:create",
  "POST /api/discovery/promote": "discovery:update device:create",
  "POST /api/discovery/devices/{id}/link": "discovery:update device:update",
  "POST /api/discovery/devices/{id}/accept": "discovery:update device:update",
  "POST /api/discovery/devices/{id}/ignore": "discovery:update",
  "DELETE /api/discovery/devices/{id}/ignore": "discovery:update",
  "GET /api/discovery/missing": "discovery:list device:read",
  "GET /api/discovery/scans/{id}/events": "discovery:read",
  "GET /api/webhooks/events": "authenticated",
  "GET /api/webhooks/{id}/deliveries": "webhook:read",
  "GET /api/webhooks/{id}/deliveries/{delivery_id}": "webhook:read",
  "POST /api/webhooks/{id}/deliveries/{delivery_id}/redeliver": "webhook:update",
  "POST /api/webhooks/{id}/ping": "webhook:update",
  "POST /api/agents/{id}/token": "agent:update",
  "POST /api/agent/work": "agents",
  "POST /api/agent/scans/{id}/reports": "agents",
  "POST /api/agent/scans/{id}/end": "agents",
  "POST /api/agent/lease-sources/{id}/reports": "agents",
  "POST /api/agent/lease-sources/{id}/end": "agents",
  "GET /api/manifest": "authenticated",
  "GET /api/events": "event:read",
  "GET /api/events/stream": "event:read",
  "GET /api/audit/export": "audit:export",
  "GET /api/oauth/grants": "authenticated",
  "DELETE /api/oauth/grants/{id}": "authenticated",
};

/** An OAuth token grants no roles, resets no passwords, changes no users or agents, and makes no keys, users, roles or clients. */
const NOT_BY_TOKEN = new Set([
  "POST /api/users",
  "PUT /api/users/{id}",
  "DELETE /api/users/{id}",
  "POST /api/users/{id}/password",
  "POST /api/users/{id}/reset-password",
  "POST /api/users/grant-role",
  "POST /api/users/revoke-role",
  "POST /api/roles",
  "PUT /api/roles/{id}",
  "DELETE /api/roles/{id}",
  "POST /api/keys",
  "POST /api/agents",
  "PUT /api/agents/{id}",
  "DELETE /api/agents/{id}",
  "POST /api/agents/{id}/token",
]);

function byRule(route: string): string {
  const [method = "", path = ""] = route.split(" ");
  const segments = path.split("/");
  const thing = THINGS[segments.findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? ""];
  const onOne = segments.at(-1)?.startsWith("{") === true;
  const action = { GET: onOne ? "read" : "list", POST: onOne ? undefined : "create", PUT: "update", DELETE: "delete" }[method];
  if (thing === undefined || action === undefined)
    throw new Error(`nothing says who may call ${route}: add it to docs/spec/accounts.md, and to the exceptions here`);
  return `${thing}:${action}`;
}

/** @param route `GET /api/users/{id}` */
export function expectedAccess(route: string): ExpectedAccess {
  const stated = EXCEPTIONS[route] ?? byRule(route);
  const delegable = !NOT_BY_TOKEN.has(route);
  if (stated === "public" || stated === "authenticated" || stated === "agents")
    return { open: stated, permissions: [], oneself: false, delegable };
  return {
    open: "by permission",
    permissions: stated.replace(/ or .*/, "").split(" "),
    instead: / or (?<instead>\w+:\w+)$/.exec(stated)?.groups?.["instead"],
    oneself: stated.endsWith(" or oneself"),
    delegable,
  };
}
