import { setImmediate } from "node:timers/promises";
import type { AddressKey } from "../../address/address-key.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { allContainingNetworks } from "../locate.ts";
import { followPassed } from "./followed-passed.ts";
import { seenDays, seenUntil } from "./seen-days.ts";

/** Marks addresses of a space where hosts were seen. The caller holds the lock of the space, or the topology lock exclusively. */

/** Addresses of one statement. */
const SLICE = 500;

interface Seen {
  readonly key: AddressKey;
  readonly lastSeen: string;
}

async function replaceMarks(
  change: Change,
  space: number,
  keys: readonly AddressKey[],
  seen: readonly Seen[],
  days: number,
): Promise<void> {
  await change.exec("delete from passed_address where space = ? and ip_key = any(?) and reason = 'seen'", [space, keys]);
  const rows = seen
    .map(({ key, lastSeen }) => [space, key, "seen", seenUntil(lastSeen, days), lastSeen, null] as const)
    .filter(([, , , until]) => until > change.now);
  if (rows.length > 0) await change.insert("passed_address", ["space", "ip_key", "reason", "until_at", "last_seen", "pool_id"], rows);
  await followPassed(change, space, keys);
}

/** Hosts answered now at some addresses of a space. @param days for which that counts */
export async function markSeen(change: Change, space: number, keys: readonly AddressKey[], days: number): Promise<void> {
  if (days === 0) return;
  await replaceMarks(
    change,
    space,
    keys,
    keys.map((key) => ({ key, lastSeen: change.now })),
    days,
  );
}

/** Marks addresses of a space by what is known of hosts there: one of several networks may have seen an address, or none any more. */
export async function remarkSeen(change: Change, space: number, keys: readonly AddressKey[]): Promise<void> {
  const days = await seenDays(change);
  for (let at = 0; at < keys.length; at += SLICE) {
    const slice = keys.slice(at, at + SLICE);
    await replaceMarks(change, space, slice, days === 0 ? [] : await lastSeenAt(change, space, slice), days);
    if (keys.length > SLICE) await setImmediate();
  }
}

/** When hosts were seen last at some addresses, by the networks of the space around them. */
export async function lastSeenAt(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<readonly Seen[]> {
  const containing = await allContainingNetworks(queries, [space], keys);
  const ids = new Set([...containing.values()].flatMap((networks) => networks.map(({ id }) => id)));
  if (ids.size === 0) return [];
  const rows = await queries.all<{ network_id: string; ip_key: AddressKey; last_seen: string }>(
    "select network_id, ip_key, last_seen from discovered_device where network_id = any(?) and ip_key = any(?) order by last_seen",
    [[...ids], keys],
  );
  // The last one counts, of the networks that contain the address still.
  const seen = new Map<AddressKey, string>();
  for (const { network_id: id, ip_key: key, last_seen: lastSeen } of rows)
    if (containing.get(key)?.some((network) => network.id === id) === true) seen.set(key, lastSeen);
  return [...seen].map(([key, lastSeen]) => ({ key, lastSeen }));
}

/** Addresses of a space. */
export interface SeenPlace {
  readonly space: number;
  readonly keys: readonly AddressKey[];
}

/** Where hosts were seen, by space: in some networks, or discovered devices by their ids. */
export async function seenPlaces(
  change: Change,
  of: { readonly networkIds: readonly string[] } | { readonly ids: readonly string[] },
): Promise<readonly SeenPlace[]> {
  const [where, param] = "ids" in of ? ["d.id = any(?)", of.ids] : ["d.network_id = any(?)", of.networkIds];
  const rows = await change.all<{ space: number; ip_key: AddressKey }>(
    `select distinct n.space, d.ip_key from discovered_device d join network n on n.id = d.network_id where ${where}
     order by n.space, d.ip_key`,
    [param],
  );
  return [...Map.groupBy(rows, ({ space }) => space)].map(([space, some]) => ({ space, keys: some.map(({ ip_key: key }) => key) }));
}

/** {@link remarkSeen} of places, after what was seen there changed. */
export async function remarkPlaces(change: Change, places: readonly SeenPlace[]): Promise<void> {
  for (const { space, keys } of places) await remarkSeen(change, space, keys);
}
