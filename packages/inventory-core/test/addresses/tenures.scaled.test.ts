import {
  createInventory,
  type Datacenter,
  type Device,
  type Inventory,
  isInventoryError,
  type Network,
  type Space,
  STORAGE,
} from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { Random } from "../model/random.ts";
import type { World as RecordWorld } from "../plans/plan-world.ts";
import { expectServed, StoredWorld } from "../plans/stored-world.ts";
import { expectLogged, type Holder, HolderLog } from "./holder-log.ts";
import { expectAllLogged, SpaceNumbers } from "./kept-holders.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

// Who held an address when, against a naive log of all writes, in a world so small that most writes are about the same addresses. The
// model's random operations ask the same of everything else that they do (model/random-operations.scaled.test.ts). CADASTRE_OPERATIONS sets how
// many writes there are; each six hundred have a world and a seed of their own, from CADASTRE_SEED on, so that CADASTRE_SEED alone repeats
// a failure, and slices of seeds are slices of a long trial (`pnpm soak --trial tenures`).

const SEED = Number(process.env["CADASTRE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const OPERATIONS = Number(process.env["CADASTRE_OPERATIONS"] ?? atDepth({ few: 150, many: 600 }));
const CHECK_INTERVAL = 20;
const LOOKS = 5;
const LAST_LOOKS = 50;

/** Writes of one world. */
const WORLD = 600;
const MAX_DEVICES = 14;

/** What may be answered to a write that is not possible. */
const ALLOWED = new Set(["VALIDATION_ERROR", "CONFLICT", "ALREADY_EXISTS"]);

interface World {
  readonly inventory: Inventory;
  readonly random: Random;
  readonly devices: readonly string[];
  readonly networks: readonly string[];
  readonly datacenters: readonly string[];
  readonly spaces: readonly string[];
}

type Write = (world: World) => Promise<unknown>;

const NONE = "00000000-0000-7000-8000-000000000000";
const orNone = ({ random }: World, ids: readonly string[]): string | null => (random.chance(0.4) ? null : (random.pick(ids) ?? null));
const some = ({ random }: World, ids: readonly string[]): string => random.pick(ids) ?? NONE;
const subnet = ({ random }: World): string => random.of("10.0.0.0/28", "10.0.0.0/29", "10.0.0.8/29", "10.0.0.16/28", "2001:db8::/64");

const addresses = ({ random }: World): { ip: string; port: number; mac: string }[] =>
  Array.from({ length: random.of(0, 1, 1, 2, 3) }, (_, index) => ({
    ip: random.chance(0.8) ? `10.0.0.${1 + random.below(20)}` : `2001:db8::${1 + random.below(4)}`,
    port: 1 + index,
    mac: random.of("", "", "02:00:00:00:00:01", "02:00:00:00:00:02"),
  }));

const body = (world: World) => ({
  name: `device ${world.random.below(30)}`,
  datacenter_id: orNone(world, world.datacenters),
  addresses: addresses(world),
});

const deleteDevice: Write = async (world) => await world.inventory.devices.delete(some(world, world.devices));

const WRITES: readonly (readonly [weight: number, write: Write])[] = [
  [6, async (world) => await world.inventory.devices.create(body(world))],
  [1, async (world) => await world.inventory.devices.createMany([body(world), body(world), body(world)])],
  [3, async (world) => await Promise.all([body(world), body(world)].map(async (one) => await world.inventory.devices.create(one)))],
  [8, async (world) => await world.inventory.devices.update(some(world, world.devices), { addresses: addresses(world) })],
  [3, async (world) => await world.inventory.devices.update(some(world, world.devices), { name: `device ${world.random.below(30)}` })],
  [
    2,
    async (world) => await world.inventory.devices.update(some(world, world.devices), { datacenter_id: orNone(world, world.datacenters) }),
  ],
  [1, async (world) => await world.inventory.devices.update(some(world, world.devices), { location: `rack ${world.random.below(30)}` })],
  [4, deleteDevice],
  [
    1,
    async (world) =>
      await world.inventory.devices.bulkUpdate({
        ids: [some(world, world.devices), some(world, world.devices)],
        set: { datacenter_id: orNone(world, world.datacenters) },
      }),
  ],
  [0.5, async (world) => await world.inventory.devices.bulkDelete({ ids: [some(world, world.devices), some(world, world.devices)] })],
  [
    2,
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
  [
    2,
    async (world) =>
      await world.inventory.networks.update(some(world, world.networks), { datacenter_id: orNone(world, world.datacenters) }),
  ],
  [2, async (world) => await world.inventory.networks.delete(some(world, world.networks))],
  [1, renumber],
  [1, async (world) => await world.inventory.datacenters.create({ name: "dc", space_id: orNone(world, world.spaces) })],
  [1, async (world) => await world.inventory.datacenters.update(some(world, world.datacenters), { space_id: orNone(world, world.spaces) })],
  [0.5, async (world) => await world.inventory.datacenters.delete(some(world, world.datacenters))],
  [0.5, async (world) => await world.inventory.spaces.create({ name: `space ${world.random.below(3)}` })],
  [0.3, async (world) => await world.inventory.spaces.delete(some(world, world.spaces))],
];

async function renumber(world: World): Promise<unknown> {
  const to = world.random.of("10.0.0.0/28", "10.0.0.16/28", "10.0.0.0/29", "10.0.0.8/29");
  const plan = await world.inventory.networks.renumber(some(world, world.networks), { subnet: to });
  return await world.inventory.plans.apply(plan.id);
}

/** Who holds what, told by the records alone. */
function holdersOf(world: RecordWorld): {
  readonly holders: Holder[];
  readonly spaces: string[];
  readonly ids: Omit<World, "inventory" | "random">;
} {
  const all = { device: [] as Device[], network: [] as Network[], datacenter: [] as Datacenter[], space: [] as Space[] };
  for (const [key, record] of world) {
    const type = key.slice(0, key.indexOf("/"));
    if (type in all) (all[type as keyof typeof all] as unknown[]).push(record);
  }
  const { device: devices, network: networks, datacenter: datacenters, space: spaces } = all;
  const homes = new Map<string | null, string>([
    [null, "none"],
    ...datacenters.map(({ id, space_id: space }) => [id, space ?? id] as const),
  ]);
  const home = (datacenter: string | null): string => homes.get(datacenter) as string;
  const spaceOf = new Map(networks.map(({ id, space_id: space, datacenter_id: datacenter }) => [id, space ?? home(datacenter)]));
  return {
    holders: devices.flatMap(({ id, name, datacenter_id: datacenter, addresses: held }) =>
      held.map(({ ip, mac, network_id: network }) => ({
        space: network === null ? home(datacenter) : (spaceOf.get(network) as string),
        ip,
        device: id,
        name,
        mac,
      })),
    ),
    spaces: ["none", ...datacenters.map(({ id }) => id), ...spaces.map(({ id }) => id)],
    ids: {
      devices: devices.map(({ id }) => id),
      networks: networks.map(({ id }) => id),
      datacenters: datacenters.map(({ id }) => id),
      spaces: spaces.map(({ id }) => id),
    },
  };
}

const STRANGE = "select count(*) as count from address_tenure where to_at < from_at or (change_id is null) <> (by_name is null)";

async function oneWorld(openPlace: () => Promise<TestDatabase>, { seed, writes }: { readonly seed: number; readonly writes: number }) {
  await using place = await openPlace();
  const clock = new FakeClock();
  await using inventory = await createInventory({ storage: place.storage(), clock });
  const random = new Random(seed);
  const log = new HolderLog();
  const stored = new StoredWorld(inventory);
  const numbers = new SpaceNumbers();
  let { holders, spaces, ids } = holdersOf((await stored.now()).world);
  for (let number = 1; number <= writes; number += 1) {
    // Some writes come at one time.
    await clock.advance(random.of(0, 1, 1, 2, 50));
    const world = { inventory, random, ...ids };
    const write = ids.devices.length > MAX_DEVICES && random.chance(0.5) ? deleteDevice : random.weighted(WRITES);
    await write(world).catch((error: unknown) => {
      if (!isInventoryError(error) || !(ALLOWED.has(error.code) || error.code.endsWith("NOT_FOUND"))) throw error;
    });
    const { world: now, events } = await stored.now();
    ({ holders, spaces, ids } = holdersOf(now));
    log.note(holders, clock.now());
    if (events.some(({ what }) => /^(?:space|datacenter)\.created$/.test(what))) await numbers.learn(inventory);
    if (number % CHECK_INTERVAL === 0) await expectLogged(log, inventory, random, { spaces, now: clock.now(), times: LOOKS });
  }
  await expectLogged(log, inventory, random, { spaces, now: clock.now(), times: LAST_LOOKS });
  await expectAllLogged(log, inventory, numbers);
  await expectServed(inventory, stored);
  expect((await inventory.verify()).differences).toEqual([]);
  expect(await inventory.host.get(STORAGE).read.get(STRANGE)).toEqual({ count: 0 });
}

describe.each(DATABASES)("who held an address when, on %s", (name, openPlace) => {
  it("is what a naive log of all writes says, at random instants", async () => {
    console.info(`${name}: ${OPERATIONS} random writes with CADASTRE_SEED=${SEED}`);
    for (let done = 0; done < OPERATIONS; done += WORLD) {
      const seed = SEED + done / WORLD;
      await oneWorld(openPlace, { seed, writes: Math.min(WORLD, OPERATIONS - done) }).catch((error: unknown) => {
        throw new Error(`CADASTRE_SEED=${seed} on ${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
    }
  });
});
