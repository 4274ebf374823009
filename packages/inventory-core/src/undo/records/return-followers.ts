import { remarkPlaces, seenPlaces } from "../../address-space/passed-over/seen-addresses.ts";
import { type KeptQuarantine, returnQuarantines } from "../../address-space/passed-over/quarantine.ts";
import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { Followers } from "../../cascades/removed-rows.ts";
import type { RemovedRows } from "../../reconciliation/kept-rows.ts";
import type { FollowerTable } from "../../contract/storage/storage.ts";
import type { DiscoveredDevice } from "../../reconciliation/discovered-device.ts";
import { discoveredDeviceDocuments } from "../../reconciliation/discovered-device.entity.ts";
import { followNetworksSeen } from "../../reconciliation/follow-records.ts";
import { lockSeen } from "../../reconciliation/seen-lock.ts";
import { insertSeen, readSeen, rewriteSeen } from "../../reconciliation/seen-rows.ts";
import { type AddressAbsenceRow, addressAbsenceTable } from "../../discovery/missing/address-absence.entity.ts";
import type { Undoing } from "../undoing.ts";

type Rows = RemovedRows["rows"];

/** Restores the rows that were deleted with records, after these records. Names in warnings what cannot be restored. */
export async function returnFollowers(undoing: Undoing, followers: Followers): Promise<void> {
  const { change, past } = undoing;
  for (const { table, rows } of past.removed) {
    if (isTurnOver()) await turnUnderLock();
    if (table === "passed_address") await returnQuarantines(change, rows as unknown as readonly KeptQuarantine[]);
    else if (table === "discovered_device") await returnSeen(undoing, rows);
    else if (table === "address_absence") await returnAbsences(undoing, rows as unknown as readonly AddressAbsenceRow[]);
    else await returnRows(undoing, followers.find(table), { table, rows });
  }
  await warnOfScans(undoing);
}

async function warnOfScans(undoing: Undoing): Promise<void> {
  for (const { network_id: id, count } of undoing.past.scans) {
    const network = await undoing.change.get<{ name: string }>("select name from network where id = ?", [id]);
    if (network !== undefined) undoing.warn(`scans of the network ${network.name} are not restored: ${count}`);
  }
}

/** Restores rows of a follower table where all records that they name exist and no other row has their key. */
async function returnRows(undoing: Undoing, follower: FollowerTable | undefined, { table, rows }: RemovedRows): Promise<void> {
  const { change } = undoing;
  const what = table.replaceAll("_", " ");
  if (follower === undefined) return undoing.warn(`rows of ${what} are not restored, because their plugin is not loaded: ${rows.length}`);
  let returning = rows;
  for (const [column, target] of Object.entries(follower.references)) {
    const ids = [...new Set(returning.map((row) => row[column] as string))];
    const found = await change.all<{ id: string }>(`select id from ${target} where id = any(?)`, [ids]);
    const there = new Set(found.map(({ id }) => id));
    returning = returning.filter((row) => there.has(row[column] as string));
  }
  const [first] = follower.key;
  const present = await change.all<Record<string, unknown>>(
    `select ${follower.key.join(", ")} from ${table} where ${first as string} = any(?)`,
    [[...new Set(returning.map((row) => row[first as string] as string))]],
  );
  const keyOf = (row: Readonly<Record<string, unknown>>): string => JSON.stringify(follower.key.map((column) => row[column]));
  const taken = new Set(present.map(keyOf));
  returning = returning.filter((row) => !taken.has(keyOf(row)));
  const columns = Object.keys(returning[0] ?? {});
  if (returning.length > 0)
    await change.insert(
      table,
      columns,
      returning.map((row) => columns.map((column) => row[column] ?? null)),
    );
  if (returning.length < rows.length)
    undoing.warn(`rows of ${what} are not restored, because others replace them or records are missing: ${rows.length - returning.length}`);
}

/** Restores how often scans missed addresses that their devices hold again and that no scan saw since the change. */
async function returnAbsences({ change, past }: Undoing, rows: readonly AddressAbsenceRow[]): Promise<void> {
  const found = await change.all<AddressAbsenceRow>(
    `select distinct a.space, a.ip_key, a.device_id from address a where a.device_id = any(?) and a.ip_key = any(?)
       and not exists (select 1 from address_absence u where u.space = a.space and u.ip_key = a.ip_key and u.device_id = a.device_id)
       and not exists (select 1 from discovered_device s join network n on n.id = s.network_id
         where s.ip_key = a.ip_key and n.space = a.space and s.last_seen > ?)`,
    [[...new Set(rows.map((row) => row.device_id))], [...new Set(rows.map((row) => row.ip_key))], past.at],
  );
  const keyOf = ({ space, ip_key: key, device_id: device }: AddressAbsenceRow): string => `${space} ${key} ${device}`;
  const held = new Set(found.map(keyOf));
  const { name, columns } = addressAbsenceTable;
  const returning = rows.filter((row) => held.has(keyOf(row)));
  if (returning.length > 0)
    await change.insert(
      name,
      columns,
      returning.map((row) => columns.map((column) => row[column])),
    );
}

