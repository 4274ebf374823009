import { type Conflict, type Inventory, type Network, newId, STORAGE } from "@cadastre/inventory-core";
import { see } from "../reconciliation/see.ts";

/** More addresses than a slice has rows, one after the other. */
const BLOCK = Array.from({ length: 600 }, (_, index) => ({ ip: `10.0.${1 + Math.floor(index / 256)}.${index % 256}` }));

/** More runs than a slice has rows: every second address. */
const SCATTERED = Array.from({ length: 520 }, (_, index) => ({ ip: `10.0.${100 + Math.floor(index / 128)}.${(index * 2) % 256}` }));

/** Addresses of one device of those that share them out: the index takes longer than its share over long texts. */
const SHARE = 40;

/** As after a scan of the first of some twins: an address answered with another hardware address than before. */
async function seeOtherHardware(inventory: Inventory, { id, name, subnet }: Network): Promise<void> {
  if (name !== "Twin one") return;
  const conflict: Conflict = {
    id: newId(),
    type: "discovery_mismatch",
    status: "active",
    description: "10.9.0.9 answered with another MAC address",
    ip_address: "10.9.0.9",
    device_ids: [],
    device_names: [],
    network_ids: [id],
    network_names: [name],
    subnets: [subnet],
    detected_at: "2026-01-01T00:00:00.000Z",
    resolved_at: null,
    resolved_by: "",
    notes: "",
    allocation_ids: [],
  };
  const row = [conflict.id, conflict.type, conflict.status, 0, "40a090009", conflict.detected_at, JSON.stringify(conflict)];
  await inventory.host
    .get(STORAGE)
    .write(
      async (transaction) =>
        await transaction.insert("conflict", ["id", "type", "status", "space", "subject", "detected_at", "doc"], [row]),
    );
}

/** As after scans of two networks, of which one has more hosts than a slice has rows; and an address that was let go. */
async function passOver(inventory: Inventory, size: "small" | "large"): Promise<void> {
  const network = await inventory.networks.create({ name: "Seen", subnet: "10.50.0.0/20" });
  const pool = await inventory.pools.create(network.id, {
    name: "Waiting",
    start_ip: "10.50.8.1",
    end_ip: "10.50.8.9",
    quarantine_seconds: 86_400,
  });
  const { allocations } = await inventory.pools.allocate(pool.id, {});
  await inventory.allocations.release(allocations[0]?.id ?? "");
  await inventory.devices.create({ name: "Known", addresses: [{ ip: "10.50.0.3" }, { ip: "10.50.0.4" }] });
  const seen = Array.from({ length: size === "large" ? 700 : 6 }, (_, at) => ({ ip: `10.50.${(at + 2) >> 8}.${(at + 2) & 255}` }));
  await inventory.host.get(STORAGE).write(async (transaction) => {
    await transaction.run("delete from setting where name = 'allocation.seen'");
    await transaction.insert("setting", ["name", "value"], [["allocation.seen", JSON.stringify({ days: 7, isMarked: true })]]);
  });
  await see(inventory, network.id, seen);
  // Marks and runs are derived from them.
  await inventory.rebuild();
}

/** As after a scan that did not see an address. */
async function missOnce(inventory: Inventory, deviceId: string): Promise<void> {
  const insert = `insert into address_absence (space, ip_key, device_id, misses, since) select space, ip_key, device_id, 1, '2026-01-01'
    from address where device_id = ? and ip = '10.60.0.2'`;
  await inventory.host.get(STORAGE).write(async (transaction) => await transaction.run(insert, [deviceId]));
}

/**
 * An inventory with something of everything that is derived, in several address spaces and both families.
 * @param size of what a verification reads and rewrites in slices: a few rows, or more than one slice
 */
