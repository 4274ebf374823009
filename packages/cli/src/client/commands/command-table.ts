import { RELATIONSHIP_TYPES } from "@cadastre/client";
import { type Noun, NOUNS } from "./nouns.ts";

/** A field that is given without a flag. */
export interface PositionalSpec {
  readonly field: string;
  /** What it is called in the usage. */
  readonly label: string;
  readonly optional?: true;
  /** What it is, where its name does not say it. */
  readonly about?: string;
}

/** What a command does beyond calling its operation and writing the answer. */
export type CommandKind = "allocate" | "allocate-networks" | "apply-plan" | "heatmap" | "scan" | "tail" | "watch";

/** How an operation is put on the command line, where it differs from what follows from its name. */
export interface CommandSpec {
  readonly noun?: string;
  readonly verb?: string;
  readonly args?: readonly PositionalSpec[];
  readonly aliases?: readonly string[];
  /** Flags of fields, without dashes. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Fields that have no flag: another spelling of one that has, or only of use to pages. */
  readonly hidden?: readonly string[];
  /** Field of the answer that has the rows. */
  readonly rows?: string;
  readonly columns?: readonly string[];
  /** What has been done, for operations that answer nothing. */
  readonly done?: string;
  /** It can be undone by asking again: no question. */
  readonly harmless?: true;
  /** It reads and leaves an audit row. */
  readonly audited?: true;
  readonly kind?: CommandKind;
  /** The operation in its place when the first argument is left out. */
  readonly without?: string;
}

const DEVICE = ["name", "status", "addresses", "make_model", "os", "tags"];
const NETWORK = ["name", "subnet", "status", "vlan_id", "datacenter_id", "space_id", "tags"];
const POOL = ["name", "network_id", "start_ip", "end_ip", "tags"];
const ALLOCATION = ["id", "ip", "device_id", "expires_at", "key", "note"];
const DISCOVERED = ["id", "ip", "state", "status", "hostname", "mac_address", "vendor", "device_id", "differences", "last_seen"];
const SCAN = ["id", "network_id", "scan_type", "status", "progress_percent", "found_hosts", "created_at"];
const CONFLICT = ["id", "type", "status", "description", "detected_at"];
const DELIVERY = ["id", "event", "status", "attempt_count", "response_status", "error", "created_at"];
const RELATIONSHIP = ["parent_id", "type", "child_id", "created_at"];

const device: PositionalSpec = { field: "id", label: "device" };
const network: PositionalSpec = { field: "id", label: "network" };
const vlanGroup: PositionalSpec = { field: "id", label: "vlan-group" };
const webhook: PositionalSpec = { field: "id", label: "webhook" };
const delivery: PositionalSpec = { field: "delivery_id", label: "delivery" };
const user: PositionalSpec = { field: "user_id", label: "user" };
const role: PositionalSpec = { field: "role_id", label: "role" };
const text: PositionalSpec = { field: "q", label: "text", about: "part of a name, description, tag or domain; an address or CIDR" };
const relation = (parent: string): readonly PositionalSpec[] => [
  { field: parent, label: "parent" },
  {
    field: "type",
    label: "type",
    about: RELATIONSHIP_TYPES.map(({ name }) => name)
      .join(", ")
      .replace(/, ([^,]+)$/, " or $1"),
  },
  { field: "child_id", label: "child" },
];

