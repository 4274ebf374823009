import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Client } from "@cadastre/client";
import type { Page } from "playwright-core";
import type { ListIds } from "../../support/long-lists.ts";
import { LONG_NAME, LONG_WORD } from "../../support/long-words.ts";
import { act, dialog, press } from "../browser.ts";

/** A list of the page. */
export interface PageList {
  /** The file that draws it. */
  readonly file: string;
  /** The name of its table. */
  readonly label: string | RegExp;
  readonly path: string | ((ids: ListIds) => string);
  /** Shows it, where it is not there from the beginning. */
  readonly open?: (page: Page, root: Client, ids: ListIds) => Promise<void>;
  /** Number of its rows by the API. Left out: no operation lists the same records. */
  readonly rows?: (root: Client, ids: ListIds) => Promise<number>;
  /** Its columns have no text of users. */
  readonly wordless?: true;
}

const PAGE = fileURLToPath(new URL("../../../page/", import.meta.url));
/** The lists themselves, and examples of them. */
const PARTS = /^(parts\/table|lists|gallery)\//;

/** Files of the page that draw a list of records. */
export const filesWithLists = (): readonly string[] =>
  globSync("**/*.vue", { cwd: PAGE })
    .filter((file) => !PARTS.test(file) && /<(DataTable|RecordList|table)\b/.test(readFileSync(`${PAGE}${file}`, "utf8")))
    .toSorted();

const lengthOf = async (list: PromiseLike<readonly unknown[]>): Promise<number> => (await list).length;
/** Records of a declared kind, by path. */
const ofKind = (group: string, label: string): PageList => ({
  file: "records/records-page.vue",
  label,
  path: `/records/${group}`,
  rows: async (root) => await lengthOf(root.call(`${group}.list`, {}) as PromiseLike<readonly unknown[]>),
});

