import { inSlices } from "../../background/in-slices.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { draftOf, Problems } from "../../contract/errors/validation.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { keyOfText } from "../../address/ip-address.ts";
import { DeviceCreate, type Device } from "../../devices/device.ts";
import { deviceEventData } from "../../devices/device.events.ts";
import type { DeviceService } from "../../devices/device-service.ts";
import { namesOneMachine } from "../../reconciliation/shared-macs.ts";
import { devicePromoted } from "../discovery.events.ts";
import type { Promotion, PromotionOfMany } from "./discovered-device.ts";
import { lockAllSeen, type LockedSeen, lockOneSeen, RECORDED, recordedAlready, tellAllSeen } from "./locked-seen.ts";

/** Devices that are written between two turns of the event loop. */
const SLICE = 64;

const USE_IT = "link it or accept what differs, or promote it with force";

/** Makes a device of what was seen. */
export async function promoteOne(change: Change, devices: DeviceService, id: string, given: Promotion): Promise<Device> {
  const locked = await lockOneSeen(change, id);
  await checkUnrecorded(change, [locked], given.force);
  const { name, description, fields, make_model: model, datacenter_id: datacenter } = given;
  const device = await devices.createWithin(
    change,
    draftOf(DeviceCreate, {
      ...deviceOf([locked], await datacentersOf(change, [locked])),
      name,
      description,
      fields,
      ...(model === undefined ? {} : { make_model: model }),
      ...(datacenter === null ? {} : { datacenter_id: datacenter }),
    }),
  );
  await tellPromoted(change, [{ group: [locked], device }]);
  return device;
}

/** Makes devices of what was seen, all or none. */
export async function promoteMany(change: Change, devices: DeviceService, given: PromotionOfMany): Promise<readonly Device[]> {
  const found = new Map((await lockAllSeen(change, given.ids)).map((locked) => [locked.seen.id, locked]));
  const problems = new Problems();
  for (const [index, id] of given.ids.entries()) if (!found.has(id)) problems.add(`ids[${index}]`, `names no discovered device: ${id}`);
  problems.throwIfAny();
  const all = given.ids.map((id) => found.get(id) as LockedSeen);
  await checkUnrecorded(change, all, given.force);
  const datacenters = await datacentersOf(change, all);
  const made: Device[] = [];
  for await (const slice of inSlices(groupsOf(all, given.group_by), SLICE)) {
    const drafts = slice.map((group) => draftOf(DeviceCreate, { ...deviceOf(group, datacenters), fields: given.fields }));
    const outcomes = await devices.createAllWithin(
      change,
      drafts.map((draft) => ({ draft, id: change.newId() })),
    );
    const promoted = outcomes.map((outcome, index) => {
      if ("error" in outcome) throw outcome.error;
      return { group: slice[index] as Group, device: outcome.result };
    });
    await tellPromoted(change, promoted);
    made.push(...promoted.map(({ device }) => device));
    await change.writeOut();
  }
  return made;
}

/** What becomes one device. */
type Group = readonly LockedSeen[];

/** @throws ALREADY_EXISTS, CONFLICT */
async function checkUnrecorded(change: Change, all: readonly LockedSeen[], force = false): Promise<void> {
  for (const { seen } of all) {
    if (seen.promoted_to_device_id !== null)
      throw coreErrors.ALREADY_EXISTS({ reason: `${seen.ip} was promoted before, to the device ${seen.promoted_to_device_id}` });
    if (seen.device_id !== null && !force) throw await recordedAlready(change, seen, seen.device_id, USE_IT);
  }
}

/** What becomes one device, in the order in which it was asked for; of each the addresses in order. */
function groupsOf(all: readonly LockedSeen[], by: "mac" | undefined): readonly Group[] {
  const groups = new Map<string, LockedSeen[]>();
  for (const locked of all) {
    const { seen, space } = locked;
    const key = by === "mac" && namesOneMachine(seen.mac_address) ? `${space}/${seen.mac_address}` : seen.id;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [locked]);
    else known.push(locked);
  }
  const keyOf = ({ seen }: LockedSeen): string => keyOfText(seen.ip);
  return [...groups.values()].map((own) => own.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
}

async function datacentersOf(change: Change, all: readonly LockedSeen[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await change.all<{ id: string; datacenter_id: string | null }>("select id, datacenter_id from network where id = any(?)", [
    [...new Set(all.map(({ seen }) => seen.network_id))],
  ]);
  return new Map(rows.map((row) => [row.id, row.datacenter_id]));
}

/** What is taken over of hosts that are one device: what the first says that says anything. */
function deviceOf(group: Group, datacenters: ReadonlyMap<string, string | null>): Record<string, unknown> {
  const all = group.map(({ seen }) => seen);
  const firstOf = (field: "hostname" | "vendor" | "os_guess"): string => all.find((seen) => seen[field] !== "")?.[field] ?? "";
  const hostname = firstOf("hostname");
  return {
    name: hostname || all[0]?.ip,
    // Strangers say what they are called: what is no host name is none of the device.
    hostname: DeviceCreate.shape.hostname.safeParse(hostname).data ?? "",
    make_model: firstOf("vendor"),
    os: firstOf("os_guess"),
    datacenter_id: datacenters.get(all[0]?.network_id ?? ""),
    addresses: all.map(({ ip, network_id, mac_address: mac, switch_port }) => ({ ip, network_id, mac, switch_port })),
  };
}

interface Promoted {
  readonly group: Group;
  readonly device: Device;
}

async function tellPromoted(change: Change, promoted: readonly Promoted[]): Promise<void> {
  const seen = promoted.flatMap(({ group, device }) =>
    group.map((before) => ({ before, what: { promoted_to_device_id: device.id, promoted_at: change.now, ...RECORDED } })),
  );
  await tellAllSeen(change, "promote", seen);
  for (const { device } of promoted) change.emit(devicePromoted, device.id, deviceEventData(device));
}
