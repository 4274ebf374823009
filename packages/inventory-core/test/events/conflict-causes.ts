import { STORAGE } from "@cadastre/inventory-core";
import { expect } from "vitest";
import { type Cause, conflictOver, deviceAt, networkOf, scan, told } from "./cause-steps.ts";

/** How conflicts open and close. */
export const CONFLICT_CAUSES: readonly Cause[] = [
  [
    "two devices take one address, and one of them goes",
    async (scene, begin) => {
      const ip = `${scene.prefix()}.1`;
      await deviceAt(scene, ip);
      await begin();
      const second = await deviceAt(scene, ip);
      const open = await conflictOver(scene, ip);
      await scene.inventory.devices.delete(second.id);
      const closed = await scene.inventory.conflicts.get(open.id);
      return [
        ["device.created", told(second)],
        ["conflict.detected", open],
        ["device.deleted", told(second)],
        ["conflict.resolved", closed],
      ];
    },
  ],
  [
    "a device takes the address of another, and gives it back",
    async (scene, begin) => {
      const ip = `${scene.prefix()}.1`;
      await deviceAt(scene, ip);
      const { id } = await deviceAt(scene);
      await begin();
      const taken = await scene.inventory.devices.update(id, { addresses: [{ ip }] });
      const open = await conflictOver(scene, ip);
      const given = await scene.inventory.devices.update(id, { addresses: [] });
      const changes = ["addresses"];
      return [
        ["device.updated", told(taken, { changes })],
        ["conflict.detected", open],
        ["device.updated", told(given, { changes })],
        ["conflict.resolved", await scene.inventory.conflicts.get(open.id)],
      ];
    },
  ],
  [
    "a conflict is resolved for one of its devices",
    async (scene, begin) => {
      const ip = `${scene.prefix()}.1`;
      const [keep, other] = [await deviceAt(scene, ip), await deviceAt(scene, ip)];
      const { id } = await conflictOver(scene, ip);
      await begin();
      const resolved = await scene.inventory.conflicts.resolve(id, { keep_device_id: keep.id, notes: "moved" });
      return [
        ["device.updated", told(await scene.inventory.devices.get(other.id), { changes: ["addresses"] })],
        ["conflict.resolved", resolved],
      ];
    },
  ],
  [
    "a conflict is ignored, and ends by itself",
    async (scene, begin) => {
      const ip = `${scene.prefix()}.1`;
      const [device] = [await deviceAt(scene, ip), await deviceAt(scene, ip)];
      const { id } = await conflictOver(scene, ip);
      await begin();
      await scene.inventory.conflicts.ignore(id, {});
      await scene.inventory.devices.delete(device.id);
      return [
        ["device.deleted", told(device)],
        ["conflict.resolved", await scene.inventory.conflicts.get(id)],
      ];
    },
  ],
  [
    "a subnet is there twice, and once again",
    async (scene, begin) => {
      const prefix = scene.prefix();
      await networkOf(scene, prefix);
      await begin();
      const second = await networkOf(scene, prefix);
      const open = await conflictOver(scene, `${prefix}.0/24`);
      await scene.inventory.networks.delete(second.id);
      return [
        ["network.created", second],
        ["conflict.detected", open],
        ["network.deleted", second],
        ["conflict.resolved", await scene.inventory.conflicts.get(open.id)],
      ];
    },
  ],
  [
    "a network takes the subnet of another, and another subnet",
    async (scene, begin) => {
      const [prefix, from, to] = [scene.prefix(), scene.prefix(), scene.prefix()];
      await networkOf(scene, prefix);
      const { id } = await networkOf(scene, from);
      await begin();
      const changes = ["subnet"];
      const same = await scene.inventory.networks.update(id, { subnet: `${prefix}.0/24` });
      const open = await conflictOver(scene, `${prefix}.0/24`);
      const moved = await scene.inventory.networks.update(id, { subnet: `${to}.0/24` });
      return [
        ["network.updated", { ...same, changes }],
        ["conflict.detected", open],
        ["network.updated", { ...moved, changes }],
        ["conflict.resolved", await scene.inventory.conflicts.get(open.id)],
      ];
    },
  ],
  [
    "a datacenter goes whose subnets and addresses are there without one",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const dc = await scene.inventory.datacenters.create({ name: "dc" });
      const inner = await networkOf(scene, prefix, { datacenter_id: dc.id });
      await networkOf(scene, prefix);
      const device = await scene.inventory.devices.create({ name: "in", datacenter_id: dc.id, addresses: [{ ip: `${prefix}.1` }] });
      await deviceAt(scene, `${prefix}.1`);
      await begin();
      await scene.inventory.datacenters.delete(dc.id);
      const changes = ["datacenter_id"];
      return [
        ["network.updated", { ...(await scene.inventory.networks.get(inner.id)), changes }],
        ["datacenter.deleted", dc],
        ["conflict.detected", await conflictOver(scene, `${prefix}.1 `)],
        ["conflict.detected", await conflictOver(scene, `${prefix}.0/24`)],
        ["device.updated", told(await scene.inventory.devices.get(device.id), { changes })],
      ];
    },
  ],
  [
    "an address answers with other hardware, which is settled",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      await scan(scene, network.id, { [`${prefix}.9`]: "02:00:00:00:00:01" });
      await begin();
      await scan(scene, network.id, { [`${prefix}.9`]: "02:00:00:00:00:02" });
      const open = await conflictOver(scene, `${prefix}.9`);
      const closed = await scene.inventory.conflicts.resolve(open.id, { notes: "replaced" });
      return [
        ["discovery.started", expect.anything()],
        ["conflict.detected", open],
        ["discovery.completed", expect.anything()],
        ["conflict.resolved", closed],
      ];
    },
  ],
  [
    "conflicts are looked for that rows past the engine made and ended",
    async (scene, begin) => {
      const ip = `${scene.prefix()}.1`;
      const [one, two] = [await deviceAt(scene, ip), await deviceAt(scene, `${scene.prefix()}.2`)];
      const storage = scene.inventory.host.get(STORAGE);
      const give = async (from: string, to: string) =>
        await storage.write(
          async (transaction) =>
            await transaction.run("update address set ip_key = (select ip_key from address where device_id = ?) where device_id = ?", [
              from,
              to,
            ]),
        );
      const three = await deviceAt(scene, `${scene.prefix()}.3`);
      await begin();
      await give(one.id, two.id);
      await scene.inventory.conflicts.detect();
      const open = await conflictOver(scene, ip);
      await give(three.id, two.id);
      // Which makes another, over the address of the third.
      await scene.inventory.conflicts.detect();
      const other = await conflictOver(scene, three.addresses[0]?.ip ?? "");
      return [
        ["conflict.detected", open],
        ["conflict.detected", other],
        ["conflict.resolved", await scene.inventory.conflicts.get(open.id)],
      ];
    },
  ],
];
