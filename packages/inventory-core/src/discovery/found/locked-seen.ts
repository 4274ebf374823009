import { holds } from "../../contract/access/principal.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import type { DiscoveredDevice } from "../../reconciliation/discovered-device.ts";
import { settleSeen } from "../../reconciliation/follow-records.ts";
import { compareWithRecorded } from "../../reconciliation/recorded-devices.ts";
import { lockSeen } from "../../reconciliation/seen-lock.ts";
import { readSeen, rewriteSeen } from "../../reconciliation/seen-rows.ts";
import { noSuch } from "../discovery.errors.ts";

/** A discovered device that nobody else changes, and that nobody records meanwhile. */
export interface LockedSeen {
  readonly seen: DiscoveredDevice;
  /** Number of the address space. */
  readonly space: number;
}

/** @throws NOT_FOUND */
export async function findSeen(queries: Queries, id: string): Promise<DiscoveredDevice> {
  const [found] = await readSeen(queries, "id = ?", [id]);
  if (found === undefined) throw noSuch("discovered device");
  return found;
}

/** Locks discovered devices, and tells how they stand to what is recorded now. Those that are gone are left out. */
export async function lockAllSeen(change: Change, ids: readonly string[]): Promise<readonly LockedSeen[]> {
  await change.lock({ on: "topology", mode: "shared" });
  const networks = await change.all<{ id: string }>(
    "select distinct network_id as id from discovered_device where id = any(?) order by network_id",
    [ids],
  );
  const spaces = await lockSeen(
    change,
    networks.map(({ id }) => id),
  );
  const rows = await readSeen(change, "id = any(?)", [ids]);
  const locked: LockedSeen[] = [];
  for (const [space, own] of Map.groupBy(rows, (seen) => spaces.get(seen.network_id) ?? -1))
    locked.push(...(await compareWithRecorded(change, space, own)).map((seen) => ({ seen, space })));
  return locked;
}

/** @throws NOT_FOUND */
export async function lockOneSeen(change: Change, id: string): Promise<LockedSeen> {
  const [locked] = await lockAllSeen(change, [id]);
  if (locked === undefined) throw noSuch("discovered device");
  return locked;
}

/** A discovered device, and what of its own fields is new. */
export interface SeenToTell {
  readonly before: LockedSeen;
  readonly what: Partial<DiscoveredDevice>;
}

/**
 * Writes what became of discovered devices by what the change did before, with an audit row each.
 * @returns them as they are after the change, in their order
 */
export async function tellAllSeen(change: Change, action: string, all: readonly SeenToTell[]): Promise<readonly DiscoveredDevice[]> {
  await settleSeen(change);
  const ids = all.map(({ before }) => before.seen.id);
  const stored = new Map((await readSeen(change, "id = any(?)", [ids])).map((one) => [one.id, one]));
  const told = new Map<string, DiscoveredDevice>();
  for (const [space, own] of Map.groupBy(all, ({ before }) => before.space)) {
    const written = own.map(({ before, what }) => ({
      ...(stored.get(before.seen.id) as DiscoveredDevice),
      ...what,
      updated_at: change.now,
    }));
    for (const after of await compareWithRecorded(change, space, written)) told.set(after.id, after);
  }
  const changes = ids.map((id) => ({ before: stored.get(id) as DiscoveredDevice, after: told.get(id) as DiscoveredDevice }));
  await rewriteSeen(change, changes);
  for (const [index, { after }] of changes.entries())
    change.audit({ action, resource: "discovered_device", resourceId: after.id, before: all[index]?.before.seen, after });
  return changes.map(({ after }) => after);
}

/** {@link tellAllSeen} of one. */
export async function tellSeen(
  change: Change,
  action: string,
  before: LockedSeen,
  what: Partial<DiscoveredDevice>,
): Promise<DiscoveredDevice> {
  const [after] = await tellAllSeen(change, action, [{ before, what }]);
  return after as DiscoveredDevice;
}

/** What was discovered is recorded: whoever wants to be told no more of it is told of the device. */
export const RECORDED = { ignored_at: null, ignore_note: "" } as const satisfies Partial<DiscoveredDevice>;

/** A device holds its address or MAC address already. The device is named to those who may read it. */
export async function recordedAlready(
  change: Change,
  { ip, mac_address: mac }: DiscoveredDevice,
  deviceId: string,
  advice: string,
): Promise<Error> {
  const known = holds(change.call.principal, "device:read");
  const device = known ? await change.get<{ name: string }>("select name from device where id = ?", [deviceId]) : undefined;
  const held = await change.get("select 1 as one from address where device_id = ? and ip = ?", [deviceId, ip]);
  const who = device === undefined ? "a device that you may not read" : `the device ${device.name}`;
  const what = held === undefined ? `the MAC address ${mac} of ${ip}` : ip;
  const reason = `${what} is recorded already, by ${who}: ${advice}`;
  return coreErrors.CONFLICT({ reason, ...(known ? { device_id: deviceId } : {}) });
}
