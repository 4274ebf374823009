import type { Inventory } from "@cadastre/inventory-core";

/** Names that a page must show as they are, whatever they look like. */
export const HOSTILE_NAMES = [
  '<img src=x onerror="alert(1)">',
  "\u200Fرואק שלום",
  "🏢 tower 👩🏽‍💻",
  "{{ constructor.constructor('alert(1)')() }}",
  `a-name-without-a-blank-that-is-long-${"x".repeat(80)}`,
] as const;

/** Records with such names, beside the others. */
export async function fillHostile({ datacenters, networks, pools, devices }: Inventory): Promise<void> {
  for (const [index, name] of HOSTILE_NAMES.entries()) {
    const datacenter = await datacenters.create({ name, location: name, description: name });
    const network = await networks.create({ name, subnet: `172.30.${index}.0/24`, description: name, datacenter_id: datacenter.id });
    await pools.create(network.id, { name, start_ip: `172.30.${index}.10`, end_ip: `172.30.${index}.20`, description: name });
    await devices.create({
      name,
      description: name,
      make_model: name,
      os: name,
      location: name,
      tags: [name.slice(0, 40)],
      datacenter_id: datacenter.id,
      addresses: [{ ip: `172.30.${index}.11`, label: name }],
    });
  }
  await networks.create({ name: "everything", subnet: "0.0.0.0/0" });
  await networks.create({ name: "one link", subnet: "fd00:1::/64" });
}