/** Every list of the page. A file with a list that is not here fails a test. */
export const LISTS: readonly PageList[] = [
  {
    file: "addresses/address-history.vue",
    label: "Holders",
    path: "/addresses/172.29.0.11",
    rows: async (root) => (await root.addresses.get("172.29.0.11")).history?.length ?? 0,
  },
  { file: "agents/agents-page.vue", label: "Agents", path: "/discovery/agents", rows: async (root) => await lengthOf(root.agents.list()) },
  {
    file: "audit/audit-page.vue",
    label: "Audit log",
    path: "/audit?resource=vlan_group",
    rows: async (root) => await lengthOf(root.audit.list({ resource: "vlan_group" })),
  },
  {
    file: "charts/chart-card.vue",
    label: /^Deliveries of w+ in each/,
    path: ({ webhook }) => `/webhooks/${webhook}`,
    open: async (page) => await page.getByText("Show as table").click(),
    wordless: true,
  },
  {
    file: "conflicts/conflicts-page.vue",
    label: "Conflicts",
    path: "/conflicts",
    rows: async (root) => await lengthOf(root.conflicts.list({ status: "active" })),
  },
  {
    file: "datacenters/datacenters-page.vue",
    label: "Datacenters",
    path: "/datacenters",
    rows: async (root) => await lengthOf(root.datacenters.list()),
  },
  {
    file: "devices/device-page.vue",
    label: "Addresses",
    path: ({ device }) => `/devices/${device}`,
    rows: async (root, { device }) => (await root.devices.get(device)).addresses.length,
  },
  {
    file: "devices/devices-page.vue",
    label: "Devices",
    path: ({ site }) => `/devices?datacenter=${site}`,
    rows: async (root, { site }) => await lengthOf(root.devices.list({ datacenter_id: site })),
  },
  {
    file: "devices/import/plan-table.vue",
    label: "Import preview",
    path: "/devices/import",
    open: async (page) => {
      const buffer = Buffer.from(`name,ip,make_model\n${LONG_NAME.replace("w", "i")},172.29.0.60,${LONG_NAME}\n`);
      await page.getByLabel("File", { exact: true }).setInputFiles({ name: "long.csv", mimeType: "text/csv", buffer });
      await press(page, "Preview import");
    },
  },
  {
    file: "discovery/found-table.vue",
    label: "Found hosts",
    path: ({ network }) => `/discovery?network=${network}`,
    rows: async (root, { network }) => await lengthOf(root.discoveredDevices.list({ network_id: network })),
  },
  {
    file: "discovery/missing-section.vue",
    label: "Missing addresses",
    path: "/discovery",
    rows: async (root) => await lengthOf(root.discoveredDevices.missing()),
  },
  {
    file: "discovery/rules-section.vue",
    label: "Rules",
    path: "/discovery",
    rows: async (root) => await lengthOf(root.discoveryRules.list()),
  },
  { file: "fields/fields-page.vue", label: "Custom fields", path: "/fields", rows: async (root) => await lengthOf(root.fields.list()) },
  {
    file: "history/record-history.vue",
    label: "History",
    path: ({ device }) => `/devices/${device}`,
    rows: async (root, { device }) => await lengthOf(root.devices.history(device)),
  },
  {
    file: "leases/lease-sources-page.vue",
    label: "Lease sources",
    path: "/discovery/lease-sources",
    rows: async (root) => await lengthOf(root.leaseSources.list()),
  },
  {
    file: "leases/leases-dialog.vue",
    label: "Leases",
    path: "/discovery/lease-sources",
    open: async (page) => await act(page, "Leases wwww"),
    rows: async (root) => {
      const source = (await root.leaseSources.list()).find(({ name }) => name.startsWith("ww"));
      return await lengthOf(root.leaseSources.leases(source?.id ?? ""));
    },
  },
  {
    file: "networks/inner/inner-networks.vue",
    label: "Subnets",
    path: ({ outer }) => `/networks/${outer}`,
    rows: async (root, { outer }) =>
      (await lengthOf(root.networks.children(outer))) + (await lengthOf(root.networks.freePrefixes(outer, { limit: 257 }))),
  },
  {
    file: "networks/network-page.vue",
    label: "Devices",
    path: ({ network }) => `/networks/${network}`,
    rows: async (root, { network }) => await lengthOf(root.devices.list({ network_id: network })),
  },
  { file: "networks/networks-page.vue", label: "Networks", path: ({ site }) => `/networks?datacenter=${site}` },
  {
    file: "networks/pools-section.vue",
    label: "Pools",
    path: ({ network }) => `/networks/${network}`,
    rows: async (root, { network }) => await lengthOf(root.pools.list(network)),
  },
  {
    file: "oauth/oauth-clients-page.vue",
    label: "OAuth clients",
    path: "/oauth-clients",
    rows: async (root) => await lengthOf(root.oauthClients.list()),
  },
  {
    file: "oauth/oauth-grants.vue",
    label: "Authorized programs",
    path: "/account",
    rows: async (root) => await lengthOf(root.oauthGrants.list()),
  },
  {
    file: "parts/dialogs/edit-conflict-note.vue",
    label: "Changed by both",
    path: ({ device }) => `/devices/${device}`,
    open: async (page, root, { device }) => {
      await press(page, "Edit");
      await dialog(page).getByLabel("Description").fill(`${LONG_WORD}mine`);
      await root.devices.update(device, { description: `${LONG_WORD}theirs${Math.random()}` });
      await dialog(page).getByRole("button", { name: "Save" }).click();
    },
  },
  {
    file: "plans/plans-page.vue",
    label: "Plans",
    path: "/plans",
    rows: async (root) => await lengthOf(root.plans.list({ status: "open" })),
  },
  ofKind("circuits", "Circuits"),
  ofKind("circuitEnds", "Circuit ends"),
  ofKind("racks", "Racks"),
  ofKind("vlanGroups", "VLAN groups"),
  ofKind("vlans", "VLANs"),
  { file: "roles/roles-page.vue", label: "Roles", path: "/roles", rows: async (root) => await lengthOf(root.roles.list()) },
  {
    file: "snmp/snmp-devices-page.vue",
    label: "SNMP devices",
    path: "/discovery/snmp-devices",
    rows: async (root) => await lengthOf(root.snmpDevices.list()),
  },
  { file: "spaces/spaces-page.vue", label: "Spaces", path: "/spaces", rows: async (root) => await lengthOf(root.spaces.list()) },
  { file: "topology/graph-table.vue", label: "Devices and their relationships", path: "/topology?view=table" },
  { file: "users/keys-page.vue", label: "API keys", path: "/keys", rows: async (root) => await lengthOf(root.keys.list()) },
  { file: "users/users-page.vue", label: "Users", path: "/users", rows: async (root) => await lengthOf(root.users.list()) },
  {
    file: "webhooks/webhook-page.vue",
    label: "Deliveries",
    path: ({ webhook }) => `/webhooks/${webhook}`,
    rows: async (root, { webhook }) => await lengthOf(root.webhookDeliveries.list(webhook)),
    wordless: true,
  },
  { file: "webhooks/webhooks-page.vue", label: "Webhooks", path: "/webhooks", rows: async (root) => await lengthOf(root.webhooks.list()) },
];