/** Gives discovered devices that a merge gave to another network back to their network, with what scans saw since. */
export async function handSeenBack({ change, past }: Undoing): Promise<void> {
  for (const { table, rows } of past.removed) {
    if (table !== "discovered_device") continue;
    if (isTurnOver()) await turnUnderLock();
    const networkOf = new Map(rows.map((row) => [row["id"] as string, row["network_id"] as string]));
    const moved = (await readSeen(change, "id = any(?)", [[...networkOf.keys()]])).filter(
      ({ id, network_id: network }) => network !== networkOf.get(id),
    );
    if (moved.length === 0) continue;
    const targets = [...new Set(moved.map(({ id }) => networkOf.get(id) as string))];
    const spaces = await lockSeen(change, [...new Set([...targets, ...moved.map((seen) => seen.network_id)])].toSorted());
    await rewriteSeen(
      change,
      moved.flatMap((before) => {
        const network = networkOf.get(before.id) as string;
        return spaces.has(network) ? [{ before, after: { ...before, network_id: network } }] : [];
      }),
    );
  }
}

/** Restores discovered devices, or the promotions of those that exist. */
async function returnSeen(undoing: Undoing, rows: Rows): Promise<void> {
  const { change } = undoing;
  const texts = await discoveredDeviceDocuments.currentAll(
    change,
    rows.map((row) => row["doc"] as string),
  );
  const kept = texts.map((text, index) => {
    const { state, device_id, ignored_at, ignore_note } = rows[index] as unknown as DiscoveredDevice;
    return { ...(JSON.parse(text) as DiscoveredDevice), state, device_id, ignored_at, ignore_note };
  });
  const spaces = await lockSeen(change, [...new Set(kept.map(({ network_id: id }) => id))].toSorted());
  const promoted = kept.flatMap(({ promoted_to_device_id: id }) => id ?? []);
  const devices = new Set((await change.all<{ id: string }>("select id from device where id = any(?)", [promoted])).map(({ id }) => id));
  const present = await readSeen(change, "network_id = any(?) and ip_key = any(?)", [
    [...spaces.keys()],
    rows.map((row) => row["ip_key"] as string),
  ]);
  const byPlace = new Map(present.map((seen) => [`${seen.network_id} ${seen.ip}`, seen]));
  const networks = await change.all<{ id: string; first_key: string; last_key: string }>(
    "select id, first_key, last_key from network where id = any(?)",
    [[...spaces.keys()]],
  );
  const ranges = new Map(networks.map((network) => [network.id, network]));
  const returning: DiscoveredDevice[] = [];
  const changes: { readonly before: DiscoveredDevice; readonly after: DiscoveredDevice }[] = [];
  for (const [index, seen] of kept.entries()) {
    const isPromoted = seen.promoted_to_device_id !== null && devices.has(seen.promoted_to_device_id);
    const promotion = isPromoted ? {} : { promoted_to_device_id: null, promoted_at: null };
    const before = byPlace.get(`${seen.network_id} ${seen.ip}`);
    const range = ranges.get(seen.network_id);
    const key = rows[index]?.["ip_key"] as string;
    if (range === undefined || key < range.first_key || key > range.last_key)
      undoing.warn(
        `the discovered device ${seen.ip} is not restored: its network ${range === undefined ? "is deleted" : "does not contain it"}`,
      );
    else if (before === undefined) returning.push({ ...seen, ...promotion });
    else if (before.id === seen.id && before.promoted_to_device_id === null && isPromoted)
      changes.push({
        before,
        after: { ...before, promoted_to_device_id: seen.promoted_to_device_id, promoted_at: seen.promoted_at, updated_at: change.now },
      });
    else if (before.id !== seen.id) undoing.warn(`the discovered device ${seen.ip} is not restored: a scan has found it again`);
  }
  await insertSeen(change, returning);
  await rewriteSeen(change, changes);
  followNetworksSeen(change, [...spaces.keys()]);
  await remarkPlaces(change, await seenPlaces(change, { ids: returning.map(({ id }) => id) }));
}
