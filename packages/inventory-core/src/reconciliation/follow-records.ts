import type { AddressKey } from "../address/address-key.ts";
import { inSlices } from "../background/in-slices.ts";
import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { keepRows } from "./kept-rows.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { compareAgain } from "./compare-again.ts";
import { leaveComparisons } from "./left-comparisons.ts";
import { seenInSlices } from "./seen-rows.ts";

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
    const found = await seenNow(change, space, { keys: slice(places), deviceIds: slice(devices), macs: macs && slice(macs) });
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

/** What discovered devices are found by. */
interface Finding {
  readonly keys: readonly string[];
  readonly deviceIds: readonly string[];
  /** MAC addresses; those that are recorded at the addresses if undefined. */
  readonly macs: readonly string[] | undefined;
}

/** Discovered devices of one MAC address, or of one device, that a change compares itself. Others are left to the background. */
const FEW = 256;

/** How many more are compared for each MAC address or device of a change. */
const FEW_OF_EACH = 4;

/** Ids of discovered devices that are compared with a change. The comparison of the others is left to the background. */
async function seenNow(change: Change, space: number, finding: Finding): Promise<readonly string[]> {
  const { keys, deviceIds } = finding;
  const most = FEW + FEW_OF_EACH * Math.max(finding.macs?.length ?? keys.length, deviceIds.length);
  const found = await seenOf(change, space, finding, most);
  const ofMacs = found.filter(({ part }) => part === 1);
  const ofDevices = found.filter(({ part }) => part === 2);
  if (ofMacs.length > most) {
    const macs = finding.macs ?? (await change.all<{ mac: string }>(MACS, [space, keys])).map(({ mac }) => mac);
    await leaveComparisons(change, space, "mac_address", macs);
  }
  if (ofDevices.length > most) await leaveComparisons(change, space, "device_id", deviceIds);
  const now = [
    ...found.filter(({ part }) => part === 0),
    ...(ofMacs.length > most ? [] : ofMacs),
    ...(ofDevices.length > most ? [] : ofDevices),
  ];
  return [...new Set(now.flatMap(({ id, space: own }) => (Number(own) === space ? [id] : [])))];
}

interface Found {
  readonly id: string;
  readonly space: number;
  /** 0 for one at an address, 1 for one with a MAC address, 2 for one of a device. */
  readonly part: number;
}

/** Discovered devices at addresses, with MAC addresses, or of devices. @param most one more of each of the last two parts is read */
async function seenOf(queries: Queries, space: number, { keys, deviceIds, macs }: Finding, most: number): Promise<readonly Found[]> {
  const [recorded, params] = macs === undefined ? [MACS, [space, keys]] : ["select m.value as mac from list(?) m", [macs]];
  const rows = await queries.all<Found>(
    // SQLite keeps the order of a cross join.
    `select s.id, s.part, n.space from (
       select id, network_id, 0 as part from discovered_device where ip_key = any(?)
       union all select * from (select s.id, s.network_id, 1 as part from (${recorded}) m
         cross join discovered_device s where s.mac_address = m.mac and s.mac_address <> '' limit ${most + 1}) f
       union all select * from (select id, network_id, 2 as part from discovered_device where device_id = any(?) limit ${most + 1}) g) s
     join network n on n.id = s.network_id`,
    [keys, ...params, deviceIds],
  );
  return rows.map((row) => ({ ...row, part: Number(row.part) }));
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
