import { type ImportReport, type ImportRow, type Inventory, type PlanLine, type PlanStep } from "@cadastre/inventory-core";

/** Rows by what they set, at lines in their order. */
export function rowsOf(...rows: readonly (Omit<ImportRow, "at"> & { readonly at?: ImportRow["at"] })[]): ImportRow[] {
  return rows.map((row, index) => ({ at: { line: index + 2 }, ...row }));
}

/** A site with two networks, a pool, devices and what relates them, of which each kind refers to another. */
export const SITE: readonly ImportRow[] = rowsOf(
  { type: "datacenter", ref: "dc1", set: { name: "fra1", location: "Frankfurt" } },
  { type: "network", ref: "n1", set: { name: "office", subnet: "10.0.0.0/24", vlan_id: 12, datacenter: { ref: "dc1" } } },
  { type: "network", set: { name: "v6", subnet: "2001:db8::/64", datacenter: { name: "fra1" } } },
  { type: "pool", ref: "p1", set: { name: "dhcp", start_ip: "10.0.0.100", end_ip: "10.0.0.120", network: { ref: "n1" } } },
  {
    type: "device",
    ref: "rack",
    set: { name: "rack-1", datacenter: { ref: "dc1" }, tags: ["rack"] },
  },
  {
    type: "device",
    ref: "web",
    set: {
      name: "web-1",
      datacenter: { ref: "dc1" },
      status: "planned",
      tags: ["web", "prod"],
      domains: ["www.example.com"],
      addresses: [
        { ip: "10.0.0.101", network: { ref: "n1" }, pool: { name: "dhcp" }, label: "eth0" },
        { ip: "2001:db8::1", network: { subnet: "2001:db8::/64", datacenter: { name: "fra1" } } },
      ],
    },
  },
  { type: "relationship", set: { parent: { ref: "rack" }, child: { ref: "web" }, type: "contains" } },
);

/** The lines of a plan. */
export async function planOf(inventory: Pick<Inventory, "import">, rows: Iterable<unknown>): Promise<PlanLine[]> {
  return await inventory.import.plan(rows as Iterable<ImportRow>);
}

export const stepsOf = (plan: readonly PlanLine[]): PlanStep[] => plan.flatMap((line) => (line.kind === "step" ? [line] : []));

/** What becomes of the rows of a plan, in their order. */
export const actionsOf = (plan: readonly PlanLine[]): string[] => stepsOf(plan).map(({ action }) => action);

/** What is said against rows: line, field and sentence. */
export function problemsOf(plan: readonly PlanLine[]): string[] {
  return plan.flatMap((line) => {
    if (line.kind === "problem") return [`${line.at.line ?? line.at.path} ${line.field ?? ""}: ${line.message}`];
    if (line.kind !== "step") return [];
    return (line.problems ?? []).map(({ field, message }) => `${line.row.at.line ?? line.row.at.path} ${field ?? ""}: ${message}`);
  });
}

/** Plans and applies. */
export async function importRows(
  inventory: Inventory,
  rows: Iterable<unknown>,
  mode: "whole" | "per_row" = "whole",
): Promise<ImportReport> {
  return await inventory.import.apply(await planOf(inventory, rows), { mode });
}

/** Everything that the inventory holds, without what differs from one making to the next: ids and times. */
export async function contentOf(inventory: Inventory): Promise<unknown> {
  const fields = await inventory.fields.list();
  const spaces = await inventory.spaces.list();
  const datacenters = await inventory.datacenters.list();
  const networks = await inventory.networks.list();
  const devices = await inventory.devices.list();
  const pools = (await Promise.all(networks.map(async ({ id }) => await inventory.pools.list(id)))).flat();
  const names = new Map([...spaces, ...datacenters, ...networks, ...pools, ...devices].map(({ id, name }) => [id, name]));
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, inner: unknown) => {
        if (key === "id" || key === "created_at" || key === "updated_at") return undefined;
        return key.endsWith("_id") && typeof inner === "string" ? (names.get(inner) ?? inner) : inner;
      }),
    );
  const sorted = (records: readonly unknown[]): string[] => records.map((record) => JSON.stringify(plain(record))).toSorted();
  const used = await Promise.all(
    networks.map(async ({ id, name, subnet }) => ({ name, subnet, used: (await inventory.networks.utilization(id)).used_ips })),
  );
  return {
    fields: sorted(fields),
    spaces: sorted(spaces),
    datacenters: sorted(datacenters),
    networks: sorted(networks),
    pools: sorted(pools),
    devices: sorted(devices),
    relationships: sorted(await inventory.relationships.listAll()),
    conflicts: (await inventory.conflicts.list()).length,
    used: sorted(used),
  };
}
