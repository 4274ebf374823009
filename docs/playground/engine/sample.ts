import type { Inventory } from "@cadastre/inventory-core";

/** A small company with two sites, for people to look around in. */
export async function fillSample({ datacenters, networks, pools, devices, relationships }: Inventory): Promise<void> {
  const lyon = await datacenters.create({ name: "Lyon", location: "Rue de la République 12" });
  const bergen = await datacenters.create({ name: "Bergen", location: "Nygårdsgaten 5" });
  const inLyon = { datacenter_id: lyon.id };
  const inBergen = { datacenter_id: bergen.id };
  await networks.create({ name: "Lyon", subnet: "10.20.0.0/16", description: "Everything in Lyon", ...inLyon });
  const office = await networks.create({ name: "Office", subnet: "10.20.4.0/24", vlan_id: 104, description: "Desks", ...inLyon });
  const servers = await networks.create({ name: "Servers", subnet: "10.20.8.0/26", vlan_id: 108, ...inLyon });
  await networks.create({ name: "Management", subnet: "10.20.0.0/27", vlan_id: 100, ...inLyon });
  await networks.create({ name: "Lyon, IPv6", subnet: "2001:db8:20::/64", ...inLyon });
  const backup = await networks.create({ name: "Backup", subnet: "10.30.8.0/27", vlan_id: 308, ...inBergen });
  const desks = await pools.create(office.id, { name: "Desks", start_ip: "10.20.4.32", end_ip: "10.20.4.223" });
  await pools.create(servers.id, { name: "Virtual machines", start_ip: "10.20.8.16", end_ip: "10.20.8.60" });
  await pools.create(backup.id, { name: "Stores", start_ip: "10.30.8.8", end_ip: "10.30.8.15" });
  const gateway = await devices.create({
    name: "gateway",
    make_model: "MikroTik CCR2004",
    os: "RouterOS 7",
    tags: ["network", "critical"],
    addresses: [{ ip: "10.20.4.1" }, { ip: "10.20.8.1" }, { ip: "10.20.0.1", label: "management" }],
    ...inLyon,
  });
  const core = await devices.create({
    name: "core-switch",
    make_model: "Aruba 6300M",
    os: "AOS-CX 10.13",
    location: "rack 2, unit 40",
    tags: ["network"],
    addresses: [
      { ip: "10.20.0.2", label: "management" },
      { ip: "10.20.4.2", switch_port: "1/1/1" },
    ],
    ...inLyon,
  });
  await relationships.create(gateway.id, { child_id: core.id, type: "connected_to" });
  const hypervisor = await devices.create({
    name: "hypervisor",
    make_model: "Dell R6615",
    os: "Proxmox VE 9",
    tags: ["production"],
    addresses: [{ ip: "10.20.8.2" }],
    ...inLyon,
  });
  await relationships.create(core.id, { child_id: hypervisor.id, type: "connected_to" });
  for (let index = 0; index < 8; index += 1) {
    const { id } = await devices.create({
      name: `vm-${index + 1}`,
      hostname: `vm-${index + 1}.lyon.example`,
      os: "Debian 13",
      tags: index % 2 === 0 ? ["production", "web"] : ["production", "database"],
      addresses: [{ ip: `10.20.8.${16 + index * 2}` }],
      ...inLyon,
    });
    await relationships.create(hypervisor.id, { child_id: id, type: "contains" });
  }
  for (let index = 0; index < 12; index += 1) {
    await devices.create({
      name: `desk-${String(index + 1).padStart(2, "0")}`,
      make_model: "Lenovo M75q",
      os: "Windows 11",
      status: index === 3 ? "maintenance" : "active",
      tags: ["office"],
      addresses: [{ ip: `10.20.4.${40 + index * 3}` }],
      ...inLyon,
    });
  }
  for (let index = 0; index < 7; index += 1)
    await devices.create({
      name: `store-${index + 1}`,
      make_model: "Synology RS822",
      tags: ["backup"],
      addresses: [{ ip: `10.30.8.${8 + index}` }],
      ...inBergen,
    });
  await devices.create({ name: "old-printer", addresses: [{ ip: "10.20.4.40" }], ...inLyon });
  await pools.allocate(desks.id, { count: 4, note: "for the new desks" });
}
