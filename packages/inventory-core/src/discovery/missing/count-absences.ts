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

/** An address of an active device, and what earlier scans missed of it. */
interface Recorded extends Pick<AddressAbsenceRow, "ip_key" | "device_id" | "told_at"> {
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
  const { space, first, last } = scan;
  for (let from = first; ;) {
    const end = await change.get<{ ip_key: AddressKey }>(
      `select ip_key from address where space = ? and ip_key >= ? and ip_key <= ? order by ip_key limit 1 offset ${SLICE}`,
      [space, from, last],
    );
    const within = [space, from, end?.ip_key ?? AFTER_ALL, last];
    const rows = await change.all<Recorded>(RECORDED, [...within, ...within]);
    await countSlice(
      change,
      space,
      rows.filter((row) => !isSeen(row, scan) && scan.wasProbed(row.ip_key)),
      missingAfter,
    );
    if (end === undefined) return;
    from = end.ip_key;
    await turnUnderLock();
  }
}

/** Comes after every key of an address. */
const AFTER_ALL = "~";

/** What was seen there comes from its addresses, not from all networks of the space: a cross join, so that SQLite keeps to it. */
const RECORDED = `
  select a.ip_key, a.device_id, a.device_name, a.network_id, u.misses, u.since, u.told_at, h.last_seen
  from (
    select a.space, a.ip_key, a.device_id, d.name as device_name, min(a.network_id) as network_id
    from address a join device d on d.id = a.device_id
    where a.space = ? and a.ip_key >= ? and a.ip_key < ? and a.ip_key <= ? and d.status = 'active'
    group by a.space, a.ip_key, a.device_id, d.name) a
  left join address_absence u on u.space = a.space and u.ip_key = a.ip_key and u.device_id = a.device_id
  left join (
    select s.ip_key, max(s.last_seen) as last_seen from discovered_device s cross join network n
    where n.id = s.network_id and n.space = ? and s.ip_key >= ? and s.ip_key < ? and s.ip_key <= ?
    group by s.ip_key) h on h.ip_key = a.ip_key`;

const isSeen = ({ last_seen: seen }: Recorded, { since }: CompletedScan): boolean => seen !== null && seen >= since;

async function countSlice(change: Change, space: number, missed: readonly Recorded[], missingAfter: number): Promise<void> {
  const counted: AddressAbsenceRow[] = [];
  for (const { ip_key, device_id, device_name, network_id, last_seen, ...before } of missed) {
    if (before.told_at !== null) continue;
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
