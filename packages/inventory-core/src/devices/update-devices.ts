import type { Draft } from "../contract/errors/validation.ts";
import { checkIfMatch } from "../contract/operations/etag.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { Outcome } from "../contract/storage/outcome.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { OwnFields } from "../fields/own-fields.ts";
import { documentOf } from "../storage/document-type.ts";
import { acceptedDevices, checkDevices, contextOf, withoutTaken } from "./check-devices.ts";
import { Device, type DeviceUpdate, type GivenAddress } from "./device.ts";
import { deviceErrors } from "./device.errors.ts";
import { loadDevices, type PlacedAddress, type PlacedDevice } from "./device-rows.ts";
import { changeDevices, type DeviceChange, documented } from "./device-writer.ts";

/** A device that is to change. */
export interface DeviceToUpdate {
  readonly id: string;
  /** What it is to become; asked for with the device as it is, where that depends on it. */
  readonly draft: Draft<DeviceUpdate> | ((before: Device) => Draft<DeviceUpdate>);
  /** Ids that its new addresses may bring along: no address has them. */
  readonly addressIds?: ReadonlySet<string> | undefined;
}

/** What came of a device that was to change. */
export type DeviceOutcome = Outcome<Device> & { readonly changed?: false };

/** What a device that is there is asked to become. */
interface Asked {
  readonly draft: Draft<DeviceUpdate>;
  readonly before: PlacedDevice;
  /** The addresses that are placed: those that were sent, or its own when it moves. */
  readonly addresses: readonly GivenAddress[] | undefined;
  readonly addressIds: ReadonlySet<string> | undefined;
}

/**
 * Changes several devices, each of which is named once.
 * @param isAlone the topology is locked exclusively, so that nobody else changes devices: they need no locks of their own
 * @returns what came of each; `changed` is false of one that was what it is asked to become
 */
export async function updateDevices(change: Change, updates: readonly DeviceToUpdate[], isAlone = false): Promise<DeviceOutcome[]> {
  if (!isAlone) await change.lock({ on: "topology", mode: "shared" });
  const ids = updates.map(({ id }) => id);
  if (!isAlone) await lockDevices(change, ids);
  const loaded = await loadForChange(change, ids);
  const asked = updates.map(({ id, draft: given, addressIds }): Asked | undefined => {
    const before = loaded.get(id);
    if (before === undefined) return undefined;
    const draft = typeof given === "function" ? given(before.device) : given;
    const moved = draft.fields.datacenter_id !== undefined && draft.fields.datacenter_id !== before.device.datacenter_id;
    // A device that moves takes its unlinked addresses to its new datacenter's space, where a network may contain them.
    return { draft, before, addresses: draft.fields.addresses ?? (moved ? before.device.addresses : undefined), addressIds };
  });
  const there = asked.filter((one) => one !== undefined);
  const { addresses, own } = await checkDevices(
    change,
    there.map(({ draft, before, addresses: stored, addressIds }) => ({ draft, context: contextOf(before.device, addressIds), stored })),
    () => change.newId(),
  );
  const placed = new Map(there.map((one, index) => [one, addresses[index] as PlacedAddress[]]));
  const fieldsOf = new Map(there.map((one, index) => [one, own[index] as OwnFields]));
  const changes: (DeviceChange & { readonly index: number })[] = [];
  const outcomes = updates.map(({ id }, index): DeviceOutcome => {
    const one = asked[index];
    try {
      if (one === undefined) throw deviceErrors.DEVICE_NOT_FOUND({ id });
      const moved = one.addresses === undefined ? undefined : placed.get(one);
      const before = one.before.device;
      const device = documented({
        ...before,
        ...one.draft.valid(),
        addresses: moved ?? before.addresses,
        fields: fieldsOf.get(one) ?? before.fields,
        updated_at: change.now,
      });
      // Asked to become what it is, it stays as it was, its time of change included (docs/spec/http.md#identifiers-and-times).
      const fields = changedFields(Device, before, device);
      if (fields.length === 0) return { result: before, changed: false };
      changes.push({ before: one.before, device, placed: moved, fields, index });
      return { result: device };
    } catch (error) {
      return { error };
    }
  });
  const free = await withoutTaken(change, changes, outcomes, ({ before }) => before.device.fields);
  await changeDevices(change, await acceptedDevices(change, free, outcomes, ({ before }) => before.device));
  return outcomes;
}

/** Keeps off whoever else would change these devices. */
export async function lockDevices(change: Change, ids: readonly string[]): Promise<void> {
  await change.lock(...ids.map((id) => ({ on: "record", table: "device", id }) as const));
}

/** Devices as they are before a change. @throws PRECONDITION_FAILED */
export async function loadForChange(change: Change, ids: readonly string[]): Promise<ReadonlyMap<string, PlacedDevice>> {
  const loaded = await loadDevices(change, ids);
  if (change.call.ifMatch !== undefined) for (const { device } of loaded.values()) checkIfMatch(change.call, documentOf(Device, device));
  return loaded;
}
