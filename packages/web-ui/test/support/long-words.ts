import type { Client } from "@cadastre/client";
import type { Inventory } from "@cadastre/inventory-core";

export const word = (length: number): string => "w".repeat(length);

/** A word that is wider than any screen. */
export const LONG_WORD = word(400);

/** A name as long as names may be, without a place to break it. */
export const LONG_NAME = word(255);

/** Ids of the records with long words that have pages. */
export interface LongIds {
  readonly network: string;
  readonly device: string;
  readonly plan: string;
}

/** Makes records of each kind with the longest words in each text. */
export async function fillLongWords(
  root: Client,
  { spaces, datacenters, networks, pools, devices, fields, plans }: Inventory,
): Promise<LongIds> {
  const described = { description: LONG_WORD };
  await spaces.create({ name: word(100), ...described });
  await fields.create({ record: "device", name: `f_${word(40)}`, type: "text", label: word(60) });
  const datacenter = await datacenters.create({ name: LONG_NAME, location: LONG_NAME, ...described });
  const network = await networks.create({
    name: LONG_NAME,
    subnet: "172.29.0.0/24",
    vlan_id: 4094,
    datacenter_id: datacenter.id,
    tags: [word(50)],
    ...described,
  });
  await pools.create(network.id, { name: LONG_NAME, start_ip: "172.29.0.10", end_ip: "172.29.0.20", ...described });
  const ids = [];
  for (const name of [LONG_NAME, `v${LONG_NAME.slice(1)}`]) {
    const device = await devices.create({
      name,
      hostname: word(63),
      make_model: LONG_NAME,
      os: LONG_NAME,
      location: LONG_NAME,
      username: word(100),
      tags: [word(50)],
      domains: [`${word(60)}.example`],
      fields: { [`f_${word(40)}`]: LONG_WORD },
      datacenter_id: datacenter.id,
      addresses: [{ ip: "172.29.0.11", label: word(100), switch_port: word(60) }],
      ...described,
    });
    ids.push(device.id);
  }
  const [device = "", other = ""] = ids;
  await root.relationships.create(device, { child_id: other, type: "connected_to" });
  await root.devices.update(device, { description: `${LONG_WORD}x` });
  const plan = await plans.create({
    title: word(200),
    ...described,
    steps: [{ operation: "devices.update", params: { id: device }, body: { os: `${LONG_NAME.slice(1)}x` } }],
  });
  const role = await root.roles.create({ name: `r${word(60)}`, ...described, permissions: ["device:read"] });
  const user = await root.users.create({
    username: word(60),
    full_name: word(200),
    email: `${word(60)}@example.com`,
    password: `${word(12)}A1!x`,
  });
  await root.users.grantRole({ user_id: user.id, role: role.name });
  await root.keys.create({ name: word(100) });
  return { network: network.id, device, plan: plan.id };
}
