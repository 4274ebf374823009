import type { AddressKey } from "../address/address-key.ts";
import { inSlices } from "../background/in-slices.ts";
import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { keepRows } from "./kept-rows.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { DiscoveredDevice } from "./discovered-device.ts";
import { compareWithRecorded } from "./recorded-devices.ts";
import { rewriteSeen, seenInSlices } from "./seen-rows.ts";

/**
 * Keeps how what was seen stands to what is recorded, in the transaction of the change that records otherwise. Whoever changes who holds
 * addresses tells of them here; before the commit, what was seen there is compared again. The caller holds the locks of the spaces, or
 * the topology exclusively: whoever writes what was seen holds the one and the other shared.
 */

/** Addresses, devices or discovered devices of one statement. */
const SLICE = 500;

/** So many addresses and devices are not kept in memory until the end of a change. */
const MAX_KEPT = 200 * SLICE;

interface Touched {
  readonly keys: Set<AddressKey>;
  /** Of the keys, those that devices may not hold any more. */
  readonly left: Set<AddressKey>;
  readonly deviceIds: Set<string>;
}

class Noted {
  readonly spaces = new Map<number, Touched>();
  readonly networkIds = new Set<string>();
  count = 0;

  in(space: number): Touched {
    const touched = this.spaces.get(space) ?? { keys: new Set(), left: new Set(), deviceIds: new Set() };
    this.spaces.set(space, touched);
    return touched;
  }
}

const noted = new ChangeState((change) => {
  change.beforeCommit(async () => await settleSeen(change));
  return new Noted();
});

/** Addresses of a space may be held by others than before, or recorded otherwise. @param isLeft devices may not hold them any more */
export async function followAddressesSeen(change: Change, space: number, keys: readonly AddressKey[], isLeft = false): Promise<void> {
  if (keys.length === 0) return;
  const all = noted.of(change);
  const touched = all.in(space);
  for (const key of keys) touched.keys.add(key);
  if (isLeft) for (const key of keys) touched.left.add(key);
  await settleMany(change, all, keys.length);
}

/** Devices may be called otherwise, or hold other addresses. @param spaces those of their addresses, before and after */
export async function followDevicesSeen(change: Change, spaces: Iterable<number>, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return;
  const all = noted.of(change);
  for (const space of new Set(spaces)) {
    const touched = all.in(space);
    for (const id of deviceIds) touched.deviceIds.add(id);
  }
  await settleMany(change, all, deviceIds.length);
}

/** Networks may be in another space. */
export function followNetworksSeen(change: Change, networkIds: readonly string[]): void {
  const all = noted.of(change);
  for (const id of networkIds) all.networkIds.add(id);
}

async function settleMany(change: Change, all: Noted, more: number): Promise<void> {
  all.count += more;
  if (all.count >= MAX_KEPT) await settle(change, all);
}

/** Compares at once what a change has touched so far: for an answer that tells of it. */
export async function settleSeen(change: Change): Promise<void> {
  const all = noted.seen(change);
  if (all !== undefined) await settle(change, all);
}

async function settle(change: Change, all: Noted): Promise<void> {
  const spaces = [...all.spaces].toSorted(([a], [b]) => a - b);
  const networkIds = [...all.networkIds].toSorted();
  all.spaces.clear();
  all.networkIds.clear();
  all.count = 0;
  for (const [space, touched] of spaces) await compareTouched(change, space, touched);
  for (const id of networkIds) await compareNetwork(change, id);
}

async function compareTouched(change: Change, space: number, { keys, left, deviceIds }: Touched): Promise<void> {
  const [places, devices] = [[...keys], [...deviceIds]];
  for await (const slice of inSlices([...left], SLICE)) {
    const params = [space, slice, space, slice];
    if (await keepRows(change, "address_absence", ["space", "ip_key", "device_id"], LEFT_ABSENCES, params))
      await change.exec(`delete from address_absence where ${LEFT_ABSENCES}`, params);
  }
  const macs = places.length > SLICE ? await macsAt(change, space, places) : undefined;
  const compared = new Set<string>();
  for (let at = 0; at < Math.max(places.length, devices.length, macs?.length ?? 0); at += SLICE) {
    const slice = <Value>(values: readonly Value[]): Value[] => values.slice(at, at + SLICE);
    const found = await seenOf(change, space, slice(places), slice(devices), macs && slice(macs));
    const ids = found.filter((id) => !compared.has(id));
    for (const id of ids) compared.add(id);
    for await (const seen of seenInSlices(change, ids)) await compareAgain(change, space, seen, change.now);
    if (isTurnOver()) await turnUnderLock();
  }
}