/** What reads better than what follows from the names, by operation. */
export const COMMANDS: Readonly<Record<string, CommandSpec>> = {
  "datacenters.list": { columns: ["name", "location", "space_id", "description"] },
  "datacenters.devices": { columns: DEVICE },
  "fields.list": { columns: ["record", "name", "label", "type", "required", "unique", "choices"] },
  "networks.list": { columns: NETWORK },
  "networks.roots": { columns: [...NETWORK, "utilization", "child_count"] },
  "networks.children": { args: [network], columns: [...NETWORK, "utilization", "child_count"] },
  "networks.devices": { columns: DEVICE },
  "networks.allocate": {
    args: [{ field: "id", label: "parent", about: "network that the new ones lie in: its name, subnet or id" }],
    rows: "networks",
    columns: NETWORK,
    kind: "allocate-networks",
  },
  "networks.heatmap": { kind: "heatmap" },
  "networks.utilizations": { columns: ["network_id", "utilization", "used_ips", "available_ips", "total_ips"] },
  "pools.list": { args: [network], columns: POOL },
  "pools.create": { args: [network] },
  "pools.heatmap": { kind: "heatmap" },
  "vlans.list": { columns: ["vid", "name", "group_id", "status", "tags"] },
  "vlanGroups.list": { columns: ["name", "datacenter_id", "space_id", "min_vid", "max_vid"] },
  "vlanGroups.allocate": { args: [vlanGroup], rows: "vlans", columns: ["vid", "name", "status", "tags"] },
  "vlanGroups.nextVid": { args: [vlanGroup] },
  "vlanGroups.adopt": { args: [vlanGroup] },
  "pools.allocate": { rows: "allocations", columns: ALLOCATION },
  "pools.allocations": { columns: ALLOCATION },
  "allocations.get": { verb: "allocation" },
  "allocations.release": { verb: "release", done: "released", harmless: true },
  "allocations.forgetKey": {
    args: [{ field: "key", label: "key", about: "request key that the pool, network or VLAN group was asked with" }],
    done: "forgot",
    harmless: true,
  },
  "addresses.get": { args: [{ field: "ip", label: "address" }] },
  "addresses.endQuarantine": {
    noun: "pool",
    verb: "end-quarantine",
    args: [{ field: "ip", label: "address" }],
    done: "ended the quarantine of",
    harmless: true,
  },
  "devices.list": { columns: DEVICE },
  "devices.search": { args: [text], columns: DEVICE },
  "devices.related": { columns: DEVICE },
  "relationships.list": { args: [{ ...device, optional: true }], without: "relationships.listAll", columns: RELATIONSHIP },
  "relationships.create": { args: relation("id") },
  "relationships.delete": { args: relation("id") },
  "conflicts.list": { columns: CONFLICT },
  "conflicts.detect": { rows: "conflicts", columns: CONFLICT },
  "conflicts.resolve": { flags: { keep_device_id: "keep-device" } },
  "plans.apply": { kind: "apply-plan" },
  "plans.list": { columns: ["id", "title", "status", "step_count", "record_count", "created_at"] },
  "scans.start": { noun: "discovery", verb: "scan", args: [network], flags: { scan_type: "type", ports: "port" }, kind: "scan" },
  "scans.list": { columns: SCAN },
  "scans.watch": { kind: "watch" },
  "scans.cancel": { done: "cancelled", harmless: true },
  "discoveredDevices.list": { args: [{ field: "network_id", label: "network", optional: true }], columns: DISCOVERED },
  "discoveredDevices.missing": { columns: ["device_name", "ip", "network_id", "since", "last_seen"] },
  "discoveredDevices.promoteMany": { rows: "devices", columns: DEVICE },
  "discoveredDevices.accept": { flags: { fields: "only" } },
  "discoveredDevices.unignore": { harmless: true },
  "discoveredDevices.deleteOfNetwork": {
    verb: "clear",
    args: [{ field: "network_id", label: "network" }],
    done: "deleted the discovered devices of",
  },
  "discoveryRules.list": { columns: ["id", "network_id", "enabled", "scan_type", "interval_hours", "schedule", "exclude_ips"] },
  "discoveryRules.create": { flags: { scan_type: "type", exclude_ips: "exclude-ips" } },
  "discoveryRules.update": { flags: { scan_type: "type", exclude_ips: "exclude-ips" } },
  "agents.list": { columns: ["name", "status", "remote_address", "version", "scanners", "last_seen_at", "problem"] },
  "agents.renewToken": { verb: "renew-token" },
  "leaseSources.list": { columns: ["id", "name", "type", "lease_count", "last_read_at", "last_error"] },
  "leaseSources.leases": { columns: ["ip", "mac_address", "hostname", "expires_at"] },
  "names.find": {
    args: [{ field: "text", label: "text", optional: true, about: "name, alone or as fra1/office; a subnet, host name or address" }],
    columns: ["type", "name", "detail", "network_id", "datacenter_id", "id"],
  },
  "search.all": { args: [text], rows: "results", columns: ["type", "name", "subnet", "addresses", "location"] },
  "events.read": { verb: "list", rows: "events", columns: ["id", "timestamp", "event"] },
  "events.stream": { verb: "tail", kind: "tail" },
  "audit.export": { audited: true },
  "audit.list": { columns: ["timestamp", "username", "action", "resource", "resource_id", "status", "ip_address"] },
  "auth.bootstrap": { verb: "bootstrap" },
  "keys.list": { columns: ["name", "prefix", "user_id", "last_used_at", "expires_at"] },
  "users.list": { columns: ["username", "email", "full_name", "is_admin", "is_active", "last_login_at"] },
  "users.update": { flags: { role_ids: "role" } },
  "users.grantRole": { args: [user, role], hidden: ["role"] },
  "users.revokeRole": { args: [user, role], hidden: ["role"], done: "revoked", harmless: true },
  "users.changePassword": { verb: "password", hidden: ["current_password"], done: "changed the password of" },
  "users.permissions": { columns: ["name", "resource", "action"] },
  "users.roles": { columns: ["name", "description", "is_system"] },
  "roles.list": { columns: ["name", "description", "is_system"] },
  "permissions.list": { verb: "permissions", columns: ["name", "resource", "action"] },
  "config.get": { verb: "info" },
  "manifest.get": { verb: "manifest" },
  "oauthClients.list": { verb: "clients", aliases: ["list"] },
  "oauthClients.delete": { verb: "delete-client", aliases: ["delete"] },
  "oauthGrants.list": { verb: "grants" },
  "oauthGrants.revoke": { verb: "revoke", done: "revoked" },
  "snmpDevices.list": { columns: ["name", "address", "version", "enabled"] },
  "webhooks.list": { columns: ["name", "url", "enabled", "events"], hidden: ["active"] },
  "webhooks.create": { hidden: ["active"] },
  "webhooks.update": { hidden: ["active"] },
  "webhookDeliveries.list": { verb: "deliveries", args: [webhook], columns: DELIVERY },
  "webhookDeliveries.get": { verb: "delivery", args: [webhook, delivery] },
  "webhookDeliveries.redeliver": { verb: "redeliver", args: [webhook, delivery] },
};

