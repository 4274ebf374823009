import { createInventory, type Inventory, isInventoryError, STORAGE } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases } from "@cadastre/testing";
import { expect, inject, it } from "vitest";
import { setDefaultIsolation } from "../storage/postgresql/default-isolation.ts";
import { Random } from "./random.ts";
import { expectTables } from "./tables.ts";

// Clients of two hosts get into each other's way in a world so small that most of their operations are about the same
// records. In which order these take effect nobody can say; whatever it was, every rule holds afterwards.

const SEED = Number(process.env["CADASTRE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const CLIENTS = 6;
const ROUNDS = 25;

/** What may be answered to an operation that came too late. */
const ALLOWED = new Set([
  "VALIDATION_ERROR",
  "ALREADY_EXISTS",
  "CONFLICT",
  "NOT_FOUND",
  "IP_NOT_AVAILABLE",
  "DEVICE_NOT_FOUND",
  "NETWORK_NOT_FOUND",
  "POOL_NOT_FOUND",
  "DATACENTER_NOT_FOUND",
  "SPACE_NOT_FOUND",
  "PRECONDITION_FAILED",
]);

/** Ids that clients have heard of, gone or not. */
interface Known {
  readonly spaces: string[];
  readonly datacenters: string[];
  readonly networks: string[];
  readonly pools: string[];
  readonly devices: string[];
  readonly allocations: string[];
}

type Operation = (host: Inventory, known: Known, random: Random) => Promise<unknown>;

const GONE = "00000000-0000-7000-8000-000000000000";
const any = (random: Random, ids: readonly string[]): string => random.pick(ids.slice(-8)) ?? GONE;
const orNone = (random: Random, ids: readonly string[]): string | null =>
  random.chance(0.5) ? null : (random.pick(ids.slice(-4)) ?? null);
const address = (random: Random): string => `10.0.${random.below(4)}.${random.below(48)}`;
const subnet = (random: Random): string =>
  random.of("10.0.0.0/16", "10.0.0.0/22", `10.0.${random.below(4)}.0/24`, `10.0.${random.below(4)}.0/26`);

async function kept<T extends { readonly id: string }>(ids: string[], made: Promise<T>): Promise<T> {
  const record = await made;
  ids.push(record.id);
  return record;
}

const OPERATIONS: readonly (readonly [weight: number, operation: Operation])[] = [
  [1, async (host, { spaces }, random) => await kept(spaces, host.spaces.create({ name: `space ${random.below(3)}` }))],
  [1, async (host, { spaces }, random) => await host.spaces.delete(any(random, spaces))],
  [
    1,
    async (host, { spaces, datacenters }, random) =>
      await kept(datacenters, host.datacenters.create({ name: "dc", space_id: orNone(random, spaces) })),
  ],
  [
    2,
    async (host, { spaces, datacenters }, random) =>
      await host.datacenters.update(any(random, datacenters), { space_id: orNone(random, spaces) }),
  ],
  [1, async (host, { datacenters }, random) => await host.datacenters.delete(any(random, datacenters))],
  [
    3,
    async (host, { spaces, networks, datacenters }, random) =>
      await kept(
        networks,
        host.networks.create({
          name: "n",
          subnet: subnet(random),
          datacenter_id: orNone(random, datacenters),
          space_id: random.chance(0.3) ? orNone(random, spaces) : null,
        }),
      ),
  ],
  [
    2,
    async (host, { networks, datacenters }, random) =>
      await host.networks.update(any(random, networks), { datacenter_id: orNone(random, datacenters) }),
  ],
  [
    1,
    async (host, { networks, spaces }, random) => await host.networks.update(any(random, networks), { space_id: orNone(random, spaces) }),
  ],
  [1, async (host, { networks }, random) => await host.networks.update(any(random, networks), { subnet: subnet(random) })],
  [1, async (host, { networks }, random) => await host.networks.delete(any(random, networks))],
  [
    6,
    async (host, { networks, pools }, random) => {
      const [third, first] = [random.below(4), random.below(40)];
      return await kept(
        pools,
        host.pools.create(any(random, networks), { name: "p", start_ip: `10.0.${third}.${first}`, end_ip: `10.0.${third}.${first + 10}` }),
      );
    },
  ],
  [1, async (host, { pools }, random) => await host.pools.delete(any(random, pools))],
  [
    8,
    async (host, { devices, datacenters }, random) =>
      await kept(
        devices,
        host.devices.create({
          name: "d",
          datacenter_id: orNone(random, datacenters),
          addresses: Array.from({ length: random.of(0, 1, 2) }, () => ({ ip: address(random), port: random.below(1000) + 1 })),
        }),
      ),
  ],
  [
    4,
    async (host, { devices, datacenters }, random) =>
      await host.devices.update(any(random, devices), { datacenter_id: orNone(random, datacenters), addresses: [{ ip: address(random) }] }),
  ],
  [2, async (host, { devices }, random) => await host.devices.delete(any(random, devices))],
  [
    8,
    async (host, { devices }, random) =>
      await host.relationships.create(any(random, devices), { child_id: any(random, devices), type: random.of("contains", "depends_on") }),
  ],
  [
    8,
    async (host, { pools, allocations }, random) => {
      const answer = await host.pools.allocate(
        any(random, pools),
        random.chance(0.5) ? { count: random.of(1, 2) } : { key: `key-${random.below(4)}` },
      );
      allocations.push(...answer.allocations.map(({ id }) => id));
    },
  ],
  [2, async (host, { allocations }, random) => await host.allocations.release(any(random, allocations))],
  [1, async (host) => await host.conflicts.detect()],
];

it.each(["read committed", "repeatable read", "serializable"])(
  "every rule holds after clients of two hosts worked at once, the default isolation being %s",
  async (isolation) => {
    console.info(`clients of two hosts, ${isolation}, with CADASTRE_SEED=${SEED}`);
    await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    await setDefaultIsolation(database, isolation);
    await using one = await createInventory({ storage: postgresql(database.url) });
    await using other = await createInventory({ storage: postgresql(database.url) });
    const random = new Random(SEED);
    const known: Known = { spaces: [], datacenters: [], networks: [], pools: [], devices: [], allocations: [] };
    const codes = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = Array.from({ length: CLIENTS * 2 }, async (_, index) => {
        const operation = random.weighted(OPERATIONS);
        const code = await operation(index % 2 === 0 ? one : other, known, random).then(
          () => "ok",
          (error: unknown) => (isInventoryError(error) ? error.code : `raw ${String(error)}`),
        );
        codes.set(code, (codes.get(code) ?? 0) + 1);
      });
      await Promise.all(asked);
    }
    expect(
      [...codes.keys()].filter((code) => code !== "ok" && !ALLOWED.has(code)),
      "codes that nobody should get",
    ).toEqual([]);
    expect(codes.get("ok")).toBeGreaterThan(ROUNDS);
    const storage = one.host.get(STORAGE);
    await expectTables(storage);
    const { differences } = await one.verify();
    expect(differences, "what a verification finds").toEqual([]);
  },
);
