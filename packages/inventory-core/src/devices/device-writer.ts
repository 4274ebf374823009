import type { Containing } from "../address-space/locate.ts";
import { occupy, reconcile, TouchedKeys } from "../address-space/space-ledger.ts";
import { beginTenures } from "../address-space/tenures/kept-tenures.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { followDevicesSeen } from "../reconciliation/follow-records.ts";
import { type Confirms, confirmAllocations, dropConfirmed } from "../pools/allocations/allocation-rows.ts";
import { writeOwnFields } from "../fields/stored-values.ts";
import { Device } from "./device.ts";
import { countDevice } from "./device-counts.ts";
import { deviceCreated, deviceEventData, deviceUpdated } from "./device.events.ts";
import {
  insertDevices,
  type PlacedAddress,
  type PlacedDevice,
  replaceAddresses,
  replaceDomains,
  replaceTags,
  updateChangedDevices,
} from "./device-rows.ts";
import { toldDevices } from "./told-devices.ts";

/**
 * Writes devices that were checked, with what follows from them: runs, counters, conflicts, allocations, events, audit.
 * The caller holds the topology lock shared.
 */

const DEVICE_KEYS = Object.keys(Device.shape) as (keyof Device)[];

type StoredAddress = Device["addresses"][number] & Partial<PlacedAddress>;

/** The record without what only storage needs, in the order of its schema. Addresses that nothing was stored with stay the same list. */
export function documented(device: Omit<Device, "addresses"> & { readonly addresses: readonly StoredAddress[] }): Device {
  const isPlaced = device.addresses.some(({ space }) => space !== undefined);
  const addresses = isPlaced ? device.addresses.map(({ key: _key, space: _space, ...address }) => address) : device.addresses;
  const record: Partial<Record<keyof Device, unknown>> = {};
  for (const key of DEVICE_KEYS) record[key] = key === "addresses" ? addresses : device[key];
  return record as Device;
}

function touchedBy(placed: readonly PlacedAddress[]): TouchedKeys {
  return placed.reduce((touched, address) => touched.add(address.space, address.key), new TouchedKeys());
}

async function lockSpaces(change: Change, placed: readonly PlacedAddress[]): Promise<void> {
  await change.lock(...[...new Set(placed.map(({ space }) => space))].map((space) => ({ on: "space", space }) as const));
}

/** A device that is new, and who asked for it. */
export interface NewDevice extends PlacedDevice {
  readonly call: CallContext;
}

/**
 * Creates devices, in as many statements for many as for one.
 *
 * @param containing the networks that contain their addresses, as placing them found
 * @param confirms which allocations of their addresses they confirm; all unless given
 */
export async function createDevices(
  change: Change,
  devices: readonly NewDevice[],
  containing: Containing,
  confirms?: Confirms,
): Promise<void> {
  const placed = devices.flatMap((device) => device.placed);
  await lockSpaces(change, placed);
  await occupy(change, touchedBy(placed), containing, async ({ isHeld, endedAt }) => {
    await insertDevices(change, devices);
    await beginTenures(change, devices, endedAt);
    await writeOwnFields(
      change,
      "device",
      devices.map(({ device }) => device),
    );
    const takers = devices.flatMap(({ device, placed: own }) => own.map(({ space, key }) => ({ deviceId: device.id, space, key })));
    await confirmAllocations(
      change,
      takers.filter(({ space, key }) => isHeld(space, key)),
      confirms,
    );
  });
  for (const { device, call } of devices) {
    countDevice(change, undefined, device);
    change.emit(deviceCreated, device.id, deviceEventData(device), call);
    change.audit({ action: "create", resource: "device", resourceId: device.id, after: device, call });
    if (change.extensions.has("device")) await change.extensions.after(change, "device", undefined, device);
  }
}

/** What a device becomes. */
export interface DeviceChange {
  readonly before: PlacedDevice;
  readonly device: Device;
  /** Its addresses, unless they stay. */
  readonly placed?: readonly PlacedAddress[] | undefined;
  /** Names of the fields that changed, where they are known. */
  readonly fields?: readonly string[] | undefined;
}

/** Writes what devices became, those that changed. The caller holds their locks. */
export async function changeDevices(change: Change, all: readonly DeviceChange[], confirms?: Confirms): Promise<void> {
  const changed = all
    .map((one) => ({ ...one, fields: one.fields ?? changedFields(Device, one.before.device, one.device) }))
    .filter(({ fields }) => fields.length > 0)
    .map((one) => ({
      ...one,
      rewritten: ["addresses", "datacenter_id"].some((field) => one.fields.includes(field)) ? one.placed : undefined,
    }));
  if (changed.length === 0) return;
  await lockSpaces(
    change,
    changed.flatMap(({ before, placed }) => [...before.placed, ...(placed ?? [])]),
  );
  const told = await toldDevices(
    change,
    changed.map(({ device }) => device.id),
  );
  // Conflicts and tenures name devices, so a new name touches addresses too.
  const touched = changed.flatMap(({ before, rewritten, fields }) =>
    rewritten !== undefined || fields.includes("name") ? [...before.placed, ...(rewritten ?? [])] : [],
  );
  const write = async (): Promise<void> => {
    await updateChangedDevices(change, changed);
    await writeOwnFields(
      change,
      "device",
      changed.map(({ device, before }) => ({ ...device, before: before.device })),
    );
    const moved = changed.flatMap(({ device, rewritten }) => (rewritten === undefined ? [] : [[device.id, rewritten] as const]));
    await replaceAddresses(change, moved);
    await dropConfirmed(change, new Map(moved));
    await confirmAllocations(
      change,
      moved.flatMap(([deviceId, placed]) => placed.map(({ space, key }) => ({ deviceId, space, key }))),
      confirms,
    );
    const retagged = changed.filter(({ device, fields }) => fields.includes("tags") || (fields.includes("name") && device.tags.length > 0));
    await replaceTags(
      change,
      retagged.map(({ device }) => device),
    );
    await replaceDomains(
      change,
      changed.filter(({ fields }) => fields.includes("domains")).map(({ device }) => [device.id, device.domains] as const),
    );
  };
  const ids = changed.map(({ device }) => device.id);
  await reconcile(change, touchedBy(touched), write, changed.some(({ rewritten }) => rewritten !== undefined) ? "address" : "name", ids);
  await followSeen(change, changed);
  for (const { before, device, fields } of changed) {
    countDevice(change, before.device, device);
    change.emit(deviceUpdated, device.id, { ...deviceEventData(device), changes: [...fields] });
    change.audit({
      action: "update",
      resource: "device",
      resourceId: device.id,
      before: told.get(device.id) ?? before.device,
      after: device,
    });
    if (change.extensions.has("device")) await change.extensions.after(change, "device", before.device, device);
  }
}

/** What a device has that is compared with what was seen of it. */
const SEEN_FIELDS: ReadonlySet<string> = new Set(["addresses", "hostname", "domains", "datacenter_id"] satisfies (keyof Device)[]);

async function followSeen(change: Change, changed: readonly (DeviceChange & { readonly fields: readonly string[] })[]): Promise<void> {
  const otherwise = changed.filter(({ fields }) => fields.some((field) => SEEN_FIELDS.has(field)));
  await followDevicesSeen(
    change,
    otherwise.flatMap(({ before, placed = [] }) => [...before.placed, ...placed].map(({ space }) => space)),
    otherwise.map(({ device }) => device.id),
  );
}
