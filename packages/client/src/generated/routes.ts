// Generated from the operations by `npx --yes pnpm@12 docs:reference`. Change these, not this file.
/** Of each operation: method, path, where its fields go besides the path (query, body, none), what it answers, and `keyed` when it takes an Idempotency-Key, `kept` when the service keeps the answer to it, `array` or `lines` when its body is many values. */
export const ROUTES = {
  datacenters: {
    list: "GET /api/datacenters query list",
    create: "POST /api/datacenters body record keyed kept",
    get: "GET /api/datacenters/{id} none record",
    update: "PUT /api/datacenters/{id} body record",
    delete: "DELETE /api/datacenters/{id} none empty",
    devices: "GET /api/datacenters/{id}/devices none list",
  },
  networks: {
    list: "GET /api/networks query list",
    create: "POST /api/networks body record keyed kept",
    createMany: "POST /api/networks/bulk none record keyed kept array",
    get: "GET /api/networks/{id} none record",
    update: "PUT /api/networks/{id} body record",
    delete: "DELETE /api/networks/{id} none empty",
    utilizations: "GET /api/networks/utilization none list",
    utilization: "GET /api/networks/{id}/utilization none record",
    devices: "GET /api/networks/{id}/devices none list",
    heatmap: "GET /api/networks/{id}/heatmap query list",
    nextIp: "GET /api/networks/{id}/next-ip none record",
  },
  pools: {
    list: "GET /api/networks/{id}/pools query list",
    create: "POST /api/networks/{id}/pools body record keyed kept",
    get: "GET /api/pools/{id} none record",
    update: "PUT /api/pools/{id} body record",
    delete: "DELETE /api/pools/{id} none empty",
    nextIp: "GET /api/pools/{id}/next-ip none record",
    heatmap: "GET /api/pools/{id}/heatmap query list",
    allocate: "POST /api/pools/{id}/allocations body record keyed",
    allocations: "GET /api/pools/{id}/allocations none list",
  },
  allocations: {
    get: "GET /api/allocations/{id} none record",
    release: "DELETE /api/allocations/{id} none empty",
    forgetKey: "DELETE /api/allocation-keys/{key} query empty",
  },
  devices: {
    list: "GET /api/devices query list",
    create: "POST /api/devices body record keyed kept",
    createMany: "POST /api/devices/bulk none record keyed kept array",
    search: "GET /api/devices/search query list",
    statusCounts: "GET /api/devices/status-counts none record",
    get: "GET /api/devices/{id} none record",
    update: "PUT /api/devices/{id} body record",
    delete: "DELETE /api/devices/{id} none empty",
    related: "GET /api/devices/{id}/related query list",
  },
  relationships: {
    listAll: "GET /api/relationships none list",
    list: "GET /api/devices/{id}/relationships none list",
    create: "POST /api/devices/{id}/relationships body record keyed kept",
    delete: "DELETE /api/devices/{id}/relationships/{child_id}/{type} none empty",
  },
  conflicts: {
    list: "GET /api/conflicts query list",
    detect: "POST /api/conflicts/detect none record",
    get: "GET /api/conflicts/{id} none record",
    resolve: "POST /api/conflicts/{id}/resolve body record",
    ignore: "POST /api/conflicts/{id}/ignore body record",
  },
  scans: {
    start: "POST /api/discovery/networks/{id}/scan body record keyed kept",
    list: "GET /api/discovery/scans query list",
    get: "GET /api/discovery/scans/{id} none record",
    watch: "GET /api/discovery/scans/{id}/events none watch",
    cancel: "POST /api/discovery/scans/{id}/cancel none empty",
    delete: "DELETE /api/discovery/scans/{id} none empty",
  },
  discoveredDevices: {
    list: "GET /api/discovery/devices query list",
    delete: "DELETE /api/discovery/devices/{id} none empty",
    deleteOfNetwork: "DELETE /api/discovery/devices query empty",
    promote: "POST /api/discovery/devices/{id}/promote body record keyed kept",
  },
  discoveryRules: {
    list: "GET /api/discovery/rules none list",
    create: "POST /api/discovery/rules body record keyed kept",
    get: "GET /api/discovery/rules/{id} none record",
    update: "PUT /api/discovery/rules/{id} body record",
    delete: "DELETE /api/discovery/rules/{id} none empty",
  },
  search: {
    all: "GET /api/search query record",
  },
  names: {
    find: "GET /api/names query list",
  },
  dashboard: {
    get: "GET /api/dashboard query record",
  },
  exports: {
    httpSd: "GET /api/export/http_sd query file",
    ansible: "GET /api/export/ansible query file",
  },
  events: {
    read: "GET /api/events query record",
    stream: "GET /api/events/stream query watch",
  },
  audit: {
    list: "GET /api/audit query list",
    export: "GET /api/audit/export query file",
    get: "GET /api/audit/{id} none record",
  },
  import: {
    plan: "POST /api/import/plan none list lines",
    apply: "POST /api/import/apply query record lines",
  },
  auth: {
    me: "GET /api/auth/me none record",
    login: "POST /api/auth/login body record",
    logout: "POST /api/auth/logout none empty",
    bootstrap: "POST /api/auth/bootstrap body record",
  },
  config: {
    get: "GET /api/config none record",
  },
  manifest: {
    get: "GET /api/manifest none record",
  },
  keys: {
    list: "GET /api/keys none list",
    create: "POST /api/keys body record",
    get: "GET /api/keys/{id} none record",
    delete: "DELETE /api/keys/{id} none empty",
  },
  users: {
    list: "GET /api/users none list",
    create: "POST /api/users body record",
    get: "GET /api/users/{id} none record",
    update: "PUT /api/users/{id} body record",
    delete: "DELETE /api/users/{id} none empty",
    roles: "GET /api/users/{id}/roles none list",
    permissions: "GET /api/users/{id}/permissions none list",
    grantRole: "POST /api/users/grant-role body record",
    revokeRole: "POST /api/users/revoke-role body empty",
    changePassword: "POST /api/users/{id}/password body empty",
    resetPassword: "POST /api/users/{id}/reset-password body empty",
  },
  roles: {
    list: "GET /api/roles none list",
    get: "GET /api/roles/{id} none record",
    create: "POST /api/roles body record",
    update: "PUT /api/roles/{id} body record",
    delete: "DELETE /api/roles/{id} none empty",
  },
  permissions: {
    list: "GET /api/permissions none list",
  },
  oauthClients: {
    list: "GET /api/oauth/clients none list",
    delete: "DELETE /api/oauth/clients/{id} none empty",
  },
  oauthGrants: {
    list: "GET /api/oauth/grants none list",
    revoke: "DELETE /api/oauth/grants/{id} none empty",
  },
  webhooks: {
    list: "GET /api/webhooks query list",
    create: "POST /api/webhooks body record",
    events: "GET /api/webhooks/events none list",
    get: "GET /api/webhooks/{id} none record",
    update: "PUT /api/webhooks/{id} body record",
    delete: "DELETE /api/webhooks/{id} none empty",
    ping: "POST /api/webhooks/{id}/ping none record",
  },
  webhookDeliveries: {
    list: "GET /api/webhooks/{id}/deliveries query list",
    get: "GET /api/webhooks/{id}/deliveries/{delivery_id} none record",
    redeliver: "POST /api/webhooks/{id}/deliveries/{delivery_id}/redeliver none record",
  },
} as const;

/** Kinds of codes that the status does not tell. */
export const KIND_OF_CODE: Readonly<Record<string, "exhausted">> = {"IP_NOT_AVAILABLE":"exhausted"};
