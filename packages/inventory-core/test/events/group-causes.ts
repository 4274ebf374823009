import { expect } from "vitest";
import { type Cause, deviceAt, networkOf, told } from "./cause-steps.ts";

/** What happens to spaces, datacenters, pools and relationships. */
export const GROUP_CAUSES: readonly Cause[] = [
  [
    "a space is created, changes, is told again what it is, and goes",
    async (scene, begin) => {
      await begin();
      const created = await scene.inventory.spaces.create({ name: "red", rd: "65000:1" });
      const changed = await scene.inventory.spaces.update(created.id, { name: "blue", rd: "65000:1" });
      await scene.inventory.spaces.update(created.id, { name: "blue" });
      await scene.inventory.spaces.delete(created.id);
      return [
        ["space.created", created],
        ["space.updated", { ...changed, changes: ["name"] }],
        ["space.deleted", changed],
      ];
    },
  ],
  [
    "a datacenter comes to a space, with its networks and devices",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const { id: space } = await scene.inventory.spaces.create({ name: "shared" });
      const network = await networkOf(scene, prefix, { space_id: space });
      const { id } = await scene.inventory.datacenters.create({ name: "fra3" });
      const own = await networkOf(scene, scene.prefix(), { datacenter_id: id });
      const device = await scene.inventory.devices.create({ name: "in", datacenter_id: id, addresses: [{ ip: `${prefix}.1` }] });
      expect(device.addresses).toMatchObject([{ network_id: null }]);
      await begin();
      const changed = await scene.inventory.datacenters.update(id, { space_id: space });
      const now = await scene.inventory.devices.get(device.id);
      expect(now.addresses).toMatchObject([{ network_id: network.id }]);
      expect(await scene.inventory.networks.get(own.id)).toEqual(own);
      return [
        ["datacenter.updated", { ...changed, changes: ["space_id"] }],
        ["device.updated", told(now, { changes: ["addresses"] })],
      ];
    },
  ],
  [
    "a datacenter is created",
    async (scene, begin) => {
      await begin();
      return [["datacenter.created", await scene.inventory.datacenters.create({ name: "fra1" })]];
    },
  ],
  [
    "a datacenter changes, and is told again what it is",
    async (scene, begin) => {
      const { id } = await scene.inventory.datacenters.create({ name: "fra1" });
      await begin();
      const changed = await scene.inventory.datacenters.update(id, { name: "fra2", location: "Frankfurt", description: "" });
      await scene.inventory.datacenters.update(id, { name: "fra2" });
      expect(await scene.inventory.datacenters.get(id)).toEqual(changed);
      return [["datacenter.updated", { ...changed, changes: ["name", "location"] }]];
    },
  ],
  [
    "a pool is created",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      await begin();
      return [
        ["pool.created", await scene.inventory.pools.create(network.id, { name: "p", start_ip: `${prefix}.1`, end_ip: `${prefix}.9` })],
      ];
    },
  ],
  [
    "a pool changes, and is told again what it is",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      const { id } = await scene.inventory.pools.create(network.id, { name: "p", start_ip: `${prefix}.1`, end_ip: `${prefix}.9` });
      await begin();
      const changed = await scene.inventory.pools.update(id, { tags: ["t"], end_ip: `${prefix}.8`, name: "p" });
      await scene.inventory.pools.update(id, { tags: ["t"] });
      expect(await scene.inventory.pools.get(id)).toEqual(changed);
      return [["pool.updated", { ...changed, changes: ["end_ip", "tags"] }]];
    },
  ],
  [
    "a pool goes",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      const pool = await scene.inventory.pools.create(network.id, { name: "p", start_ip: `${prefix}.1`, end_ip: `${prefix}.9` });
      await begin();
      await scene.inventory.pools.delete(pool.id);
      return [["pool.deleted", pool]];
    },
  ],
  [
    "devices are related, and no longer",
    async (scene, begin) => {
      const [parent, child] = [await deviceAt(scene), await deviceAt(scene)];
      await begin();
      await scene.inventory.relationships.create(parent.id, { child_id: child.id, type: "connected_to" });
      const [relationship = {}] = await scene.inventory.relationships.list(parent.id);
      await scene.inventory.relationships.delete(parent.id, child.id, "connected_to");
      return [
        ["relationship.created", relationship],
        ["relationship.deleted", relationship],
      ];
    },
  ],
  [
    "a datacenter goes",
    async (scene, begin) => {
      const [prefix, other] = [scene.prefix(), scene.prefix()];
      const datacenter = await scene.inventory.datacenters.create({ name: "dc" });
      const { id } = datacenter;
      const network = await networkOf(scene, prefix, { datacenter_id: id });
      const inside = await scene.inventory.devices.create({
        name: "in",
        datacenter_id: id,
        addresses: [{ ip: `${prefix}.1` }, { ip: `${other}.1` }],
      });
      const outside = await deviceAt(scene, `${prefix}.2`);
      await begin();
      await scene.inventory.datacenters.delete(id);
      return [
        ["network.updated", { ...(await scene.inventory.networks.get(network.id)), changes: ["datacenter_id"] }],
        ["datacenter.deleted", datacenter],
        ["device.updated", told(await scene.inventory.devices.get(inside.id), { changes: ["datacenter_id"] })],
        ["device.updated", told(await scene.inventory.devices.get(outside.id), { changes: ["addresses"] })],
      ];
    },
  ],
  [
    "a pool leaves an address",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      const pool = await scene.inventory.pools.create(network.id, { name: "p", start_ip: `${prefix}.1`, end_ip: `${prefix}.9` });
      const { id } = await deviceAt(scene, `${prefix}.1`);
      await begin();
      const changed = await scene.inventory.pools.update(pool.id, { start_ip: `${prefix}.2` });
      return [
        ["pool.updated", { ...changed, changes: ["start_ip"] }],
        ["device.updated", told(await scene.inventory.devices.get(id), { changes: ["addresses"] })],
      ];
    },
  ],
  [
    "a pool fills up",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      const pool = await scene.inventory.pools.create(network.id, { name: "p", start_ip: `${prefix}.1`, end_ip: `${prefix}.3` });
      await begin();
      await scene.inventory.pools.allocate(pool.id, { count: 3 });
      return [["pool.utilization_high", { pool_id: pool.id, pool_name: "p", network_id: network.id, utilization: 100, threshold: 90 }]];
    },
  ],
];
