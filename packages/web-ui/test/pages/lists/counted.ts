import type { Client } from "@cadastre/client";
import type { Page } from "playwright-core";
import type { ListIds } from "../../support/long-lists.ts";
import { act, dialog } from "../browser.ts";

/** A sentence or cell of the page with a number of records. */
export interface Counted {
  readonly name: string;
  readonly path: string | ((ids: ListIds) => string);
  readonly open?: (page: Page) => Promise<void>;
  /** The text with the numbers of the API. */
  readonly text: (root: Client, ids: ListIds) => Promise<string>;
  /** Whether the text is the label of a button. */
  readonly label?: true;
  /** The row that has the text as a cell; the whole page if left out. */
  readonly row?: RegExp;
  /** The section that has the text; the whole page if left out. */
  readonly section?: string;
}

const count = (number: number | string | null | undefined): string => Number(number ?? -1).toLocaleString("en-GB");
const lengthOf = async (list: PromiseLike<readonly unknown[]>): Promise<number> => (await list).length;
const found = async (root: Client, filter: Parameters<Client["discoveredDevices"]["list"]>[0]): Promise<number> =>
  await lengthOf(root.discoveredDevices.list(filter));

const STATES: ("known" | "unknown" | "differs" | "ignored")[] = ["known", "unknown", "differs", "ignored"];

/** The number of all records of a list, below its heading. */
const total = (path: string, list: (root: Client) => PromiseLike<readonly unknown[]>, words = "in total"): Counted => ({
  name: path,
  path,
  text: async (root) => `${count(await lengthOf(list(root)))} ${words}`,
});

