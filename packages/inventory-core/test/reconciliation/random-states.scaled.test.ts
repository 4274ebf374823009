import { createInventory, type Inventory, isInventoryError } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { Random } from "../model/random.ts";
import { statesOf } from "./naive-states.ts";
import { see } from "./see.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

// How what was seen stands to what is recorded, against a naive comparison of all records, while both change at random in a world so small
// that most changes are about the same addresses. CADASTRE_SEED repeats a failure, CADASTRE_OPERATIONS sets how many changes there are.

const SEED = Number(process.env["CADASTRE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const OPERATIONS = Number(process.env["CADASTRE_OPERATIONS"] ?? atDepth({ few: 100, many: 300 }));
const CHECK_INTERVAL = 5;

const ALLOWED = new Set(["VALIDATION_ERROR", "CONFLICT", "ALREADY_EXISTS", "CHANGE_NOT_FOUND"]);

interface World {
  readonly inventory: Inventory;
  readonly random: Random;
  readonly devices: readonly string[];
  readonly networks: readonly string[];
  readonly datacenters: readonly string[];
  readonly spaces: readonly string[];
  readonly seen: readonly string[];
}

type Write = (world: World) => Promise<unknown>;

const NONE = "00000000-0000-7000-8000-000000000000";
const orNone = ({ random }: World, ids: readonly string[]): string | null => (random.chance(0.4) ? null : (random.pick(ids) ?? null));
const some = ({ random }: World, ids: readonly string[]): string => random.pick(ids) ?? NONE;
const few = (world: World, ids: readonly string[]): string[] => [...new Set([some(world, ids), some(world, ids), some(world, ids)])];
const subnet = ({ random }: World): string => random.of("10.0.0.0/28", "10.0.0.0/29", "10.0.0.8/29", "10.0.0.16/28", "2001:db8::/120");
const ip = ({ random }: World): string => (random.chance(0.85) ? `10.0.0.${1 + random.below(20)}` : `2001:db8::${1 + random.below(3)}`);
// Of a vendor, locally administered, of a virtual router.
const mac = ({ random }: World): string =>
  random.of("", "", "3c:00:00:00:00:01", "3c:00:00:00:00:02", "02:00:00:00:00:03", "00:00:5e:00:01:07");
const hostname = ({ random }: World): string => random.of("", "", "web", "web.example.com", "WEB.example.org", "db.example.com");
const port = ({ random }: World): string => random.of("", "", "Gi1/0/1", "Gi1/0/2");

const addresses = (world: World) =>
  Array.from({ length: world.random.of(0, 1, 1, 2, 3) }, (_, index) => ({
    ip: ip(world),
    port: 1 + index,
    mac: mac(world),
    switch_port: port(world),
    label: world.random.of("", "", "db.example.com"),
  }));

const body = (world: World) => ({
  name: `device ${world.random.below(30)}`,
  hostname: hostname(world),
  domains: world.random.of([], ["web.example.org"], ["db.example.com", "web"]),
  datacenter_id: orNone(world, world.datacenters),
  addresses: addresses(world),
});

const sightings = (world: World) =>
  [...new Set([ip(world), ip(world), ip(world), ip(world)])].map((one) => ({
    ip: one,
    ...(world.random.chance(0.3) ? {} : { macAddress: mac(world) || "3c:00:00:00:00:01" }),
    ...(world.random.chance(0.5) ? {} : { hostname: hostname(world) || "web" }),
    ...(world.random.chance(0.7) ? {} : { switchPort: port(world) || "Gi1/0/1" }),
  }));

/** Some addresses of a network answer. */
async function scan(world: World): Promise<unknown> {
  const { id, subnet: range } = await world.inventory.networks.get(some(world, world.networks));
  const [first = "", length] = range.split("/");
  const lowest = Number(first.split(/[.:]/).at(-1));
  const inside = sightings(world).filter((one) => {
    if (one.ip.includes(":") !== first.includes(":")) return false;
    const last = Number(one.ip.split(/[.:]/).at(-1));
    return one.ip.includes(":") || (last >= lowest && last < lowest + 2 ** (32 - Number(length)));
  });
  return await see(world.inventory, id, inside);
}

async function undoLast({ inventory, random }: World): Promise<unknown> {
  const rows = await inventory.audit.list();
  const change = random.pick(rows.slice(0, 8))?.change_id;
  const plan = await inventory.changes.undo(change ?? NONE);
  return await inventory.plans.apply(plan.id);
}

async function planned(world: World): Promise<unknown> {
  const { inventory } = world;
  const plan = await inventory.plans.create({
    title: "p",
    steps: [
      { operation: "devices.create", body: body(world) },
      { operation: "discoveredDevices.promote", params: { id: some(world, world.seen) }, body: { name: "seen", force: true } },
      { operation: "devices.update", params: { id: "$0.id" }, body: { addresses: addresses(world) } },
    ],
  });
  return await inventory.plans.apply(plan.id);
}

async function renumber(world: World): Promise<unknown> {
  const plan = await world.inventory.networks.renumber(some(world, world.networks), { subnet: subnet(world) });
  return await world.inventory.plans.apply(plan.id);
}

async function resolve(world: World): Promise<unknown> {
  const conflicts = await world.inventory.conflicts.list({ type: "duplicate_ip", status: "active" });
  const conflict = world.random.pick(conflicts);
  return await world.inventory.conflicts.resolve(conflict?.id ?? NONE, {
    keep_device_id: world.random.pick(conflict?.device_ids ?? []) ?? NONE,
  });
}

const WRITES: readonly (readonly [weight: number, write: Write])[] = [
  [5, async (world) => await world.inventory.devices.create(body(world))],
  [1, async (world) => await world.inventory.devices.createMany([body(world), body(world)])],
  [5, async (world) => await world.inventory.devices.update(some(world, world.devices), { addresses: addresses(world) })],
  [2, async (world) => await world.inventory.devices.update(some(world, world.devices), { hostname: hostname(world) })],
  [
    1,
    async (world) => await world.inventory.devices.update(some(world, world.devices), { domains: world.random.of([], ["db.example.com"]) }),
  ],
  [
    2,
    async (world) => await world.inventory.devices.update(some(world, world.devices), { datacenter_id: orNone(world, world.datacenters) }),
  ],
  [3, async (world) => await world.inventory.devices.delete(some(world, world.devices))],
  [0.5, async (world) => await world.inventory.devices.bulkDelete({ ids: few(world, world.devices) })],
  [
    1,
    async (world) =>
      await world.inventory.devices.bulkUpdate({
        ids: few(world, world.devices),
        set: { datacenter_id: orNone(world, world.datacenters) },
      }),
  ],
  [
    3,
    async (world) =>
      await world.inventory.networks.create({
        name: "n",
        subnet: subnet(world),
        datacenter_id: orNone(world, world.datacenters),
        space_id: world.random.chance(0.5) ? null : orNone(world, world.spaces),
      }),
  ],
  [2, async (world) => await world.inventory.networks.update(some(world, world.networks), { space_id: orNone(world, world.spaces) })],
  [1, async (world) => await world.inventory.networks.update(some(world, world.networks), { subnet: subnet(world) })],
  [1, async (world) => await world.inventory.networks.delete(some(world, world.networks))],
  [1, renumber],
  [1, async (world) => await world.inventory.datacenters.create({ name: "dc", space_id: orNone(world, world.spaces) })],
  [1, async (world) => await world.inventory.datacenters.update(some(world, world.datacenters), { space_id: orNone(world, world.spaces) })],
  [0.5, async (world) => await world.inventory.datacenters.delete(some(world, world.datacenters))],
  [0.5, async (world) => await world.inventory.spaces.create({ name: `space ${world.random.below(3)}` })],
  [9, scan],
  [1, async (world) => await world.inventory.discoveredDevices.promote(some(world, world.seen), { name: "seen" })],
  [1, async (world) => await world.inventory.discoveredDevices.promoteMany({ ids: few(world, world.seen), group_by: "mac", force: true })],
  [2, async (world) => await world.inventory.discoveredDevices.link(some(world, world.seen), { device_id: some(world, world.devices) })],
  [
    3,
    async (world) =>
      await world.inventory.discoveredDevices.accept(some(world, world.seen), world.random.of({}, { fields: ["mac", "hostname"] })),
  ],
  [1, async (world) => await world.inventory.discoveredDevices.ignore(some(world, world.seen), {})],
  [0.5, async (world) => await world.inventory.discoveredDevices.unignore(some(world, world.seen))],
  [0.5, async (world) => await world.inventory.discoveredDevices.delete(some(world, world.seen))],
  [2, undoLast],
  [1, planned],
  [1, resolve],
];

const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);

it.for(DATABASES)("what was seen stands as a naive comparison says, on %s", async ([, openPlace]) => {
  console.info(`${OPERATIONS} random changes with CADASTRE_SEED=${SEED}`);
  await using place = await openPlace();
  const clock = new FakeClock();
  await using inventory = await createInventory({ storage: place.storage(), clock });
  const random = new Random(SEED);
  const states = new Set<string>();
  for (let index = 1; index <= OPERATIONS; index += 1) {
    await clock.advance(1000);
    const world: World = {
      inventory,
      random,
      devices: idsOf(await inventory.devices.list()),
      networks: idsOf(await inventory.networks.list()),
      datacenters: idsOf(await inventory.datacenters.list()),
      spaces: idsOf(await inventory.spaces.list()),
      seen: idsOf(await inventory.discoveredDevices.list({ state: ["unknown", "known", "differs", "ignored"] })),
    };
    const write = random.weighted(WRITES);
    await write(world).catch((error: unknown) => {
      if (!isInventoryError(error) || !(ALLOWED.has(error.code) || error.code.endsWith("NOT_FOUND"))) throw error;
    });
    if (index % CHECK_INTERVAL !== 0) continue;
    const { kept, naive, seen } = await statesOf(inventory);
    expect(kept, `after change ${index}: ${String(write)}`).toEqual(naive);
    for (const { state } of seen) states.add(state);
  }
  expect((await inventory.verify()).differences).toEqual([]);
  expect(states.size, "states that there were").toBeGreaterThanOrEqual(atDepth({ few: 0, many: Math.min(4, OPERATIONS / 75) }));
});
