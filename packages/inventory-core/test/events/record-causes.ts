import { type Cause, deviceAt, networkOf, told } from "./cause-steps.ts";

/** What happens to devices and networks. */
export const RECORD_CAUSES: readonly Cause[] = [
  [
    "a VLAN and its group are created, changed and deleted",
    async ({ inventory: { vlanGroups, vlans } }, begin) => {
      await begin();
      const group = await vlanGroups.create({ name: "access" });
      const vlan = await vlans.create({ vid: 10, group_id: group.id });
      const named = await vlans.update(vlan.id, { name: "voice" });
      const bounded = await vlanGroups.update(group.id, { max_vid: 100 });
      await vlans.delete(vlan.id);
      await vlanGroups.delete(group.id);
      return [
        ["vlan_group.created", { ...group }],
        ["vlan.created", { ...vlan }],
        ["vlan.updated", { ...named, changes: ["name"] }],
        ["vlan_group.updated", { ...bounded, changes: ["max_vid"] }],
        ["vlan.deleted", { ...named }],
        ["vlan_group.deleted", { ...bounded }],
      ];
    },
  ],
  [
    "a device is created",
    async (scene, begin) => {
      await begin();
      const { id } = await deviceAt(scene, `${scene.prefix()}.1`);
      return [["device.created", told(await scene.inventory.devices.get(id))]];
    },
  ],
  [
    "a field of one's own is defined",
    async (scene, begin) => {
      await begin();
      const field = await scene.inventory.fields.create({ record: "pool", name: "owner", type: "text" });
      return [["field.created", { ...field }]];
    },
  ],
  [
    "a field of one's own changes",
    async (scene, begin) => {
      const [field] = await scene.inventory.fields.list();
      await begin();
      const changed = await scene.inventory.fields.update(field?.id ?? "", { label: "Owner" });
      return [["field.updated", { ...changed, changes: ["label"] }]];
    },
  ],
  [
    "a field of one's own goes",
    async (scene, begin) => {
      const [field] = await scene.inventory.fields.list();
      await begin();
      await scene.inventory.fields.delete(field?.id ?? "");
      return [["field.deleted", { ...field }]];
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
    "a device with relationships goes",
    async (scene, begin) => {
      const [left, device, right] = [await deviceAt(scene), await deviceAt(scene), await deviceAt(scene)];
      await scene.inventory.relationships.create(left.id, { child_id: device.id, type: "contains" });
      await scene.inventory.relationships.create(device.id, { child_id: right.id, type: "depends_on" });
      const [down] = await scene.inventory.relationships.list(right.id);
      const [up] = await scene.inventory.relationships.list(left.id);
      await begin();
      await scene.inventory.devices.delete(device.id);
      return [
        ["relationship.deleted", up ?? {}],
        ["relationship.deleted", down ?? {}],
        ["device.deleted", told(device)],
      ];
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
      const second = await scene.inventory.pools.create(network.id, { name: "a", start_ip: `${prefix}.10`, end_ip: `${prefix}.19` });
      const first = await scene.inventory.pools.create(network.id, { name: "p", start_ip: `${prefix}.1`, end_ip: `${prefix}.9` });
      const { id } = await deviceAt(scene, `${prefix}.1`);
      await begin();
      await scene.inventory.networks.delete(network.id);
      return [
        ["pool.deleted", first],
        ["pool.deleted", second],
        ["network.deleted", network],
        ["device.updated", told(await scene.inventory.devices.get(id), { changes: ["addresses"] })],
      ];
    },
  ],
];
