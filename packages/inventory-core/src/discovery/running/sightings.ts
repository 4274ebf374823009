import { markSeen } from "../../address-space/passed-over/seen-addresses.ts";
import { seenDays } from "../../address-space/passed-over/seen-days.ts";
import type { ChangedHardware } from "../../conflicts/hardware-conflicts.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import type { AddressKey } from "../../address/address-key.ts";
import { inSlices } from "../../background/in-slices.ts";
import { keyOfText } from "../../address/ip-address.ts";
import type { DiscoveredDevice } from "../../reconciliation/discovered-device.ts";
import { discoveredDeviceDocuments } from "../../reconciliation/discovered-device.entity.ts";
import { compareWithRecorded, recordedAt } from "../../reconciliation/recorded-devices.ts";
import { insertSeen, readSeen, rewriteSeen, SEEN_PER_STEP, type SeenChange, seenInSlices } from "../../reconciliation/seen-rows.ts";
import { discoveryDeviceFound } from "../discovery.events.ts";
import type { CompletedScan } from "../missing/count-absences.ts";
import { endAbsences } from "../missing/end-absences.ts";
import type { Sighting } from "./evidence.ts";

/** A network, under the lock of what was seen in it. */
export interface SeenNetwork {
  readonly id: string;
  readonly space: number;
}

/** Sightings that are written between two turns of the event loop. */
const SLICE = 250;

/**
 * Writes what was seen: one row for each address of the network, in as many statements for some hundred as for one. What was not
 * observed stays as it was (docs/spec/discovery.md#one-for-each-address). The caller holds the lock of what was seen in the network
 * (`reconciliation/seen-lock.ts`).
 */
export async function recordSightings(
  change: Change,
  network: SeenNetwork,
  sightings: readonly Sighting[],
): Promise<readonly ChangedHardware[]> {
  const seen = new Map(sightings.map((sighting) => [sighting.ip, sighting]));
  const hardware: ChangedHardware[] = [];
  for await (const slice of inSlices([...seen.values()], SLICE)) hardware.push(...(await recordSlice(change, network, slice)));
  return hardware;
}

async function recordSlice(change: Change, network: SeenNetwork, sightings: readonly Sighting[]): Promise<readonly ChangedHardware[]> {
  const keys = sightings.map(({ ip }) => keyOfText(ip));
  const [rows, recorded, days] = await Promise.all([
    readSeen(change, "network_id = ? and ip_key = any(?)", [network.id, keys]),
    recordedAt(change, network.space, keys),
    seenDays(change),
    endAbsences(change, network.space, keys),
  ]);
  const known = new Map(rows.map((row) => [row.ip, row]));
  const merged = sightings.map((sighting) => merge(change, network.id, known.get(sighting.ip), sighting));
  const compared = await compareWithRecorded(change, network.space, merged, recorded);
  const found = compared.filter(({ ip }) => !known.has(ip));
  await insertSeen(change, found);
  for (const one of found) change.emit(discoveryDeviceFound, one.id, one);
  const changes = compared.flatMap((after): SeenChange[] => {
    const before = known.get(after.ip);
    return before === undefined
      ? []
      : [{ before, after: { ...after, updated_at: isAsBefore(before, after) ? before.updated_at : change.now } }];
  });
  await rewriteSeen(change, changes);
  await markSeen(change, network.space, keys, days);
  return changes.flatMap(({ before, after }): ChangedHardware[] =>
    before.mac_address === "" || before.mac_address === after.mac_address
      ? []
      : [{ key: keyOfText(after.ip), ip: after.ip, before: before.mac_address, after: after.mac_address }],
  );
}

/** Whether nothing is new but that it was seen again. */
function isAsBefore(before: DiscoveredDevice, after: DiscoveredDevice): boolean {
  const text = (seen: DiscoveredDevice): string => discoveredDeviceDocuments.write({ ...seen, last_seen: "", updated_at: "" });
  return text(before) === text(after);
}

/**
 * Notes that somebody still vouches for addresses of a network: when they were seen last, and nothing else. The caller holds the lock
 * of what was seen in it.
 */
export async function keepSeen(change: Change, { space }: SeenNetwork, devices: readonly DiscoveredDevice[]): Promise<void> {
  if (devices.length === 0) return;
  await rewriteSeen(
    change,
    devices.map((before) => ({ before, after: { ...before, last_seen: change.now } })),
  );
  await markSeen(
    change,
    space,
    devices.map(({ ip }) => keyOfText(ip)),
    await seenDays(change),
  );
}

function merge(change: Change, networkId: string, before: DiscoveredDevice | undefined, sighting: Sighting): DiscoveredDevice {
  const { ip, macAddress, hostname, switchPort, osGuess, vendor, openPorts, services, confidence } = sighting;
  const { now } = change;
  // What one machine is called, and where it is connected, is not said of another one that answers in its place.
  const same = isOtherHardware(before, sighting) ? undefined : before;
  return {
    id: before?.id ?? change.newId(),
    ip,
    mac_address: macAddress ?? before?.mac_address ?? "",
    hostname: hostname ?? same?.hostname ?? "",
    switch_port: switchPort ?? same?.switch_port ?? "",
    network_id: networkId,
    status: "up",
    state: before?.state ?? "unknown",
    device_id: before?.device_id ?? null,
    differences: before?.differences ?? [],
    ignored_at: before?.ignored_at ?? null,
    ignore_note: before?.ignore_note ?? "",
    confidence,
    os_guess: osGuess ?? before?.os_guess ?? "",
    vendor: vendor ?? same?.vendor ?? "",
    open_ports: [...(openPorts ?? before?.open_ports ?? [])],
    services: [...(services ?? before?.services ?? [])],
    first_seen: before?.first_seen ?? now,
    last_seen: now,
    promoted_to_device_id: before?.promoted_to_device_id ?? null,
    promoted_at: before?.promoted_at ?? null,
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

const isOtherHardware = (before: DiscoveredDevice | undefined, { macAddress }: Sighting): boolean =>
  before !== undefined && before.mac_address !== "" && macAddress !== undefined && macAddress !== before.mac_address;

/**
 * Marks as down what a completed scan probed and did not see: one step of some hundred.
 * @param after last address of the step before
 * @returns last address of this step; undefined when it was the last one
 */
export async function markUnseen(
  change: Change,
  { networkId, since, wasProbed }: Pick<CompletedScan, "networkId" | "since" | "wasProbed">,
  after: AddressKey | "",
): Promise<AddressKey | undefined> {
  const rows = await change.all<{ id: string; ip_key: AddressKey }>(
    `select id, ip_key from discovered_device where network_id = ? and ip_key > ? and status = 'up' and last_seen < ?
     order by ip_key limit ${SEEN_PER_STEP}`,
    [networkId, after, since],
  );
  const gone = rows.flatMap(({ id, ip_key: key }) => (wasProbed(key) ? [id] : []));
  for await (const slice of seenInSlices(change, gone))
    await rewriteSeen(
      change,
      slice.map((before) => ({ before, after: { ...before, status: "down", updated_at: change.now } })),
    );
  return rows.length < SEEN_PER_STEP ? undefined : rows.at(-1)?.ip_key;
}