/** Numbers of records beside those of list rows. */
export const COUNTS: readonly Counted[] = [
  total("/discovery/agents", (root) => root.agents.list()),
  total("/users", (root) => root.users.list()),
  total("/roles", (root) => root.roles.list()),
  total("/keys", (root) => root.keys.list()),
  total("/fields", (root) => root.fields.list()),
  total("/spaces", (root) => root.spaces.list()),
  total("/datacenters", (root) => root.datacenters.list()),
  total("/webhooks", (root) => root.webhooks.list()),
  total("/oauth-clients", (root) => root.oauthClients.list()),
  total("/discovery/lease-sources", (root) => root.leaseSources.list()),
  total("/discovery/snmp-devices", (root) => root.snmpDevices.list()),
  total("/plans", (root) => root.plans.list({ status: "open" }), "matching the filter"),
  total("/conflicts", (root) => root.conflicts.list({ status: "active" }), "matching the filter"),
  {
    name: "pools of a network",
    path: ({ network }) => `/networks/${network}`,
    section: "Pools",
    text: async (root, { network }) => `${count(await lengthOf(root.pools.list(network)))} in total`,
  },
  {
    name: "rules of a network",
    path: ({ network }) => `/discovery?network=${network}`,
    section: "Rules",
    text: async (root, { network }) =>
      `${count((await root.discoveryRules.list()).filter((rule) => rule.network_id === network).length)} matching the filter`,
  },
  {
    name: "entries of the audit log of a filter",
    path: "/audit?resource=vlan_group",
    text: async (root) =>
      `${count((await root.audit.list({ resource: "vlan_group", limit: 1, count: true }).page()).count)} matching the filter`,
  },
  {
    name: "first entries of the audit log",
    path: "/audit",
    text: async (root) => {
      const { items, next } = await root.audit.list({ limit: 200 }).page();
      return next === undefined ? `${count(items.length)} in total` : `The first ${count(items.length)} entries are shown`;
    },
  },
  {
    name: "hosts found in a network",
    path: ({ network }) => `/discovery?network=${network}`,
    text: async (root, { network }) => `${count(await found(root, { network_id: network }))} found.`,
  },
  {
    name: "unknown hosts of all networks",
    path: "/discovery",
    text: async (root) => `${count(await found(root, { state: "unknown" }))} of ${count(await found(root, { state: STATES }))} found.`,
  },
  {
    name: "state of hosts",
    path: "/discovery",
    text: async (root) => `In the inventory (${count(await found(root, { state: "known" }))})`,
  },
  {
    name: "missing addresses",
    path: "/discovery",
    text: async (root) => `${count(await lengthOf(root.discoveredDevices.missing()))} addresses of active devices no longer answer.`,
  },
  {
    name: "scan",
    path: ({ network }) => `/discovery?network=${network}`,
    text: async (root, { network }) => {
      const [scan] = await root.scans.list({ network_id: network });
      return `${count(scan?.scanned_hosts)} of ${count(scan?.total_hosts)} addresses scanned, ${count(scan?.found_hosts)} host found`;
    },
  },
  {
    name: "devices of a full network",
    path: ({ full }) => `/networks/${full}`,
    text: async (root, { full }) => `All ${count(await lengthOf(root.devices.list({ network_id: full })))} as a list`,
  },
  {
    name: "holder of an address whose device is on a later page",
    path: ({ full }) => `/networks/${full}`,
    text: async (root, { full }) => {
      const devices = await root.devices.list({ network_id: full });
      const device = devices.find(({ addresses }) => addresses[0]?.ip === "172.28.0.250");
      return `172.28.0.250, used by ${device?.name ?? ""}`;
    },
    label: true,
  },
  {
    name: "used addresses",
    path: ({ full }) => `/networks/${full}`,
    text: async (root, { full }) => `${count((await root.networks.utilization(full)).used_ips)} used`,
  },
  {
    name: "networks of a datacenter",
    path: "/datacenters",
    row: /^Lyon /,
    text: async (root) => {
      const lyon = (await root.datacenters.list()).find(({ name }) => name === "Lyon");
      return count(await lengthOf(root.networks.list({ datacenter_id: lyon?.id ?? "" })));
    },
  },
  {
    name: "networks of a space",
    path: "/spaces",
    row: /^Lab /,
    text: async (root) => {
      const lab = (await root.spaces.list()).find(({ name }) => name === "Lab");
      return count(await lengthOf(root.networks.list({ space_id: lab?.id ?? "" })));
    },
  },
  {
    name: "permissions of a role",
    path: "/roles",
    row: /^operator /,
    text: async (root) => count((await root.roles.list()).find(({ name }) => name === "operator")?.permissions.length),
  },
  {
    name: "permissions of a program",
    path: "/account",
    text: async (root) => `${count((await root.oauthGrants.list())[0]?.scope.length)} permission`,
  },
  {
    name: "events of a webhook",
    path: "/webhooks",
    row: /^chat /,
    text: async (root) => count((await root.webhooks.list()).find(({ name }) => name === "chat")?.events.length),
  },
  {
    name: "changes of plans",
    path: "/plans",
    row: /^Retire /,
    text: async (root) => count((await root.plans.list({ status: "open" })).find(({ title }) => title.startsWith("Retire"))?.record_count),
  },
  {
    name: "changes of a plan",
    path: ({ plan }) => `/plans/${plan}`,
    text: async (root, { plan }) => `Changes: ${count((await root.plans.list()).find(({ id }) => id === plan)?.record_count)}`,
  },
  {
    name: "leases",
    path: "/discovery/lease-sources",
    row: /^ww/,
    text: async (root) => count((await root.leaseSources.list()).find(({ name }) => name.startsWith("ww"))?.lease_count),
  },
  ...(["circuits", "circuitEnds", "racks", "vlanGroups", "vlans"] as const).map((group): Counted => ({
    name: group,
    path: `/records/${group}`,
    text: async (root) => `${count(await lengthOf(root.call(`${group}.list`, {}) as PromiseLike<readonly unknown[]>))} in total`,
  })),
  {
    name: "circuits of a filter",
    path: "/records/circuits?status=planned",
    text: async (root) =>
      `${count(await lengthOf(root.call("circuits.list", { status: "planned" }) as PromiseLike<readonly unknown[]>))} matching the filter`,
  },
  {
    name: "records that refer to a device",
    path: ({ device }) => `/devices/${device}`,
    text: async (root, { device }) =>
      `Circuits (${count(await lengthOf(root.call("circuits.list", { device_ids: device }) as PromiseLike<readonly unknown[]>))})`,
  },
  {
    name: "records of an undo",
    path: ({ device }) => `/devices/${device}`,
    open: async (page) => {
      await act(page.getByRole("table", { name: "History" }).getByRole("row").last(), /^Undo/);
      await dialog(page).waitFor();
    },
    text: async (root, { device }) => {
      const creation = (await root.devices.history(device)).at(-1);
      const record = { type: "device", id: device } as const;
      const { groups } = await root.dryRun("changes.undo", { change_id: creation?.change_id ?? "", record });
      return `${count(groups.reduce((sum, group) => sum + group.count, 0))} records`;
    },
  },
];
