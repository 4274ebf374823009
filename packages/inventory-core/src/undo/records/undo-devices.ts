import { COMMON_HOME, homesOfDatacenters } from "../../address-space/space-numbers.ts";
import { TURN_BYTES, weighedSlices } from "../../background/in-slices.ts";
import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { Device } from "../../devices/device.ts";
import { DeviceCreate } from "../../devices/device.ts";
import { loadDevices, type PlacedDevice } from "../../devices/device-rows.ts";
import { DEVICES_TOGETHER, devicesInSlices } from "../../devices/device-slices.ts";
import type { DeviceService } from "../../devices/device-service.ts";
import { changeDevices, createDevices, documented } from "../../devices/device-writer.ts";
import { uniqueBreaches } from "../../fields/check-own-fields.ts";
import type { Confirms } from "../../pools/allocations/allocation-rows.ts";
import { addressesBack, addressesOf } from "../addresses-back.ts";
import { givenOf } from "../given-of.ts";
import type { PastChange } from "../past-change.ts";
import { placeBack } from "../placed-back.ts";
import { type ChangedImage, describe, type Image, type Undoing } from "../undoing.ts";

const ADDRESSES: ReadonlySet<string> = new Set(["addresses"]);

/** Devices that were made. */
export async function removeDevices(undoing: Undoing, devices: DeviceService): Promise<void> {
  const ids = await undoing.created("device");
  for await (const slice of devicesInSlices(undoing.change, ids)) await devices.deleteAllWithin(undoing.change, slice);
}

/** Devices that were deleted come back, and those that were changed go back, when their networks and pools have. */
export async function undoDevices(undoing: Undoing): Promise<void> {
  for await (const slice of slicesOf(undoing.deleted("device"), (image) => JSON.stringify(image).length)) await returnAll(undoing, slice);
  for await (const slice of slicesOf(undoing.changed("device"), ({ length }) => length)) await changeAllBack(undoing, slice);
}

async function* slicesOf<T>(all: AsyncIterable<T>, weightOf: (image: T) => number): AsyncGenerator<readonly T[], void> {
  for await (const slice of weighedSlices(all, { count: DEVICES_TOGETHER, weight: TURN_BYTES, weightOf })) {
    if (isTurnOver()) await turnUnderLock();
    yield slice;
  }
}

async function returnAll(undoing: Undoing, images: readonly (Image & { readonly id: string })[]): Promise<void> {
  const { change, call, past } = undoing;
  const devices = await Promise.all(images.map(async (was) => await returned(undoing, was)));
  const homes = await homesOfDatacenters(
    change,
    devices.map(({ datacenter_id: id }) => id),
  );
  const { placed, containing } = await placeBack(
    change,
    devices.map(({ addresses, datacenter_id: id }) => ({ addresses, home: homes.get(id) ?? COMMON_HOME })),
    past.at,
  );
  const all = devices.map((device, index) => {
    const own = placed[index] as PlacedDevice["placed"];
    return { device: documented({ ...device, addresses: own }), placed: own, call };
  });
  await refuseTaken(undoing, all);
  await createDevices(change, all, containing, confirmsSince(past));
}

async function returned(undoing: Undoing, was: Image & { readonly id: string }): Promise<Device> {
  const what = describe("device", was);
  const datacenterId = await undoing.namedRecord(what, "datacenter_id", was["datacenter_id"], "datacenter");
  const fields = await undoing.own.all("device", was["fields"], what, (sentence) => undoing.warn(sentence));
  return {
    ...(givenOf(DeviceCreate, was) as Device),
    id: was.id,
    datacenter_id: datacenterId,
    addresses: [...addressesOf(was)],
    fields,
    created_at: String(was["created_at"]),
    updated_at: undoing.change.now,
  };
}

/** Allocations that were there beside a device are none of its own, unless the change says so. */
const confirmsSince =
  ({ at }: PastChange): Confirms =>
  ({ created_at: createdAt }) =>
    createdAt > at;

interface Target {
  readonly before: PlacedDevice;
  readonly device: Device;
  /** Whether its addresses are placed anew. */
  readonly isPlaced: boolean;
}

async function changeAllBack(undoing: Undoing, images: readonly ChangedImage[]): Promise<void> {
  const { change, past } = undoing;
  const loaded = await loadDevices(
    change,
    images.map(({ id }) => id),
  );
  const targets: Target[] = [];
  for (const changed of images) {
    const before = loaded.get(changed.id);
    const target = before === undefined ? undefined : await targetOf(undoing, changed, before);
    if (target !== undefined) targets.push(target);
  }
  const homes = await homesOfDatacenters(
    change,
    targets.map(({ device }) => device.datacenter_id),
  );
  const toPlace = targets.filter(({ isPlaced }) => isPlaced);
  const { placed } = await placeBack(
    change,
    toPlace.map(({ device }) => ({ addresses: device.addresses, home: homes.get(device.datacenter_id) ?? COMMON_HOME })),
    past.at,
  );
  const placedOf = new Map(toPlace.map((target, index) => [target, placed[index]]));
  const all = targets.map((target) => {
    const own = placedOf.get(target);
    return {
      before: target.before,
      device: documented({ ...target.device, addresses: own ?? target.before.device.addresses }),
      placed: own,
    };
  });
  await refuseTaken(undoing, all);
  await changeDevices(change, all, confirmsSince(past));
}

async function targetOf(undoing: Undoing, changed: ChangedImage, before: PlacedDevice): Promise<Target | undefined> {
  const what = describe("device", changed.now);
  const back = undoing.fieldsBack("device", changed, ADDRESSES);
  if ("datacenter_id" in back)
    back["datacenter_id"] = await undoing.namedRecord(what, "datacenter_id", back["datacenter_id"], "datacenter");
  await undoing.ownBack("device", changed, back);
  const addresses = addressesBack(undoing, changed);
  if (Object.keys(back).length === 0 && addresses === undefined) return undefined;
  const { device } = before;
  const fields = { ...device.fields, ...(back["fields"] as Device["fields"] | undefined) };
  return {
    before,
    device: {
      ...device,
      ...(back as Partial<Device>),
      fields,
      addresses: [...(addresses ?? device.addresses)],
      updated_at: undoing.change.now,
    },
    isPlaced: addresses !== undefined || "datacenter_id" in back,
  };
}

/** @throws CONFLICT when another device has a value by now that must be unique, or an extension refuses a device */
async function refuseTaken(undoing: Undoing, all: readonly { readonly device: Device; readonly before?: PlacedDevice }[]): Promise<void> {
  const breaches = await uniqueBreaches(
    undoing.change,
    "device",
    all.map(({ device, before }) => ({ id: device.id, fields: device.fields, before: before?.device.fields })),
  );
  const index = breaches.findIndex((breach) => breach !== undefined);
  if (index !== -1) throw coreErrors.CONFLICT({ reason: `the device ${all[index]?.device.name}: ${breaches[index]}` });
  const { change } = undoing;
  if (!change.extensions.has("device")) return;
  for (const { device, before } of all)
    await undoing.attempt(`the device ${device.name}`, async () => await change.extensions.check(change, "device", device, before?.device));
}
