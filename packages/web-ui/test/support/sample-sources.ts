import type { PageServer } from "./page-server.ts";

/** An agent, a switch and a DHCP server: on a server with the sample. */
export async function fillSources(server: PageServer): Promise<void> {
  const root = await server.as("root");
  const [datacenter] = await root.datacenters.list();
  const [network] = await root.networks.list();
  await root.agents.create({
    name: "lyon-agent",
    datacenter_ids: datacenter === undefined ? [] : [datacenter.id],
    labels: { site: "lyon" },
  });
  const networks = network === undefined ? [] : [network.id];
  await root.snmpDevices.create({ name: "access-1", address: "192.0.2.1", community: "read", network_ids: networks });
  await root.leaseSources.create({
    name: "office-dhcp",
    type: "kea-api",
    url: "http://127.0.0.1:9/",
    network_ids: networks,
    enabled: false,
  });
}
