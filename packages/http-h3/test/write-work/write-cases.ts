import type { ImportRow } from "@cadastre/inventory-core";
import type { Headings } from "../auth/auth-api.ts";
import { PASSWORD } from "../auth/auth-api.ts";
import { asAgent, claimLeases, HOST, IP, MAC, PROCESS, type World } from "./write-world.ts";

/** A request whose work is measured. */
export interface Request {
  readonly route: string;
  readonly body?: unknown;
  /** Those of the administrator unless given. */
  readonly headers?: Headings;
  /** Status of an answer that cannot be a success here; below 400 unless given. */
  readonly status?: number;
}

/** Prepares what a request needs, which is not measured. */
type Case = (world: World) => Request | Promise<Request>;

const of = (ids: readonly string[], index: number): string => ids[index] as string;
const bearer = (token: string): Headings => ({ authorization: `Bearer ${token}` });
const put = (path: string, body: object): Request => ({ route: `PUT /api/${path}`, body });
const post = (path: string, body?: unknown): Request => ({ route: `POST /api/${path}`, ...(body === undefined ? {} : { body }) });
const remove = (path: string): Request => ({ route: `DELETE /api/${path}` });
/** What would take the shared records away is rolled back: the cases after it need them. */
const rehearse = (path: string): Request => ({ route: `DELETE /api/${path}?dry_run=true` });
const made = async ({ make }: World, path: string, body: object): Promise<string> =>
  (await make(`POST /api/${path}`, body))["id"] as string;

const NDJSON: Headings = { "content-type": "application/x-ndjson" };
const FORM: Headings = { "content-type": "application/x-www-form-urlencoded" };
const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const NEW = {
  at: { line: 2 },
  type: "device",
  set: { name: "imported", addresses: [{ ip: IP }], tags: ["hot"], fields: { owner: "ada" } },
};
/** The devices that the second and the third are about are as many as hold the address and the name. */
const ROWS = [NEW, { ...NEW, match: "address" }, { ...NEW, set: { ...NEW.set, name: "host" } }];
const STEPS = [{ operation: "devices.update", params: { id: "" }, body: { os: "planned" } }];
const planOf = async (world: World): Promise<string> =>
  await made(world, "plans", { title: "p", steps: STEPS.map((step) => ({ ...step, params: { id: of(world.devices, 2) } })) });
const changeOf = async ({ api, devices }: World): Promise<string> =>
  (await api.admin(`GET /api/devices/${of(devices, 3)}/history`)).body[0].change_id as string;

let number = 0;
const unique = (what: string): string => `${what}-${(number += 1)}`;
const userOf = async (world: World): Promise<string> => await made(world, "users", { username: unique("u"), password: PASSWORD });
const snmpDevice = (): object => ({ name: unique("s"), address: "192.0.2.7", community: "public", version: "2c", enabled: false });
const webhook = (): object => ({ name: unique("w"), url: "http://10.77.0.1:9/", events: ["device.created"] });
const leaseSource = ({ network }: World): object => ({
  name: unique("l"),
  type: "kea-api",
  url: "http://10.77.0.1:9/",
  network_ids: [network],
});

/** A scan of a small network that the agent has claimed. */
async function claimScan(
  world: World,
  subnet: string,
): Promise<{ readonly id: string; readonly lease: string; readonly networkId: string }> {
  const networkId = await made(world, "networks", { name: "scanned", subnet, datacenter_id: world.datacenter });
  await world.make(`POST /api/discovery/networks/${networkId}/scan`, {});
  const { scan } = await asAgent(world.api, world.agent.token, "POST /api/agent/work", PROCESS);
  return { id: scan?.["id"] as string, lease: scan?.["lease"] as string, networkId };
}

