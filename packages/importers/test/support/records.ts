import type { Datacenter, Device, Field, Network, Pool, Relationship, Space } from "@cadastre/inventory-core";
import type { ExportRecords } from "../../src/index.ts";

const times = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-02T00:00:00Z" };

export const FIELD: Field = {
  id: "0198c1a2-0000-7000-8000-000000000008",
  record: "device",
  name: "tier",
  label: "=Tier",
  type: "choice",
  choices: ["gold;silver", "none"],
  required: false,
  unique: true,
  description: "of support",
  position: 3,
  ...times,
};

export const SPACE: Space = {
  id: "0198c1a2-0000-7000-8000-000000000009",
  name: "red",
  rd: "65000:1",
  description: "",
  fields: {},
  ...times,
};

export const DATACENTER: Datacenter = {
  id: "0198c1a2-0000-7000-8000-000000000001",
  name: "fra1",
  location: "Frankfurt",
  space_id: null,
  description: "",
  fields: {},
  ...times,
};
export const NETWORK: Network = {
  id: "0198c1a2-0000-7000-8000-000000000002",
  parent_id: null,
  name: "lan",
  subnet: "10.0.0.0/24",
  vlan_id: 12,
  vlan: null,
  datacenter_id: DATACENTER.id,
  space_id: null,
  description: "",
  status: "active",
  tags: [],
  fields: {},
  ...times,
};
export const POOL: Pool = {
  id: "0198c1a2-0000-7000-8000-000000000003",
  network_id: NETWORK.id,
  name: "p",
  start_ip: "10.0.0.10",
  end_ip: "10.0.0.20",
  description: "",
  tags: ["a;b", "c"],
  quarantine_seconds: 0,
  fields: {},
  ...times,
};

export const address = (ip: string, more: Partial<Device["addresses"][number]> = {}): Device["addresses"][number] => ({
  id: `address ${ip}`,
  ip,
  port: null,
  type: ip.includes(":") ? "ipv6" : "ipv4",
  label: "",
  network_id: null,
  switch_port: "",
  pool_id: null,
  mac: "",
  ...more,
});

export const device = (name: string, more: Partial<Device> = {}): Device => ({
  id: `0198c1a2-0000-7000-8000-0000000001${name.length.toString().padStart(2, "0")}`,
  name,
  hostname: "",
  description: "",
  make_model: "",
  os: "",
  datacenter_id: DATACENTER.id,
  username: "",
  location: "",
  status: "active",
  tags: [],
  addresses: [],
  domains: [],
  fields: {},
  ...times,
  ...more,
});

/** Records of each type; those that are not given are none. */
export function recordsOf(given: {
  readonly field?: readonly Field[];
  readonly space?: readonly Space[];
  readonly datacenter?: readonly Datacenter[];
  readonly network?: readonly Network[];
  readonly pool?: readonly Pool[];
  readonly device?: readonly Device[];
  readonly relationship?: readonly Relationship[];
}): ExportRecords {
  async function* each<T>(records: readonly T[] = []): AsyncGenerator<T> {
    yield* records;
  }
  return {
    field: () => each(given.field),
    space: () => each(given.space),
    datacenter: () => each(given.datacenter),
    network: () => each(given.network),
    pool: () => each(given.pool),
    device: () => each(given.device),
    relationship: () => each(given.relationship),
  };
}

export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}