/** What scans missed at an address that its device does not hold any more, they have not missed. */
const LEFT_ABSENCES = `space = ? and ip_key = any(?) and (ip_key, device_id) not in (
  select a.ip_key, a.device_id from address a where a.space = ? and a.ip_key = any(?))`;

/** MAC addresses that are recorded at addresses. Many devices may have one. */
const MACS = "select distinct mac from address where space = ? and ip_key = any(?) and mac <> ''";

/** The MAC addresses that are recorded at addresses of several slices: those of one slice would be found again with the next. */
async function macsAt(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<string[]> {
  const macs = new Set<string>();
  for (let at = 0; at < keys.length; at += SLICE)
    for (const { mac } of await queries.all<{ mac: string }>(MACS, [space, keys.slice(at, at + SLICE)])) macs.add(mac);
  return [...macs];
}

/**
 * Ids of what was seen at addresses, with MAC addresses, or of devices.
 * @param macs those that are recorded at the addresses unless given
 */
async function seenOf(
  queries: Queries,
  space: number,
  keys: readonly AddressKey[],
  deviceIds: readonly string[],
  macs: readonly string[] | undefined,
): Promise<string[]> {
  const [recorded, params] = macs === undefined ? [MACS, [space, keys]] : ["select m.value as mac from list(?) m", [macs]];
  const rows = await queries.all<{ id: string }>(
    // SQLite keeps the order of a cross join.
    `select s.id from (
       select id, network_id from discovered_device where ip_key = any(?)
       union select s.id, s.network_id from (${recorded}) m
         cross join discovered_device s where s.mac_address = m.mac and s.mac_address <> ''
       union select id, network_id from discovered_device where device_id = any(?)) s
     join network n on n.id = s.network_id where n.space = ?`,
    [keys, ...params, deviceIds, space],
  );
  return rows.map(({ id }) => id);
}

async function compareNetwork(change: Change, networkId: string): Promise<void> {
  const network = await change.get<{ space: number }>("select space from network where id = ?", [networkId]);
  if (network === undefined) return;
  for (let after = ""; ;) {
    const rows = await change.all<{ id: string; ip_key: AddressKey }>(
      `select id, ip_key from discovered_device where network_id = ? and ip_key > ? order by ip_key limit ${SLICE}`,
      [networkId, after],
    );
    const ids = rows.map(({ id }) => id);
    for await (const seen of seenInSlices(change, ids)) await compareAgain(change, network.space, seen, change.now);
    if (rows.length < SLICE) return;
    after = rows.at(-1)?.ip_key as AddressKey;
    if (isTurnOver()) await turnUnderLock();
  }
}

/** Writes those of which it stands otherwise than before. */
export async function compareAgain(
  writer: Queries & Parameters<typeof rewriteSeen>[0],
  space: number,
  all: readonly DiscoveredDevice[],
  now: string,
): Promise<void> {
  const compared = await compareWithRecorded(writer, space, all);
  const changes = compared.flatMap((after, index) => {
    const before = all[index] as DiscoveredDevice;
    return standsAlike(before, after) ? [] : [{ before, after: { ...after, updated_at: now } }];
  });
  if (changes.length > 0) await rewriteSeen(writer, changes);
}

/** Whether two records of what was seen say the same of how it stands to what is recorded. */
export const standsAlike = (one: DiscoveredDevice, other: DiscoveredDevice): boolean =>
  one.state === other.state && one.device_id === other.device_id && JSON.stringify(one.differences) === JSON.stringify(other.differences);
