import { COMMON_HOME, homesOfDatacenters } from "../address-space/space-numbers.ts";
import { unlinkAgain } from "../cascades/moved-addresses.ts";
import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import type { Device } from "../devices/device.ts";
import { loadDevices } from "../devices/device-rows.ts";
import { awaitingDevices, toldDevices } from "../devices/told-devices.ts";
import { jsonMembers } from "../history/json-members.ts";
import { addressesOf } from "./addresses-back.ts";
import type { Image, Undoing } from "./undoing.ts";

/** Devices that are looked at together. */
const SLICE = 200;

/**
 * Networks and spaces that come back link whatever lies in them unlinked. Addresses that were so beside the network that contained them,
 * when the change was made, are unlinked again: somebody may have meant it. Addresses added since are linked as usual.
 */
export async function stayUnlinked(undoing: Undoing): Promise<void> {
  const ids = awaitingDevices(undoing.change);
  for (let at = 0; at < ids.length; at += SLICE) {
    if (isTurnOver()) await turnUnderLock();
    await unlinkOf(undoing, ids.slice(at, at + SLICE));
  }
}

async function unlinkOf(undoing: Undoing, ids: readonly string[]): Promise<void> {
  const { change } = undoing;
  const told = await toldDevices(change, ids);
  const loaded = await loadDevices(change, ids);
  const linked = [...loaded].flatMap(([deviceId, { device, placed }]) => {
    const before = new Set(unlinkedOf(told.get(deviceId)));
    return placed.filter(({ id, network_id: network }) => network !== null && before.has(id)).map((address) => ({ device, address }));
  });
  if (linked.length === 0) return;
  const former = await imagesAfter(undoing, [...new Set(linked.map(({ device }) => device.id))]);
  const meant = linked.filter(({ device, address }) => {
    const then = former.get(device.id) ?? told.get(device.id);
    return addressesOf((then ?? {}) as Image).some(
      ({ id, ip, network_id: network }) => id === address.id && ip === address.ip && network === null,
    );
  });
  const homes = await homesOfDatacenters(
    change,
    meant.map(({ device }) => device.datacenter_id),
  );
  await unlinkAgain(
    change,
    meant.map(({ device, address }) => ({
      id: address.id,
      device_id: device.id,
      space: address.space,
      ip_key: address.key,
      home: (homes.get(device.datacenter_id) ?? COMMON_HOME).space,
    })),
  );
}

const unlinkedOf = (device: Device | undefined): string[] =>
  (device?.addresses ?? []).filter(({ network_id: network }) => network === null).map(({ id }) => id);

/** Devices that were changed since the change, as they were right after it. */
async function imagesAfter({ change, past }: Undoing, ids: readonly string[]): Promise<ReadonlyMap<string, Image>> {
  const rows = await change.all<{ resource_id: string; changes: string }>(
    `select a.resource_id, a.changes from audit a where a.seq in (
       select min(b.seq) from audit b where b.resource_id = any(?) and b.seq > ? and b.resource = 'device' and b.status = 'success'
       group by b.resource_id)`,
    [ids, past.lastSeq],
  );
  return new Map(rows.map(({ resource_id: id, changes }) => [id, JSON.parse(jsonMembers(changes).get("before") ?? "null") as Image]));
}
