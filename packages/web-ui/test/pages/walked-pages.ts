import type { SampleIds } from "../support/sample.ts";

/** A page as the walk looks at it. */
export interface WalkedPage {
  readonly name: string;
  readonly path: string | ((ids: SampleIds) => string);
  /** Text that it shows when there is something to show. */
  readonly loaded: string | RegExp;
  /** Text that it shows when there is nothing yet; pages of one record are asked for one that is not there. Left out: it is never empty. */
  readonly empty?: string | RegExp;
  /** Buttons of the loaded page that open a dialog, by their names; each dialog is looked at too. */
  readonly dialogs?: readonly (string | RegExp)[];
  /** Shown to who is signed out. */
  readonly signedOut?: true;
  /** Asks the service for nothing, so that there is nothing that could fail. */
  readonly asksNothing?: true;
}

/** Pages of declared kinds: the same page, with forms of other fields. */
export const KINDS: readonly WalkedPage[] = [
  ["circuits", "circuit", "C-7"],
  ["circuitEnds", "circuit end", "A side"],
  ["vlans", "VLAN", "Desks and phones"],
  ["vlanGroups", "VLAN group", "Lyon VLANs"],
].map(([group = "", kind = "", loaded = ""]) => ({
  name: group,
  path: `/records/${group}`,
  loaded,
  dialogs: [`New ${kind}`, /^Edit/, /^Delete/],
}));

/** Every page of the application, one a line. A page without a line fails the walk (walk.test.ts). */
export const PAGES: readonly WalkedPage[] = [
  { name: "home", path: "/", loaded: "Fullest networks", empty: "The inventory is empty", dialogs: ["Search", "Shortcuts"] },
  { name: "networks", path: "/networks", loaded: "10.20.4.0/24", empty: "No networks yet", dialogs: ["New network"] },
  {
    name: "network",
    path: ({ office }) => `/networks/${office}`,
    loaded: "desk-01",
    empty: "Network not found",
    dialogs: ["10.20.4.9, free", "Scan", "Edit", /^Delete/, "New pool"],
  },
  { name: "devices", path: "/devices", loaded: "core-switch", empty: "No devices yet", dialogs: ["New device"] },
  {
    name: "device",
    path: ({ switchId }) => `/devices/${switchId}`,
    loaded: "is required by",
    empty: "Device not found",
    dialogs: [/^Edit/, /^Delete/],
  },
  { name: "address", path: "/addresses/10.20.4.2", loaded: "Held by a device", empty: "Nobody is known to have held this address" },
  { name: "import", path: "/devices/import", loaded: "Preview import", asksNothing: true },
  { name: "topology", path: "/topology", loaded: "Select a device in the diagram", empty: "No relationships yet" },
  {
    name: "discovery",
    path: ({ office }) => `/discovery?network=${office}`,
    loaded: "laptop.lyon.example",
    empty: "No scans yet",
    dialogs: ["Scan this network", "New rule", /^Edit rule/],
  },
  {
    name: "agents",
    path: "/discovery/agents",
    loaded: "lyon-agent",
    empty: "No agents yet",
    dialogs: ["New agent", /^Edit/, /^New token/, /^Delete/],
  },
  {
    name: "snmp-devices",
    path: "/discovery/snmp-devices",
    loaded: "access-1",
    empty: "No SNMP devices yet",
    dialogs: ["New SNMP device", /^Edit/, /^Delete/],
  },
  {
    name: "lease-sources",
    path: "/discovery/lease-sources",
    loaded: "office-dhcp",
    empty: "No lease sources yet",
    dialogs: ["New lease source", "Leases office-dhcp", /^Edit/, /^Delete/],
  },
  {
    name: "conflicts",
    path: "/conflicts",
    loaded: "Duplicate IP address",
    empty: "No open conflicts",
    dialogs: [/^Resolve/, /^Ignore/],
  },
  { name: "fields", path: "/fields", loaded: "asset_tag", empty: "No fields yet", dialogs: ["New field", /^Edit/, /^Delete/] },
  { name: "plans", path: "/plans", loaded: "Retire the old printer", empty: "No open plans" },
  { name: "plan", path: ({ plan }) => `/plans/${plan}`, loaded: "Deleted device", empty: "Plan not found", dialogs: ["Reject"] },
  {
    name: "datacenters",
    path: "/datacenters",
    loaded: "Rue de la République 12",
    empty: "No datacenters yet",
    dialogs: ["New datacenter", /^Edit/, /^Delete/],
  },
  {
    name: "spaces",
    path: "/spaces",
    loaded: "65000:20",
    empty: "No spaces yet",
    dialogs: ["New space", /^Edit/, /^Delete/],
  },
  { name: "webhooks", path: "/webhooks", loaded: "chat", empty: "No webhooks yet", dialogs: ["New webhook"] },
  {
    name: "webhook",
    path: ({ webhook }) => `/webhooks/${webhook}`,
    loaded: "webhook.ping",
    empty: "Webhook not found",
    dialogs: ["Edit", "Delete", /^Details/],
  },
  { name: "users", path: "/users", loaded: "vera", dialogs: ["New user", /^Delete/] },
  { name: "roles", path: "/roles", loaded: "built-in", dialogs: ["New role", /^Show/, /^Copy/] },
  { name: "oauth-clients", path: "/oauth-clients", loaded: "Walking editor", empty: "No OAuth clients yet", dialogs: [/^Delete/] },
  { name: "keys", path: "/keys", loaded: "nightly backup", empty: "No API keys yet", dialogs: ["New key", /^Delete/] },
  { name: "audit", path: "/audit", loaded: "Created device", empty: "No entries match the filter", dialogs: [/^Details/] },
  {
    name: "records",
    path: "/records/racks",
    loaded: "A1",
    empty: "No racks yet",
    dialogs: ["New rack", /^Edit/, /^Delete/],
  },
  {
    name: "record",
    path: ({ rack }) => `/records/racks/${rack}`,
    loaded: "Height units",
    empty: "Rack not found",
    dialogs: ["Edit", "Delete"],
  },
  { name: "settings", path: "/settings", loaded: "Your permissions", asksNothing: true },
  { name: "account", path: "/account", loaded: "This browser" },
  { name: "sign-in", path: "/sign-in", loaded: "User name", signedOut: true, asksNothing: true },
  { name: "setup", path: "/setup", loaded: "Setup token", signedOut: true, asksNothing: true },
  { name: "nowhere", path: "/no/such/page", loaded: "Page not found", asksNothing: true },
];
