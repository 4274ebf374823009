import { keyOfText } from "../../address/ip-address.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { draftOf, invalidField } from "../../contract/errors/validation.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { type Device, DeviceUpdate } from "../../devices/device.ts";
import type { DeviceService } from "../../devices/device-service.ts";
import { COMPARED_FIELDS, type ComparedField, type DiscoveredDevice } from "../../reconciliation/discovered-device.ts";
import type { Acceptance, DeviceLink } from "./discovered-device.ts";
import { findSeen, type LockedSeen, lockOneSeen, RECORDED, recordedAlready, tellSeen } from "./locked-seen.ts";

/** Adds the address at which something was seen to a device. */
export async function linkSeen(
  change: Change,
  devices: DeviceService,
  id: string,
  { device_id: deviceId }: DeviceLink,
): Promise<DiscoveredDevice> {
  await lockDevice(change, deviceId);
  const locked = await lockOneSeen(change, id);
  const { seen } = locked;
  if ((await change.get("select 1 as one from device where id = ?", [deviceId])) === undefined)
    throw invalidField("device_id", "names no device");
  const holders = await holdersOf(change, locked);
  const [other] = holders;
  if (other !== undefined && !holders.includes(deviceId))
    throw await recordedAlready(change, seen, other, "accept what differs there, or take the address from it first");
  if (other === undefined) {
    const { ip, network_id, mac_address: mac, switch_port } = seen;
    const address = { ip, network_id, mac, switch_port };
    await updateDevice(change, devices, deviceId, ({ addresses }) => ({ addresses: [...addresses, address] }));
  }
  if (other !== undefined && seen.ignored_at === null) return seen;
  return await tellSeen(change, "link", locked, RECORDED);
}

/** Writes what was seen into the device that is recorded for it. */
export async function acceptSeen(change: Change, devices: DeviceService, id: string, { fields }: Acceptance): Promise<DiscoveredDevice> {
  const { device_id: expected } = await findSeen(change, id);
  if (expected !== null) await lockDevice(change, expected);
  const locked = await lockOneSeen(change, id);
  const { seen } = locked;
  const deviceId = seen.device_id;
  if (deviceId === null)
    throw coreErrors.CONFLICT({ reason: `no device is recorded with ${seen.ip} or its MAC address: promote it, or link it to a device` });
  if (deviceId !== expected)
    throw coreErrors.CONFLICT({ reason: `another device was recorded for ${seen.ip} just now: read it again, and accept it then` });
  const wanted = wantedOf(seen, fields);
  if (wanted.size === 0) return seen;
  const addressIds = await addressesOf(change, locked, deviceId);
  await updateDevice(change, devices, deviceId, ({ addresses }) => ({
    ...(wanted.has("hostname") ? { hostname: seen.hostname } : {}),
    addresses: addresses.map((address) => {
      if (!addressIds.has(address.id)) return address;
      return {
        ...address,
        ...(wanted.has("mac") ? { mac: seen.mac_address } : {}),
        ...(wanted.has("switch_port") ? { switch_port: seen.switch_port } : {}),
        ...(wanted.has("address") ? { ip: seen.ip, network_id: seen.network_id, pool_id: null } : {}),
      };
    }),
  }));
  return await tellSeen(change, "accept", locked, {});
}

/** Without fields that are named, those that differ; of those that are named, whatever was seen. */
function wantedOf(seen: DiscoveredDevice, fields: readonly ComparedField[] | undefined): ReadonlySet<ComparedField> {
  const different = new Set(seen.differences.map(({ field }) => field));
  const wasSeen = {
    address: different.has("address"),
    mac: seen.mac_address !== "",
    hostname: seen.hostname !== "",
    switch_port: seen.switch_port !== "",
  };
  return new Set((fields ?? COMPARED_FIELDS).filter((field) => (fields === undefined ? different.has(field) : wasSeen[field])));
}

/** Whoever changes a device holds this, before the lock of the space. */
async function lockDevice(change: Change, id: string): Promise<void> {
  await change.lock({ on: "topology", mode: "shared" });
  await change.lock({ on: "record", table: "device", id });
}

async function holdersOf(change: Change, { seen, space }: LockedSeen): Promise<readonly string[]> {
  const rows = await change.all<{ device_id: string }>(
    "select distinct device_id from address where space = ? and ip_key = ? order by device_id",
    [space, keyOfText(seen.ip)],
  );
  return rows.map((row) => row.device_id);
}

/** Addresses of the device at which it was seen; else those with its MAC address that it was recorded at. */
async function addressesOf(change: Change, { seen, space }: LockedSeen, deviceId: string): Promise<ReadonlySet<string>> {
  const moved = seen.differences.find(({ field }) => field === "address");
  const rows = await change.all<{ id: string; mac: string }>(
    "select id, mac from address where space = ? and ip_key = ? and device_id = ?",
    [space, keyOfText(moved?.recorded ?? seen.ip), deviceId],
  );
  return new Set(rows.filter(({ mac }) => moved === undefined || mac === seen.mac_address).map(({ id }) => id));
}

async function updateDevice(
  change: Change,
  devices: DeviceService,
  id: string,
  whatOf: (before: Device) => Record<string, unknown>,
): Promise<void> {
  const [outcome] = await devices.updateAllWithin(change, [{ id, draft: (before) => draftOf(DeviceUpdate, whatOf(before)) }]);
  if (outcome !== undefined && "error" in outcome) throw outcome.error;
}