/** A request for each operation that writes; more of one operation have a word after its id. */
export const WRITE_CASES: Readonly<Record<string, Case>> = {
  "fields.create": () => post("fields", { record: "device", name: "rack", type: "text" }),
  "fields.update": async (world) =>
    put(`fields/${await made(world, "fields", { record: "device", name: "row", type: "text" })}`, { label: "Row" }),
  "fields.update (unique)": async ({ api }) => {
    const fields = (await api.admin("GET /api/fields")).body as { id: string; name: string; record: string }[];
    return put(`fields/${fields.find(({ name, record }) => name === "owner" && record === "device")?.id}`, { label: "Owner" });
  },
  "fields.delete": async ({ api }) => {
    const fields = (await api.admin("GET /api/fields")).body as { id: string; name: string; record: string }[];
    return remove(`fields/${fields.find(({ name, record }) => name === "owner" && record === "network")?.id}?values=drop&dry_run=true`);
  },
  "spaces.create": () => post("spaces", { name: "blue" }),
  "spaces.update": async ({ api }) =>
    put(`spaces/${(await api.admin("GET /api/spaces")).body.find(({ name }: { name: string }) => name === "hot").id}`, { rd: "65000:1" }),
  "spaces.delete": async (world) => remove(`spaces/${await made(world, "spaces", { name: "green" })}`),
  "datacenters.bulkUpdate": async (world) =>
    post("datacenters/bulk-update", { ids: [await made(world, "datacenters", { name: "two" })], set: { location: "cold" } }),
  "datacenters.bulkDelete": async (world) =>
    post("datacenters/bulk-delete", { ids: [await made(world, "datacenters", { name: "three" })] }),
  "spaces.bulkUpdate": async (world) =>
    post("spaces/bulk-update", { ids: [await made(world, "spaces", { name: "two" })], set: { description: "cold" } }),
  "spaces.bulkDelete": async (world) => post("spaces/bulk-delete", { ids: [await made(world, "spaces", { name: "three" })] }),
  "datacenters.create": () => post("datacenters", { name: "cold" }),
  "datacenters.update": ({ datacenter }) => put(`datacenters/${datacenter}`, { name: "hotter" }),
  "datacenters.update (space)": async (world) => ({
    ...put(`datacenters/${world.datacenter}?dry_run=true`, { space_id: await made(world, "spaces", { name: "empty" }) }),
  }),
  "datacenters.delete": ({ datacenter }) => rehearse(`datacenters/${datacenter}`),
  "networks.create": ({ datacenter }) =>
    post("networks", { name: "net", subnet: "172.16.0.0/28", datacenter_id: datacenter, tags: ["hot"], fields: { owner: "ada" } }),
  "networks.createMany": ({ datacenter }) =>
    post(
      "networks/bulk",
      [0, 1].map((index) => ({
        name: "net",
        subnet: `10.255.${index}.0/24`,
        datacenter_id: datacenter,
        tags: ["hot"],
        fields: { owner: "ada" },
      })),
    ),
  "networks.createMany (twins)": ({ datacenter }) =>
    post(
      "networks/bulk",
      [0, 1].map(() => ({ name: "twin", subnet: "172.16.0.0/15", datacenter_id: datacenter })),
    ),
  "networks.allocate": ({ network }) => post(`networks/${network}/networks`, { name: "net", length: 30, count: 8, strategy: "lowest" }),
  "networks.allocate (sparse)": ({ network }) =>
    post(`networks/${network}/networks`, { name: "net", length: 30, count: 8, strategy: "sparse" }),
  "networks.allocate (parent)": ({ parent }) =>
    post(`networks/${parent}/networks`, { name: "net", length: 24, count: 8, strategy: "sparse" }),
  "networks.update": ({ network }) => put(`networks/${network}`, { name: "hotter" }),
  "networks.update (child)": ({ networks }) =>
    put(`networks/${of(networks, 0)}`, { name: "moved", tags: ["hot", "warm"], fields: { owner: "bob" } }),
  "networks.update (twin)": ({ twins }) => put(`networks/${of(twins, 1)}`, { name: "moved", subnet: "172.18.0.0/15" }),
  "networks.update (subnet)": ({ network }) => put(`networks/${network}?dry_run=true`, { subnet: "172.16.0.0/14" }),
  "networks.update (space)": async (world) => put(`networks/${of(world.networks, 1)}`, { datacenter_id: null }),
  "networks.delete": ({ network }) => rehearse(`networks/${network}`),
  "networks.delete (parent)": ({ parent }) => rehearse(`networks/${parent}`),
  "networks.delete (child)": ({ networks }) => remove(`networks/${of(networks, 2)}`),
  "networks.delete (twin)": ({ twins }) => remove(`networks/${of(twins, 2)}`),
  "networks.bulkDelete (twins)": ({ twins }) => post("networks/bulk-delete", { ids: twins.slice(3, 5) }),
  "networks.bulkUpdate": ({ networks }) => post("networks/bulk-update", { ids: networks.slice(3, 5), add_tags: ["cold"] }),
  "networks.bulkUpdate (filter)": () => post("networks/bulk-update?dry_run=true", { filter: { tags: "hot" }, add_tags: ["cold"] }),
  "networks.bulkDelete": ({ networks }) => post("networks/bulk-delete", { ids: networks.slice(5, 7) }),
  "networks.split": ({ network }) => post(`networks/${network}/split`, { length: 16 }),
  "networks.merge": async (world) => {
    const neighbour = await made(world, "networks", { name: "n", subnet: "172.18.0.0/15", datacenter_id: world.datacenter });
    return post(`networks/${world.network}/merge`, { network_ids: [neighbour] });
  },
  "networks.resize": ({ network }) => post(`networks/${network}/resize`, { subnet: "172.16.0.0/14" }),
  "networks.renumber": ({ network }) => post(`networks/${network}/renumber`, { subnet: "172.20.0.0/15" }),
  "vlanGroups.create": ({ datacenter }) => post("vlan-groups", { name: "hot", datacenter_id: datacenter }),
  "vlanGroups.update": async (world) => put(`vlan-groups/${await made(world, "vlan-groups", { name: "one" })}`, { max_vid: 100 }),
  "vlanGroups.delete": async (world) => remove(`vlan-groups/${await made(world, "vlan-groups", { name: "gone" })}`),
  "vlanGroups.bulkUpdate": async (world) =>
    post("vlan-groups/bulk-update", { ids: [await made(world, "vlan-groups", { name: "two" })], set: { description: "cold" } }),
  "vlanGroups.bulkDelete": async (world) => post("vlan-groups/bulk-delete", { ids: [await made(world, "vlan-groups", { name: "three" })] }),
  "vlanGroups.allocate": async (world) => post(`vlan-groups/${await made(world, "vlan-groups", { name: "four" })}/vlans`, { count: 8 }),
  "vlanGroups.adopt": async (world) =>
    post(`vlan-groups/${await made(world, "vlan-groups", { name: "five", datacenter_id: world.datacenter })}/adopt`),
  "vlans.create": () => post("vlans", { vid: 10 }),
  "vlans.update": async (world) => put(`vlans/${await made(world, "vlans", { vid: 11 })}`, { vid: 12 }),
  "vlans.delete": async (world) => remove(`vlans/${await made(world, "vlans", { vid: 13 })}`),
  "vlans.bulkUpdate": async (world) =>
    post("vlans/bulk-update", { ids: [await made(world, "vlans", { vid: 14 })], set: { status: "reserved" } }),
  "vlans.bulkDelete": async (world) => post("vlans/bulk-delete", { ids: [await made(world, "vlans", { vid: 15 })] }),
  "pools.create": ({ network }) => post(`networks/${network}/pools`, { name: "hot", start_ip: "172.16.0.0", end_ip: "172.16.255.255" }),
  "pools.update": ({ pool }) => put(`pools/${pool}`, { name: "hotter" }),
  "pools.update (range)": ({ pool }) => put(`pools/${pool}`, { end_ip: "172.17.127.250" }),
  "pools.delete": ({ pool }) => rehearse(`pools/${pool}`),
  "pools.allocate": ({ pool }) => post(`pools/${pool}/allocations`, { count: 2, key: "one" }),
  "allocations.release": ({ allocations }) => remove(`allocations/${of(allocations, 0)}`),
  "allocations.forgetKey": ({ pool }) => remove(`allocation-keys/one?pool_id=${pool}`),
  "addresses.endQuarantine": async (world) => {
    await world.make(`PUT /api/pools/${world.pool}`, { quarantine_seconds: 60 });
    await world.make(`DELETE /api/allocations/${of(world.allocations, 1)}`);
    const { body } = await world.api.admin(`GET /api/allocations/${of(world.allocations, 2)}`);
    const last = (body.ip as string).split(".").map(Number);
    last[3] = (last[3] as number) - 1;
    const space = (await world.api.admin("GET /api/spaces")).body.find(({ name }: { name: string }) => name === "hot").id as string;
    return remove(`addresses/${last.join(".")}/quarantine?space_id=${space}`);
  },
  "devices.create": ({ datacenter }) => post("devices", { ...HOST, datacenter_id: datacenter, addresses: [{ ip: IP, mac: MAC }] }),
  "devices.create (address)": ({ datacenter }) =>
    post("devices", { ...HOST, datacenter_id: datacenter, addresses: [{ ip: "172.17.254.3", mac: MAC }] }),
  "devices.createMany": ({ datacenter }) =>
    post(
      "devices/bulk",
      [1, 2].map((index) => ({ ...HOST, datacenter_id: datacenter, addresses: [{ ip: IP, mac: MAC }, { ip: `172.17.254.${index}` }] })),
    ),
  "devices.update": ({ devices }) => put(`devices/${of(devices, 0)}`, { name: "renamed" }),
  "devices.update (addresses)": ({ devices }) => put(`devices/${of(devices, 1)}`, { addresses: [{ ip: "172.17.254.7", mac: MAC }] }),
  "devices.update (shared values)": ({ devices }) =>
    put(`devices/${of(devices, 4)}`, { tags: ["hot", "warm"], domains: ["a.example"], fields: { owner: "bob" }, datacenter_id: null }),
  "devices.delete": ({ devices }) => remove(`devices/${of(devices, 5)}`),
  "devices.delete (hub)": ({ hub }) => rehearse(`devices/${hub}`),
  "devices.bulkUpdate": ({ devices }) =>
    post("devices/bulk-update", { ids: devices.slice(6, 8), add_tags: ["cold"], set: { fields: { owner: "eve" } } }),
  "devices.bulkUpdate (filter)": () => post("devices/bulk-update?dry_run=true", { filter: { tags: "hot" }, add_tags: ["cold"] }),
  "devices.bulkDelete": ({ devices }) => post("devices/bulk-delete", { ids: devices.slice(8, 10) }),
  "devices.bulkDelete (filter)": () => post("devices/bulk-delete?dry_run=true", { filter: { mac: MAC } }),
  "relationships.create": ({ hub, devices }) => post(`devices/${hub}/relationships`, { child_id: of(devices, 11), type: "connected_to" }),
  "relationships.delete": ({ hub, devices }) => remove(`devices/${hub}/relationships/${of(devices, 11)}/connected_to`),
  "conflicts.detect": async (world) => {
    // One of two holders has the address at many ports.
    const addresses = Array.from({ length: world.size.holders / 4 }, (_, index) => ({ ip: "172.30.0.1", port: index + 1 }));
    for (const own of [addresses, addresses.slice(0, 1)]) await world.make("POST /api/devices", { name: "ports", addresses: own });
    return post("conflicts/detect");
  },
  "conflicts.ignore": ({ conflict }) => post(`conflicts/${conflict}/ignore`, { notes: "n" }),
  "conflicts.resolve": ({ conflict, devices }) => post(`conflicts/${conflict}/resolve?dry_run=true`, { keep_device_id: of(devices, 12) }),
  "scans.start": async (world) => {
    // The agent of the datacenter has not asked for it yet when it is cancelled.
    const network = { name: "scanned", subnet: "192.168.0.0/30", datacenter_id: world.datacenter };
    return post(`discovery/networks/${await made(world, "networks", network)}/scan`, {});
  },
  "scans.cancel": async ({ api }) => post(`discovery/scans/${(await api.admin("GET /api/discovery/scans")).body[0].id}/cancel`),
  "scans.delete": async ({ api }) => remove(`discovery/scans/${(await api.admin("GET /api/discovery/scans")).body[0].id}`),
  "discoveredDevices.link": ({ discovered, devices }) =>
    post(`discovery/devices/${of(discovered, 0)}/link`, { device_id: of(devices, 12) }),
  "discoveredDevices.accept": ({ discovered }) => post(`discovery/devices/${of(discovered, 7)}/accept`, {}),
  "discoveredDevices.ignore": ({ discovered }) => post(`discovery/devices/${of(discovered, 1)}/ignore`, { note: "n" }),
  "discoveredDevices.unignore": ({ discovered }) => remove(`discovery/devices/${of(discovered, 1)}/ignore`),
  "discoveredDevices.promote": ({ discovered }) => post(`discovery/devices/${of(discovered, 2)}/promote`, { name: "host", force: true }),
  "discoveredDevices.promoteMany": ({ discovered }) => post("discovery/promote", { ids: discovered.slice(3, 5), force: true }),
  "discoveredDevices.delete": ({ discovered }) => remove(`discovery/devices/${of(discovered, 6)}`),
  "discoveredDevices.deleteOfNetwork": ({ network }) => remove(`discovery/devices?network_id=${network}&dry_run=true`),
  "discoveryRules.create": ({ networks }) => post("discovery/rules", { network_id: of(networks, 9), interval_hours: 24 }),
  "discoveryRules.update": async ({ api }) =>
    put(`discovery/rules/${(await api.admin("GET /api/discovery/rules")).body[0].id}`, { interval_hours: 12 }),
  "discoveryRules.delete": async ({ api }) => remove(`discovery/rules/${(await api.admin("GET /api/discovery/rules")).body[0].id}`),
  "import.plan": ({ api }) => ({ ...post("import/plan", lines(ROWS)), headers: { ...api.root.bearer, ...NDJSON } }),
  "import.apply": async ({ api }) => {
    const plan = await api.inventory.import.plan([NEW] as readonly ImportRow[]);
    return { ...post("import/apply", lines(await Array.fromAsync(plan))), headers: { ...api.root.bearer, ...NDJSON } };
  },
  "plans.create": ({ devices }) => post("plans", { title: "p", steps: STEPS.map((step) => ({ ...step, params: { id: of(devices, 2) } })) }),
  "plans.refresh": async (world) => post(`plans/${await planOf(world)}/refresh`),
  "plans.delete": async (world) => remove(`plans/${await planOf(world)}`),
  "plans.reject": async (world) => post(`plans/${await planOf(world)}/reject`, {}),
  "plans.apply": async (world) => post(`plans/${await planOf(world)}/apply`, {}),
  "changes.undo": async (world) => {
    await world.make(`PUT /api/devices/${of(world.devices, 3)}`, { name: "undone", addresses: [{ ip: IP }] });
    await world.api.clock.advance(2000);
    return post(`changes/${await changeOf(world)}/undo`);
  },
  "auth.bootstrap": () => ({ ...post("auth/bootstrap", { username: "a", password: PASSWORD, token: "none" }), status: 409 }),
  "auth.login": () => post("auth/login", { username: "root", password: PASSWORD }),
  "auth.logout": async ({ api }) => ({ ...post("auth/logout"), headers: await api.signIn("root") }),
  "keys.create": () => post("keys", { name: "hot" }),
  "keys.delete": async (world) => remove(`keys/${await made(world, "keys", { name: "hot" })}`),
  "users.create": ({ role }) => post("users", { username: unique("u"), full_name: "Hot", password: PASSWORD, role_ids: [role] }),
  "users.update": async (world) => put(`users/${await userOf(world)}`, { full_name: "Hot" }),
  "users.delete": async (world) => remove(`users/${await userOf(world)}`),
  "users.grantRole": async (world) => post("users/grant-role", { user_id: await userOf(world), role_id: world.role }),
  "users.revokeRole": async (world) => {
    const user = await userOf(world);
    await world.make("POST /api/users/grant-role", { user_id: user, role_id: world.role });
    return post("users/revoke-role", { user_id: user, role_id: world.role });
  },
  "users.changePassword": async (world) => {
    const { id, bearer: headers } = await world.api.user(unique("u"));
    return { ...post(`users/${id}/password`, { old_password: PASSWORD, new_password: `${PASSWORD} staple` }), headers };
  },
  "users.resetPassword": async (world) => post(`users/${await userOf(world)}/reset-password`, { new_password: `${PASSWORD} staple` }),
  "roles.create": () => post("roles", { name: unique("r"), permissions: ["device:list"] }),
  "roles.update": ({ role }) => put(`roles/${role}`, { permissions: ["device:list", "device:read"] }),
  "roles.delete": ({ role }) => rehearse(`roles/${role}`),
  "oauthClients.delete": () => ({ ...remove("oauth/clients/01900000-0000-7000-8000-000000000000"), status: 404 }),
  "oauthGrants.revoke": () => ({ ...remove("oauth/grants/01900000-0000-7000-8000-000000000000"), status: 404 }),
  "agents.create": ({ networks }) => post("agents", { name: unique("a"), network_ids: networks.slice(10, 12) }),
  "agents.update": async (world) =>
    put(`agents/${await made(world, "agents", { name: unique("a") })}`, { network_ids: world.networks.slice(12, 14) }),
  "agents.delete": async (world) => remove(`agents/${await made(world, "agents", { name: unique("a") })}`),
  "agents.renewToken": async (world) => post(`agents/${await made(world, "agents", { name: unique("a") })}/token`),
  "agentWork.next": ({ agent }) => ({ ...post("agent/work", PROCESS), headers: bearer(agent.token) }),
  "agentWork.report": async (world) => {
    const { id, lease } = await claimScan(world, "192.168.1.0/29");
    const reports = [1, 2].flatMap((last) => [
      { kind: "observation", ip: `192.168.1.${last}`, evidence: "arp", macAddress: MAC },
      { kind: "host-done", ip: `192.168.1.${last}`, outcome: "answered" },
    ]);
    return { ...post(`agent/scans/${id}/reports`, { lease, number: 1, scanner: "connect", reports }), headers: bearer(world.agent.token) };
  },
  "agentWork.end": async (world) => {
    const { id, lease } = await claimScan(world, "192.168.2.0/29");
    const reports = [{ kind: "host-done", ip: "192.168.2.1", outcome: "silent" }];
    const body = { lease, number: 1, scanner: "connect", reports };
    await asAgent(world.api, world.agent.token, `POST /api/agent/scans/${id}/reports`, body);
    return { ...post(`agent/scans/${id}/end`, { lease, outcome: "completed", batches: 1 }), headers: bearer(world.agent.token) };
  },
  "agentLeases.report": async (world) => {
    await world.make(`POST /api/discovery/lease-sources/${world.source}/read`);
    const claim = await claimLeases(world.api, world.agent.token);
    const leases = [{ ip: IP, mac_address: MAC, hostname: "host" }];
    return { ...post(`agent/lease-sources/${world.source}/reports`, { claim, number: 1, leases }), headers: bearer(world.agent.token) };
  },
  "agentLeases.end": async (world) => {
    const source = { name: "end", type: "dnsmasq", path: "/other", network_ids: [world.network], datacenter_id: world.datacenter };
    const id = await made(world, "discovery/lease-sources", source);
    const claim = await claimLeases(world.api, world.agent.token);
    const leases = [{ ip: IP, mac_address: MAC, hostname: "host" }];
    await asAgent(world.api, world.agent.token, `POST /api/agent/lease-sources/${id}/reports`, { claim, number: 1, leases });
    return { ...post(`agent/lease-sources/${id}/end`, { claim, batches: 1, leases: 1 }), headers: bearer(world.agent.token) };
  },
  "snmpDevices.create": () => post("discovery/snmp/devices", snmpDevice()),
  "snmpDevices.update": async (world) =>
    put(`discovery/snmp/devices/${await made(world, "discovery/snmp/devices", snmpDevice())}`, { name: "t" }),
  "snmpDevices.delete": async (world) => remove(`discovery/snmp/devices/${await made(world, "discovery/snmp/devices", snmpDevice())}`),
  "snmpDevices.test": async (world) => ({
    ...post(`discovery/snmp/devices/${await made(world, "discovery/snmp/devices", { ...snmpDevice(), address: "127.0.0.1" })}/test`),
    status: 409,
  }),
  "snmpDevices.planLinks": async () => post("discovery/snmp/links/plan", {}),
  "leaseSources.create": (world) => post("discovery/lease-sources", leaseSource(world)),
  "leaseSources.update": async (world) =>
    put(`discovery/lease-sources/${await made(world, "discovery/lease-sources", leaseSource(world))}`, { name: "m" }),
  "leaseSources.read": async (world) =>
    post(`discovery/lease-sources/${await made(world, "discovery/lease-sources", leaseSource(world))}/read`),
  "leaseSources.delete": ({ source }) => rehearse(`discovery/lease-sources/${source}`),
  "webhooks.create": () => post("webhooks", webhook()),
  "webhooks.update": ({ webhook: id }) => put(`webhooks/${id}`, { name: "hotter" }),
  "webhooks.ping": ({ webhook: id }) => post(`webhooks/${id}/ping`),
  "webhookDeliveries.redeliver": ({ webhook: id, deliveries }) => post(`webhooks/${id}/deliveries/${of(deliveries, 0)}/redeliver`),
  "webhooks.delete": ({ webhook: id }) => rehearse(`webhooks/${id}`),
  "oauth.register": () => ({
    route: "POST /mcp-oauth/register",
    body: { client_name: "c", redirect_uris: ["http://127.0.0.1:3000/callback"] },
  }),
  "oauth.token": () => ({
    route: "POST /mcp-oauth/token",
    body: "grant_type=refresh_token&client_id=c&refresh_token=r",
    headers: FORM,
    status: 401,
  }),
  "oauth.revoke": () => ({ route: "POST /mcp-oauth/revoke", body: "token=t&client_id=c", headers: FORM, status: 401 }),
};