/** Commands for operations that have one elsewhere too, by noun. */
export const SHORTCUTS: Readonly<Record<string, CommandSpec & { readonly operation: string }>> = {
  allocate: { operation: "pools.allocate", args: [], flags: { id: "pool" }, kind: "allocate", rows: "allocations", columns: ALLOCATION },
};

/** Operations that have a command of their own, and where it is. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  "auth.login": "login",
  "auth.logout": "logout",
  "auth.me": "whoami",
  "exports.ansible": "export",
  "exports.httpSd": "export",
  "devices.createMany": "device create",
  "networks.createMany": "network create",
  "import.plan": "import",
  "import.apply": "import",
  "keys.create": "key create",
  "relationships.listAll": "relationship list",
  "agentWork.next": "agent",
  "agentWork.report": "agent",
  "agentWork.end": "agent",
  "agentLeases.report": "agent",
  "agentLeases.end": "agent",
  "users.create": "user create",
  "users.resetPassword": "user reset-password",
};

/** Where an operation's command is: noun and verb. @returns undefined when no noun has its group */
export function nounAndVerbOf(
  { id, group, name }: { readonly id: string; readonly group: string; readonly name: string },
  nouns: readonly Noun[] = NOUNS,
): { readonly noun: string; readonly verb: string } | undefined {
  const { noun, verb = kebab(name) } = COMMANDS[id] ?? {};
  const found = noun ?? nouns.find(({ operations }) => operations.includes(group))?.name;
  return found === undefined ? undefined : { noun: found, verb };
}

/** `nextIp` as `next-ip`, `start_ip` as `start-ip`. */
export const kebab = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
