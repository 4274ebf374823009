import { vi } from "vitest";
import type { Client } from "../../src/index.ts";
import { PASSWORD } from "./service.ts";

/** Values for required fields, by name of the field, and by operation and field where one name means two things. */
export type Samples = Readonly<Record<string, unknown>>;

/** One record of everything, made through the typed methods. @returns values for every path parameter and required field */
export async function seed(client: Client): Promise<Samples> {
  const space = await client.spaces.create({ name: "red" });
  const spareSpace = await client.spaces.create({ name: "spare" });
  const field = await client.fields.create({ record: "pool", name: "spare_field", type: "text" });
  const datacenter = await client.datacenters.create({ name: "north" });
  const spareDatacenter = await client.datacenters.create({ name: "spare" });
  const network = await client.networks.create({ name: "servers", subnet: "10.0.0.0/28", datacenter_id: datacenter.id });
  const empty = await client.networks.create({ name: "empty", subnet: "10.2.0.0/24" });
  const neighbour = await client.networks.create({ name: "neighbour", subnet: "10.0.0.16/28", datacenter_id: datacenter.id });
  const spareNetwork = await client.networks.create({ name: "spare", subnet: "10.9.0.0/24" });
  const group = await client.vlanGroups.create({ name: "office", datacenter_id: datacenter.id });
  const vlan = await client.vlans.create({ vid: 20, group_id: group.id });
  const [spareGroup, spareVlan] = [await client.vlanGroups.create({ name: "spare" }), await client.vlans.create({ vid: 30 })];
  const spare = await client.devices.create({ name: "spare" });
  const pool = await client.pools.create(network.id, { name: "hosts", start_ip: "10.0.0.2", end_ip: "10.0.0.6" });
  const {
    allocations: [allocation],
  } = await client.pools.allocate(pool.id, { key: "seed" });
  const address = { ip: "10.0.0.9" };
  const parent = await client.devices.create({ name: "web-01", addresses: [address], datacenter_id: datacenter.id });
  const child = await client.devices.create({ name: "web-02", addresses: [address], datacenter_id: datacenter.id });
  await client.relationships.create(parent.id, { child_id: child.id, type: "depends_on" });
  const [conflict] = await client.conflicts.list();
  const scan = await client.scans.start(network.id);
  for await (const { event } of client.scans.watch(scan.id)) if (event === "end") break;
  const [found, another, third] = await client.discoveredDevices.list({ network_id: network.id });
  const rule = await client.discoveryRules.create({ network_id: network.id, interval_hours: 24 });
  const agent = await client.agents.create({ name: "elsewhere" });
  const source = await client.leaseSources.create({
    name: "dhcp",
    type: "kea-api",
    url: "http://127.0.0.1:9/",
    network_ids: [network.id],
    enabled: false,
  });
  const user = await client.users.create({ username: "ada", password: PASSWORD });
  const role = await client.roles.create({ name: "counters", permissions: ["device:list"] });
  const key = await client.keys.create({ name: "spare" });
  const rows = [{ at: { line: 2 }, type: "datacenter" as const, set: { name: "north" } }];
  const steps = [{ operation: "spaces.create", body: { name: "planned" } }];
  const plan = await client.plans.create({ title: "to apply", steps });
  const other = await client.plans.create({ title: "to reject", steps });
  const webhook = await client.webhooks.create({ name: "hook", url: "http://10.77.0.1:9/hooks", events: ["device.created"] });
  const { delivery } = await client.webhooks.ping(webhook.id);
  // Behind the fence: nobody is asked.
  const snmpDevice = await client.snmpDevices.create({ name: "switch", address: "127.0.0.1", community: "public" });
  const audited = await vi.waitFor(async () => {
    // Rows are shown once they are sealed.
    const [record] = await client.audit.list({ resource: "device" });
    if (record === undefined) throw new Error("nothing is audited yet");
    return record;
  }, 10_000);
  return {
    ids: {
      spaces: space.id,
      fields: field.id,
      datacenters: datacenter.id,
      networks: network.id,
      pools: pool.id,
      vlanGroups: group.id,
      vlans: vlan.id,
      allocations: allocation?.id,
      devices: parent.id,
      relationships: parent.id,
      conflicts: conflict?.id,
      scans: scan.id,
      discoveredDevices: found?.id,
      "discoveredDevices.link": another?.id,
      discoveryRules: rule.id,
      agents: agent.id,
      agentWork: scan.id,
      agentLeases: source.id,
      leaseSources: source.id,
      plans: plan.id,
      audit: audited.id,
      users: user.id,
      roles: role.id,
      keys: key.id,
      webhooks: webhook.id,
      webhookDeliveries: webhook.id,
      snmpDevices: snmpDevice.id,
      oauthClients: "01900000-0000-7000-8000-000000000000",
      oauthGrants: "01900000-0000-7000-8000-000000000000",
      "pools.list": network.id,
      "pools.create": network.id,
      "scans.start": network.id,
      "plans.reject": other.id,
    },
    "leaseSources.create.type": "kea-api",
    "leaseSources.create.url": "http://127.0.0.1:9/",
    "leaseSources.create.network_ids": [network.id],
    "fields.create.record": "pool",
    "devices.bulkUpdate.ids": [parent.id, child.id],
    "devices.bulkUpdate.set": { os: "linux" },
    "devices.bulkDelete.ids": [spare.id],
    "networks.bulkUpdate.filter": { name: "servers" },
    "networks.bulkUpdate.add_tags": ["bulk"],
    "networks.bulkDelete.ids": [spareNetwork.id],
    vid: 40,
    "datacenters.bulkUpdate.ids": [datacenter.id],
    "datacenters.bulkUpdate.set": { description: "bulk" },
    "datacenters.bulkDelete.ids": [spareDatacenter.id],
    "spaces.bulkUpdate.ids": [space.id],
    "spaces.bulkUpdate.set": { description: "bulk" },
    "spaces.bulkDelete.ids": [spareSpace.id],
    "vlanGroups.bulkUpdate.ids": [group.id],
    "vlanGroups.bulkUpdate.set": { description: "bulk" },
    "vlanGroups.bulkDelete.ids": [spareGroup.id],
    "vlanGroups.delete.vlans": "delete",
    "vlans.bulkUpdate.ids": [vlan.id],
    "vlans.bulkUpdate.add_tags": ["bulk"],
    "vlans.bulkDelete.ids": [spareVlan.id],
    "devices.createMany.items": [{ name: "one of many" }],
    "networks.createMany.items": [{ name: "one of many", subnet: "10.3.0.0/24" }],
    "import.plan.items": rows,
    "import.apply.items": await client.import.plan(rows),
    change_id: audited.change_id,
    steps,
    pool_id: pool.id,
    key: "seed",
    "discoveredDevices.promoteMany.ids": [third?.id],
    device_id: child.id,
    child_id: child.id,
    "relationships.create.child_id": child.id,
    type: "depends_on",
    "relationships.create.type": "connected_to",
    delivery_id: delivery.id,
    network_id: network.id,
    "discoveredDevices.list.network_id": network.id,
    "discoveredDevices.deleteOfNetwork.network_id": empty.id,
    user_id: user.id,
    subnet: "10.1.0.0/24",
    "networks.split.length": 29,
    "networks.allocate.length": 30,
    "networks.merge.network_ids": [neighbour.id],
    "networks.resize.subnet": "10.0.0.0/27",
    "networks.renumber.subnet": "10.7.0.0/28",
    start_ip: "10.0.0.10",
    end_ip: "10.0.0.12",
    ip: address.ip,
    // The scan saw all of them.
    "networks.nextIp.evidence": "ignore",
    "pools.nextIp.evidence": "ignore",
    "pools.allocate.evidence": "ignore",
    q: "web",
    username: "grace",
    "auth.login.username": "root",
    password: PASSWORD,
    new_password: `${PASSWORD} staple`,
    token: "none",
    "snmpDevices.create.address": "127.0.0.1",
    "snmpDevices.create.community": "public",
    url: "http://10.77.0.1:9/hooks",
    events: ["device.created"],
    "agentWork.next.instance": "no process of an agent",
    "agentWork.report.number": 1,
    "agentLeases.report.number": 1,
    "agents.create.name": "another agent",
    "fields.create.name": "another_field",
    "fields.create.type": "text",
  };
}
