import { expect } from "vitest";
import { stuckAfter } from "../discovery/scripted-scanner.ts";
import { type Cause, networkOf, scan, told } from "./cause-steps.ts";

/** What discovery does. */
export const DISCOVERY_CAUSES: readonly Cause[] = [
  [
    "a scan starts, and is cancelled",
    async (scene, begin) => {
      scene.scanner.script = stuckAfter(0);
      const network = await networkOf(scene, scene.prefix());
      await begin();
      const running = await scan(scene, network.id, undefined, "running");
      await scene.inventory.scans.cancel(running.id);
      return [["discovery.started", running]];
    },
  ],
  [
    "a scan fails",
    async (scene, begin) => {
      // oxlint-disable-next-line require-yield -- it fails before there is anything to tell
      scene.scanner.script = async function* fail() {
        throw new Error("no route");
      };
      const network = await networkOf(scene, scene.prefix());
      await begin();
      const over = await scan(scene, network.id, undefined, "failed");
      return [
        [
          "discovery.started",
          { ...over, status: "running", error_message: "", completed_at: null, coverage: expect.anything(), updated_at: over.started_at },
        ],
      ];
    },
  ],
  [
    "a scan finds something, and completes",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      await begin();
      const over = await scan(scene, network.id, { [`${prefix}.9`]: "02:00:00:00:00:09" });
      const found = await scene.inventory.discoveredDevices.list({ network_id: network.id });
      return [
        ["discovery.started", expect.objectContaining({ id: over.id, status: "running" })],
        ...found.map((one) => ["discovery.device_found", one] as const),
        ["discovery.completed", over],
      ];
    },
  ],
  [
    "a scan finds what was seen before",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      await scan(scene, network.id, { [`${prefix}.9`]: "02:00:00:00:00:09" });
      await begin();
      const over = await scan(scene, network.id, { [`${prefix}.9`]: "02:00:00:00:00:09" });
      return [
        ["discovery.started", expect.anything()],
        ["discovery.completed", over],
      ];
    },
  ],
  [
    "scans miss a device, and see it again",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      const { inventory } = scene;
      const device = await inventory.devices.create({ name: "gone", addresses: [{ ip: `${prefix}.9` }] });
      const other = { [`${prefix}.8`]: "02:00:00:00:00:08" };
      for (let missed = 0; missed < 2; missed += 1) await scan(scene, network.id, other);
      await begin();
      await scan(scene, network.id, other);
      const [missing] = await inventory.discoveredDevices.missing({ network_id: network.id });
      await scan(scene, network.id, { [`${prefix}.9`]: "02:00:00:00:00:09" });
      const [, found] = await inventory.discoveredDevices.list({ network_id: network.id });
      return [
        ["discovery.started", expect.anything()],
        ["device.missing", missing],
        ["discovery.completed", expect.anything()],
        ["discovery.started", expect.anything()],
        ["device.returned", { ...missing, device_id: device.id, last_seen: found?.last_seen }],
        ["discovery.device_found", found],
        ["discovery.completed", expect.anything()],
      ];
    },
  ],
  [
    "a discovered device is promoted",
    async (scene, begin) => {
      const prefix = scene.prefix();
      const network = await networkOf(scene, prefix);
      await scan(scene, network.id, { [`${prefix}.9`]: "02:00:00:00:00:09" });
      const [seen] = await scene.inventory.discoveredDevices.list({ network_id: network.id });
      await begin();
      const { id } = await scene.inventory.discoveredDevices.promote(seen?.id ?? "", { name: "found" });
      const device = told(await scene.inventory.devices.get(id));
      return [
        ["device.created", device],
        ["device.promoted", device],
      ];
    },
  ],
];
