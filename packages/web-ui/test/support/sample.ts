import type { Inventory } from "@cadastre/inventory-core";

/** Records of the sample that tests and pictures go to, by id. */
export interface SampleIds {
  readonly office: string;
  readonly site: string;
  readonly switchId: string;
  readonly webhook: string;
  readonly rack: string;
}

/** A small company: what the pictures show. */
export async function fillSample({
  fields,
  datacenters,
  networks,
  pools,
  devices,
  relationships,
}: Inventory): Promise<Omit<SampleIds, "rack" | "webhook">> {
  await fields.create({ record: "device", name: "asset_tag", type: "text", label: "Asset tag", unique: true });
  const lyon = await datacenters.create({ name: "Lyon", location: "Rue de la République 12" });
  const own = { datacenter_id: lyon.id };
  const site = await networks.create({ name: "Lyon", subnet: "10.20.0.0/16", description: "Everything in Lyon", ...own });
  const office = await networks.create({ name: "Office", subnet: "10.20.4.0/24", vlan_id: 104, description: "Desks and printers", ...own });
  const servers = await networks.create({ name: "Servers", subnet: "10.20.8.0/26", vlan_id: 108, ...own });
  await networks.create({ name: "Cameras", subnet: "10.20.12.0/25", vlan_id: 112, ...own });
  await networks.create({ name: "Management", subnet: "10.20.0.0/27", vlan_id: 100, ...own });
  await networks.create({ name: "Lyon, IPv6", subnet: "2001:db8:20::/64", ...own });
  await networks.create({ name: "Guests", subnet: "192.168.50.0/24" });
  const pool = await pools.create(office.id, { name: "Desks", start_ip: "10.20.4.32", end_ip: "10.20.4.223" });
  await pools.create(servers.id, { name: "Virtual machines", start_ip: "10.20.8.16", end_ip: "10.20.8.60" });
  await pools.allocate(pool.id, { count: 6, note: "for the new desks" });
  const gateway = await devices.create({
    name: "gateway",
    make_model: "MikroTik CCR2004",
    os: "RouterOS 7",
    tags: ["network", "critical"],
    addresses: [{ ip: "10.20.4.1" }, { ip: "10.20.8.1" }, { ip: "10.20.12.1" }, { ip: "10.20.0.1", label: "management" }],
    ...own,
  });
  const core = await devices.create({
    name: "core-switch",
    make_model: "Aruba 6300M",
    os: "AOS-CX 10.13",
    location: "rack 2, unit 40",
    fields: { asset_tag: "LY-0042" },
    tags: ["network"],
    addresses: [
      { ip: "10.20.0.2", label: "management" },
      { ip: "10.20.4.2", switch_port: "1/1/1" },
    ],
    ...own,
  });
  await relationships.create(gateway.id, { child_id: core.id, type: "connected_to" });
  for (let index = 0; index < 64; index += 1) {
    const desk = index < 40;
    const ip = desk ? `10.20.4.${40 + index * 3}` : `10.20.8.${16 + (index - 40) * 2}`;
    const { id } = await devices.create({
      name: desk ? `desk-${String(index + 1).padStart(2, "0")}` : `vm-${String(index - 39).padStart(2, "0")}`,
      hostname: desk ? "" : `vm-${index - 39}.lyon.example`,
      make_model: desk ? "Lenovo M75q" : "KVM",
      os: desk ? "Windows 11" : "Debian 13",
      status: index % 17 === 3 ? "maintenance" : "active",
      tags: desk ? ["office"] : index % 2 === 0 ? ["production", "web"] : ["production", "database"],
      addresses: [{ ip }],
      ...own,
    });
    if (!desk && index < 44) await relationships.create(id, { child_id: core.id, type: "depends_on" });
  }
  await devices.create({ name: "old-printer", addresses: [{ ip: "10.20.4.40" }], ...own });
  return { office: office.id, site: site.id, switchId: core.id };
}