export async function buildScene(inventory: Inventory, size: "small" | "large"): Promise<void> {
  const devices = size === "large" ? Infinity : 1;
  await inventory.fields.create({ record: "device", name: "keeper", type: "text" });
  await inventory.fields.create({ record: "device", name: "serial", type: "text", unique: true });
  await inventory.fields.create({ record: "pool", name: "units", type: "number" });
  await inventory.fields.create({ record: "vlan", name: "floor", type: "number" });
  const berlin = await inventory.datacenters.create({ name: "Berlin", location: "Saal 1" });
  const paris = await inventory.datacenters.create({ name: "Paris" });
  const shared = await inventory.spaces.create({ name: "Shared", rd: "65000:1" });
  const rome = await inventory.datacenters.create({ name: "Rome", space_id: shared.id });
  const group = await inventory.vlanGroups.create({ name: "Office", datacenter_id: berlin.id });
  const vlan = await inventory.vlans.create({ vid: 7, group_id: group.id, fields: { floor: 3 } });
  const lent = await inventory.networks.create({ name: "Lent", subnet: "10.40.0.0/24", datacenter_id: berlin.id, space_id: shared.id });
  await inventory.pools.create(lent.id, { name: "Lent pool", start_ip: "10.40.0.8", end_ip: "10.40.0.15" });
  await inventory.devices.create({ name: "Linked", datacenter_id: rome.id, addresses: [{ ip: "10.40.0.9" }, { ip: "10.41.0.9" }] });
  await inventory.networks.create({ name: "Wide", subnet: "10.0.0.0/16", datacenter_id: berlin.id, vlan: vlan.id });
  const narrow = await inventory.networks.create({ name: "Narrow", subnet: "10.0.0.0/24", datacenter_id: berlin.id });
  await inventory.discoveryRules.create({ network_id: narrow.id });
  const six = await inventory.networks.create({ name: "Six", subnet: "2001:db8::/64" });
  for (const name of ["Twin one", "Twin two"])
    await seeOtherHardware(inventory, await inventory.networks.create({ name, subnet: "10.9.0.0/24" }));
  const pool = await inventory.pools.create(narrow.id, { name: "Front", start_ip: "10.0.0.0", end_ip: "10.0.0.255", tags: ["a", "b"] });
  await inventory.pools.create(six.id, { name: "Six pool", start_ip: "2001:db8::10", end_ip: "2001:db8::1f", fields: { units: 2 } });
  const one = await inventory.devices.create({
    name: "Alpha-One",
    hostname: "alpha.example.com",
    datacenter_id: berlin.id,
    tags: ["web", "prod"],
    domains: ["one.example.com", "two.example.com"],
    fields: { keeper: "Ada", serial: "S-1" },
    addresses: [{ ip: "10.0.0.5" }, { ip: "10.0.0.6" }, { ip: "10.0.0.7" }, { ip: "2001:db8::11" }],
  });
  const two = await inventory.devices.create({ name: "Shares", datacenter_id: berlin.id, addresses: [{ ip: "10.0.0.5" }] });
  const watched = await inventory.networks.create({ name: "Watched", subnet: "10.60.0.0/28" });
  const addresses = [{ ip: "10.60.0.1" }, { ip: "10.60.0.2" }];
  const seen = await inventory.devices.create({ name: "Seen", hostname: "seen.example.com", addresses });
  await see(inventory, watched.id, [{ ip: "10.60.0.1", hostname: "other.example.com" }, { ip: "10.60.0.3" }]);
  await missOnce(inventory, seen.id);
  await inventory.devices.create({ name: "Unlinked", datacenter_id: paris.id, addresses: [{ ip: "192.168.1.1" }] });
  await inventory.devices.create({ name: `Ünï "quoted" 🚀 server`, description: "50% of_it \\ here" });
  await inventory.devices.create({ name: "ab" });
  for (const [name, all] of [
    ["Block", BLOCK],
    ["Scattered", SCATTERED],
  ] as const) {
    for (let at = 0; at < Math.min(all.length, devices * SHARE); at += SHARE) {
      await inventory.devices.create({ name: `${name} ${at}`, datacenter_id: berlin.id, addresses: all.slice(at, at + SHARE) });
    }
  }
  await inventory.pools.allocate(pool.id, { count: 3, note: "held" });
  const { allocations } = await inventory.pools.allocate(pool.id, { count: 1, key: "confirmed" });
  await inventory.devices.create({ name: "Confirms", datacenter_id: berlin.id, addresses: [{ ip: allocations[0]?.ip as string }] });
  await inventory.relationships.create(one.id, { child_id: two.id, type: "contains" });
  await inventory.relationships.create(two.id, { child_id: one.id, type: "connected_to" });
  await passOver(inventory, size);
}
