import type { AddressKey } from "../../address/address-key.ts";
import { textOf } from "../../address/ip-address.ts";
import { turnUnderLock } from "../../background/loop-turn.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { insertStatements } from "../../storage/insert-statements.ts";
import { deviceMissing } from "../discovery.events.ts";
import { type AddressAbsenceRow, addressAbsenceTable } from "./address-absence.entity.ts";

/** Addresses that are looked at between two turns of the event loop. */
const SLICE = 1000;

/** A completed scan. */
export interface CompletedScan {
  readonly networkId: string;
  /** Number of the space of the network. */
  readonly space: number;
  readonly first: AddressKey;
  readonly last: AddressKey;
  /** When it began: what it saw was seen later. */
  readonly since: string;
  /** Whether it really probed an address. */
  readonly wasProbed: (key: AddressKey) => boolean;
}

/** An address of an active device that a scan did not see, and what earlier scans missed of it. */
interface Missed extends Pick<AddressAbsenceRow, "ip_key" | "device_id"> {
  readonly device_name: string;
  readonly network_id: string | null;
  readonly misses: number | null;
  readonly since: string | null;
  /** When something was seen there last, in any network of the space. */
  readonly last_seen: string | null;
}

/**
 * Counts a completed scan for the addresses of active devices that it covered and did not see, and tells of those that are missing with it.
 * A few statements for a thousand addresses, and nothing is written of those that were told of. The caller holds the lock of what was seen
 * in the network.
 * @param missingAfter how many scans in a row must miss an address
 */
export async function countAbsences(change: Change, scan: CompletedScan, missingAfter: number): Promise<void> {
  const { space, first, last, since, wasProbed } = scan;
  const endOf = async (from: AddressKey): Promise<AddressKey | undefined> =>
    (await change.get<{ ip_key: AddressKey }>(END, [space, from, last]))?.ip_key;
  let from = first;
  for (let end = await endOf(from); ;) {
    const within = [space, from, end ?? AFTER_ALL, last];
    // Where the next thousand ends is asked beside, so that nothing waits for it.
    const [rows, next] = await Promise.all([
      change.all<Missed>(MISSED, [...within, ...within, since]),
      end === undefined ? undefined : endOf(end),
    ]);
    await countSlice(
      change,
      space,
      rows.filter(({ ip_key: key }) => wasProbed(key)),
      missingAfter,
    );
    if (end === undefined) return;
    [from, end] = [end, next];
    await turnUnderLock();
  }
}

/** The first address after a thousand. */
const END = `select ip_key from address where space = ? and ip_key >= ? and ip_key <= ? order by ip_key limit 1 offset ${SLICE}`;

/** Comes after every key of an address. */
const AFTER_ALL = "~";

/**
 * Addresses of active devices that were not seen since an instant, without those that were told of. What was seen there comes from its
 * addresses, not from all networks of the space, and devices are looked up for those that are left, which are few once all are told of:
 * cross joins, so that SQLite keeps to it.
 */
const MISSED = `
  select m.ip_key, m.device_id, d.name as device_name, m.network_id, m.misses, m.since, m.last_seen
  from (
    select a.ip_key, a.device_id, min(a.network_id) as network_id, u.misses, u.since, h.last_seen
    from address a
    left join address_absence u on u.space = a.space and u.ip_key = a.ip_key and u.device_id = a.device_id
    left join (
      select s.ip_key, max(s.last_seen) as last_seen from discovered_device s cross join network n
      where n.id = s.network_id and n.space = ? and s.ip_key >= ? and s.ip_key < ? and s.ip_key <= ?
      group by s.ip_key) h on h.ip_key = a.ip_key
    where a.space = ? and a.ip_key >= ? and a.ip_key < ? and a.ip_key <= ?
      and u.told_at is null and (h.last_seen is null or h.last_seen < ?)
    group by a.ip_key, a.device_id, u.misses, u.since, h.last_seen) m
  cross join device d where d.id = m.device_id and d.status = 'active' order by m.ip_key, m.device_id`;

async function countSlice(change: Change, space: number, missed: readonly Missed[], missingAfter: number): Promise<void> {
  const counted: AddressAbsenceRow[] = [];
  for (const { ip_key, device_id, device_name, network_id, last_seen, ...before } of missed) {
    const misses = (before.misses ?? 0) + 1;
    const since = before.since ?? change.now;
    const isMissing = misses >= missingAfter;
    counted.push({ space, ip_key, device_id, misses, since, told_at: isMissing ? change.now : null });
    if (isMissing) change.emit(deviceMissing, device_id, { device_id, device_name, ip: textOf(ip_key), network_id, since, last_seen });
  }
  const { name, columns } = addressAbsenceTable;
  const values = counted.map((row) => columns.map((column) => row[column]));
  for (const { sql, params } of insertStatements(name, columns, values)) await change.exec(`${sql} ${COUNTED_BEFORE}`, params);
  if (counted.length > 0) await change.writeOut();
}

const COUNTED_BEFORE =
  "on conflict (space, ip_key, device_id) do update set misses = excluded.misses, since = excluded.since, told_at = excluded.told_at";
