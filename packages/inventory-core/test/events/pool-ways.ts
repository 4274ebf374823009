import { discover } from "./cause-steps.ts";
import type { EventScene } from "./event-scene.ts";

/** A way in which a pool of ten addresses gets from below nine of them to nine, and below again. */
export interface Way {
  readonly cross: () => Promise<unknown>;
  readonly fall: () => Promise<unknown>;
}

/** The pool, and the first three parts of its addresses `.1` to `.10`, all of which are free. */
export interface PoolPlace {
  readonly networkId: string;
  readonly poolId: string;
  readonly prefix: string;
}

const ips = (prefix: string, from: number, to: number): { ip: string }[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ ip: `${prefix}.${from + index}` }));

type Prepare = (scene: EventScene, pool: PoolPlace) => Promise<Way>;

/** Everything that changes how many addresses of a pool are taken. */
export const WAYS: readonly (readonly [what: string, prepare: Prepare])[] = [
  [
    "a device is created",
    async ({ inventory }, { prefix }) => {
      await inventory.devices.create({ name: "eight", addresses: ips(prefix, 1, 8) });
      let id = "";
      return {
        cross: async () => ({ id } = await inventory.devices.create({ name: "one", addresses: ips(prefix, 9, 9) })),
        fall: async () => await inventory.devices.delete(id),
      };
    },
  ],
  [
    "a device changes its addresses",
    async ({ inventory }, { prefix }) => {
      const { id } = await inventory.devices.create({ name: "some", addresses: ips(prefix, 1, 8) });
      const have = async (count: number) => await inventory.devices.update(id, { addresses: ips(prefix, 1, count) });
      return { cross: async () => await have(9), fall: async () => await have(8) };
    },
  ],
  [
    "addresses are allocated",
    async ({ inventory }, { poolId }) => {
      let held: readonly { id: string }[] = [];
      return {
        cross: async () => ({ allocations: held } = await inventory.pools.allocate(poolId, { count: 9 })),
        fall: async () =>
          await inventory.allocations
            .release(held[0]?.id ?? "")
            .then(async () => await Promise.all(held.slice(1).map(async ({ id }) => await inventory.allocations.release(id)))),
      };
    },
  ],
  [
    "addresses are held for a while",
    async ({ inventory, clock }, { poolId }) => ({
      cross: async () => await inventory.pools.allocate(poolId, { count: 9, ttl_seconds: 60 }),
      fall: async () => {
        await clock.advance(61_000);
        // Waits for the sweep, which is under way.
        while ((await inventory.pools.allocations(poolId)).length > 0) await new Promise((resolve) => setImmediate(resolve));
      },
    }),
  ],
  [
    "a discovered device is promoted",
    async (scene, { networkId, prefix }) => {
      const { inventory } = scene;
      await inventory.devices.create({ name: "eight", addresses: ips(prefix, 1, 8) });
      const seen = await discover(scene, networkId, `${prefix}.9`);
      let id = "";
      return {
        cross: async () => ({ id } = await inventory.discoveredDevices.promote(seen, { name: "ninth" })),
        fall: async () => await inventory.devices.delete(id),
      };
    },
  ],
  [
    "a pool of a network inside hands out",
    async ({ inventory }, { prefix }) => {
      const inside = await inventory.networks.create({ name: "inside", subnet: `${prefix}.0/28` });
      const pool = await inventory.pools.create(inside.id, { name: "inside", start_ip: `${prefix}.1`, end_ip: `${prefix}.14` });
      const { allocations } = await inventory.pools.allocate(pool.id, { count: 8 });
      let ninth = "";
      return {
        cross: async () => (ninth = (await inventory.pools.allocate(pool.id, {})).allocations[0]?.id ?? ""),
        fall: async () => (await inventory.allocations.release(ninth), allocations),
      };
    },
  ],
  [
    "its range is changed",
    async ({ inventory }, { poolId, prefix }) => {
      await inventory.devices.create({ name: "eight", addresses: ips(prefix, 1, 8) });
      return {
        cross: async () => await inventory.pools.update(poolId, { end_ip: `${prefix}.8` }),
        fall: async () => await inventory.pools.update(poolId, { end_ip: `${prefix}.10` }),
      };
    },
  ],
  [
    "its network goes to a datacenter that has taken addresses",
    async ({ inventory }, { networkId, prefix }) => {
      const { id } = await inventory.datacenters.create({ name: "dc" });
      const other = await inventory.networks.create({ name: "same", subnet: `${prefix}.0/25`, datacenter_id: id });
      await inventory.devices.create({
        name: "nine",
        datacenter_id: id,
        addresses: ips(prefix, 1, 9).map((address) => ({ ...address, network_id: other.id })),
      });
      return {
        cross: async () => await inventory.networks.update(networkId, { datacenter_id: id }),
        fall: async () => await inventory.networks.update(networkId, { datacenter_id: null }),
      };
    },
  ],
  [
    "a datacenter goes, and its addresses come",
    async ({ inventory }, { prefix }) => {
      let devices: readonly string[] = [];
      return {
        cross: async () => {
          const { id } = await inventory.datacenters.create({ name: "dc" });
          const other = await inventory.networks.create({ name: "same", subnet: `${prefix}.0/25`, datacenter_id: id });
          const device = await inventory.devices.create({
            name: "nine",
            datacenter_id: id,
            addresses: ips(prefix, 1, 9).map((address) => ({ ...address, network_id: other.id })),
          });
          devices = [device.id];
          await inventory.datacenters.delete(id);
        },
        fall: async () => {
          for (const id of devices) await inventory.devices.delete(id);
        },
      };
    },
  ],
  [
    "a network of a datacenter goes, and its addresses come",
    async ({ inventory }, { prefix }) => {
      const { id: dc } = await inventory.datacenters.create({ name: "dc" });
      let device = "";
      return {
        cross: async () => {
          const other = await inventory.networks.create({ name: "same", subnet: `${prefix}.0/25`, datacenter_id: dc });
          ({ id: device } = await inventory.devices.create({
            name: "nine",
            addresses: ips(prefix, 1, 9).map((address) => ({ ...address, network_id: other.id })),
          }));
          await inventory.networks.delete(other.id);
        },
        fall: async () => await inventory.devices.delete(device),
      };
    },
  ],
];
