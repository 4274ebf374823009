import { type Device, type Event, type EventType, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deviceAt, networkOf } from "./cause-steps.ts";
import { CONFLICT_CAUSES } from "./conflict-causes.ts";
import { DISCOVERY_CAUSES } from "./discovery-causes.ts";
import { EventScene, type Told } from "./event-scene.ts";
import { GROUP_CAUSES } from "./group-causes.ts";
import { PLAN_CAUSES } from "./plan-causes.ts";
import { RECORD_CAUSES } from "./record-causes.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** Changes that leave no event. */
const SILENT: readonly (readonly [what: string, act: (scene: EventScene, device: Device, networkId: string) => Promise<unknown>])[] = [
  ["a device that is wrong", async ({ inventory }) => await inventory.devices.create({ name: "" })],
  [
    "a device that is not as it was read",
    async ({ inventory }, { id }) => await inventory.devices.update(id, { name: "x" }, { ifMatch: ['"other"'] }),
  ],
  [
    "a device that stays as it is",
    async ({ inventory }, device) =>
      await inventory.devices.update(device.id, { name: device.name, tags: device.tags, addresses: device.addresses }),
  ],
  ["a device that is not there", async ({ inventory }) => await inventory.devices.delete("none")],
  ["a network that is wrong", async ({ inventory }) => await inventory.networks.create({ name: "n", subnet: "10.0.0.1/8" })],
  ["a network that stays as it is", async ({ inventory }, _, id) => await inventory.networks.update(id, await inventory.networks.get(id))],
  ["a network that is not as it was read", async ({ inventory }, _, id) => await inventory.networks.delete(id, { ifMatch: ['"other"'] })],
  ["a scan that is refused", async ({ inventory }) => await inventory.scans.start("none", {})],
  ["a promotion of nothing", async ({ inventory }) => await inventory.discoveredDevices.promote("none", { name: "x" })],
  ["a datacenter that is wrong", async ({ inventory }) => await inventory.datacenters.create({ name: "" })],
  [
    "a change that fails half way",
    async ({ inventory }, device) => {
      const type = inventory.host.events.find(({ name }) => name === "device.deleted") as EventType;
      await inventory.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
        change.emit(type, device.id, device);
        throw new Error("half way");
      });
    },
  ],
  ["conflicts that are looked for where there are none", async ({ inventory }) => await inventory.conflicts.detect()],
];

describe.each(DATABASES)("the events of changes on %s", (_, openPlace) => {
  let place: TestDatabase;
  let scene: EventScene;
  const heard = new Set<string>();
  beforeAll(async () => {
    place = await openPlace();
    scene = await EventScene.open(place);
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const checked = ({ event, data, id, timestamp }: Event): Told => {
    const type = scene.inventory.host.events.find(({ name }) => name === event);
    expect(type?.data.parse(data), `${event} at ${timestamp} (${id})`).toEqual(data);
    heard.add(event);
    return [event, data];
  };

  it.each([...RECORD_CAUSES, ...GROUP_CAUSES, ...DISCOVERY_CAUSES, ...CONFLICT_CAUSES, ...PLAN_CAUSES])("when %s", async (_what, cause) => {
    let began = false;
    const expected = await cause(scene, async () => ((began = true), await scene.events()));
    expect(began).toBe(true);
    expect((await scene.events()).map(checked)).toEqual(expected);
  });

  it("are all that are declared", () => {
    expect([...heard].toSorted()).toEqual(scene.inventory.host.events.map(({ name }) => name).toSorted());
  });

  it.each(SILENT)("do not tell of %s", async (_what, act) => {
    const prefix = scene.prefix();
    const network = await networkOf(scene, prefix);
    const device = await deviceAt(scene, `${prefix}.1`);
    await scene.events();
    await act(scene, device, network.id).catch(() => {});
    expect(await scene.events()).toEqual([]);
  });
});
