import { type Cause, deviceAt, networkOf, told } from "./cause-steps.ts";

/** What happens to devices, networks, datacenters and pools. */
export const RECORD_CAUSES: readonly Cause[] = [
  [
    "a device is created",
    async (scene, begin) => {
      await begin();
      const { id } = await deviceAt(scene, `${scene.prefix()}.1`);
      return [["device.created", told(await scene.inventory.devices.get(id))]];
    },
  ],
  [
    "a device without addresses is created",
    async (scene, begin) => {
      await begin();
      return [["device.created", told(await deviceAt(scene))]];
    },
  ],
  [
    "a device changes",
    async (scene, begin) => {
      const { id } = await deviceAt(scene, `${scene.prefix()}.1`);
      await begin();
      await scene.inventory.devices.update(id, { name: "other", hostname: "", tags: ["t"], status: "planned" });
      return [["device.updated", told(await scene.inventory.devices.get(id), { changes: ["name", "status", "tags"] })]];
    },
  ],
  [
    "a device goes",
    async (scene, begin) => {
      const device = await deviceAt(scene, `${scene.prefix()}.1`);
      await begin();
      await scene.inventory.devices.delete(device.id);
      return [["device.deleted", told(device)]];
    },
  ],
  [
    "a network is created around an address",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const { id } = await deviceAt(scene, `${prefix}.1`);
      await begin();
      const network = await networkOf(scene, prefix);
      return [
        ["network.created", await scene.inventory.networks.get(network.id)],
        ["device.updated", told(await scene.inventory.devices.get(id), { changes: ["addresses"] })],
      ];
    },
  ],
  [
    "a network changes",
    async (scene, begin) => {
      const { id } = await networkOf(scene, scene.prefix());
      await begin();
      await scene.inventory.networks.update(id, { name: "other", vlan_id: 7 });
      return [["network.updated", { ...(await scene.inventory.networks.get(id)), changes: ["name", "vlan_id"] }]];
    },
  ],
  [
    "a network leaves one address of a device and takes another",
    async (scene, begin) => {
      const [from, to] = [scene.prefix(), scene.prefix()];
      const network = await networkOf(scene, from);
      const { id } = await deviceAt(scene, `${from}.1`, `${to}.1`);
      await begin();
      await scene.inventory.networks.update(network.id, { subnet: `${to}.0/24` });
      return [
        ["network.updated", { ...(await scene.inventory.networks.get(network.id)), changes: ["subnet"] }],
        ["device.updated", told(await scene.inventory.devices.get(id), { changes: ["addresses"] })],
      ];
    },
  ],
  [
    "a network with pools goes",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      await scene.inventory.pools.create(network.id, { name: "p", start_ip: `${prefix}.1`, end_ip: `${prefix}.9` });
      const { id } = await deviceAt(scene, `${prefix}.1`);
      await begin();
      await scene.inventory.networks.delete(network.id);
      return [
        ["network.deleted", network],
        ["device.updated", told(await scene.inventory.devices.get(id), { changes: ["addresses"] })],
      ];
    },
  ],
  [
    "a datacenter goes",
    async (scene, begin) => {
      const [prefix, other] = [scene.prefix(), scene.prefix()];
      const { id } = await scene.inventory.datacenters.create({ name: "dc" });
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
      await scene.inventory.pools.update(pool.id, { start_ip: `${prefix}.2` });
      return [["device.updated", told(await scene.inventory.devices.get(id), { changes: ["addresses"] })]];
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
