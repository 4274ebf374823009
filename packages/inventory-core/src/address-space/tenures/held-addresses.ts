import type { AddressKey } from "../../address/address-key.ts";
import type { SqlValue, Transaction } from "../../contract/storage/storage.ts";

/**
 * Brings tenures of addresses in line with who holds them: those that are over get an end, and those that are not there begin. Two
 * statements for any number of addresses, which tell the program nothing. The caller holds the locks of writers of addresses.
 */

/** Who gave addresses to devices, and when. */
export interface TenureCause {
  readonly now: string;
  readonly changeId: string;
  readonly userId: string | null;
  readonly username: string;
}

/**
 * The devices that hold some addresses of a space now, with their names and hardware addresses. A database reads it once for all tenures:
 * a subquery for each tenure would read every holder of its address again. It is one text, since SQLite compares a row that is not in a
 * list of rows with each of them.
 */
const holdings = (held: string): string => `select a.ip_key || ' ' || a.device_id || ' ' || max(a.mac) || ' ' || d.name from address a
  join device d on d.id = a.device_id where ${held} group by a.ip_key, a.device_id, d.name`;

/** Addresses that any device holds. */
const OF_ALL = "a.space = ? and a.ip_key = any(?)";

/** Addresses that some devices hold, by the index of the devices: that of the addresses would lead to all holders. */
const OF_DEVICES = "a.space + 0 = ? and a.ip_key || '' = any(?) and a.device_id = any(?)";

const COLUMNS = "space, ip_key, from_at, device_id, device_name, mac, to_at, change_id, by_id, by_name";

/**
 * Those who hold addresses and have no open tenure. None begins before the last one of its address has ended, whatever the clocks of
 * several hosts say. A tenure that has lasted no time goes on where it is the same device's.
 * @param since when they began, as a part of a statement
 */
function beginning(since: string, { held }: Which): string {
  return `insert into address_tenure (${COLUMNS})
    select h.space, h.ip_key, case when h.ended_at > h.since then h.ended_at else h.since end, h.device_id, h.device_name, h.mac,
      null, ?, ?, ?
    from (select a.space, a.ip_key, a.device_id, d.name as device_name, max(a.mac) as mac, ${since} as since,
        coalesce((select max(e.to_at) from address_tenure e
          where e.space = a.space and e.ip_key = a.ip_key and e.to_at is not null), '') as ended_at
      from address a join device d on d.id = a.device_id
      where ${held} and not exists (select 1 from address_tenure o
        where o.space = a.space and o.ip_key = a.ip_key and o.device_id = a.device_id and o.to_at is null)
      group by a.space, a.ip_key, a.device_id, d.name, d.updated_at) h
    where true
    on conflict (space, ip_key, from_at, device_id) do update set device_name = excluded.device_name, mac = excluded.mac, to_at = null,
      change_id = excluded.change_id, by_id = excluded.by_id, by_name = excluded.by_name`;
}

type Writer = Pick<Transaction, "exec">;

/** Which tenures a statement is about: those of some addresses, of all devices or of some. */
interface Which {
  /** Condition of the addresses that are held. */
  readonly held: string;
  /** Condition of the tenures. */
  readonly tenures: string;
  /** Parameters of either. */
  readonly params: readonly SqlValue[];
}

const whichOf = (space: number, keys: readonly AddressKey[], deviceIds?: readonly string[]): Which =>
  deviceIds === undefined
    ? { held: OF_ALL, tenures: "t.space = ? and t.ip_key = any(?)", params: [space, keys] }
    : { held: OF_DEVICES, tenures: "t.space = ? and t.ip_key = any(?) and t.device_id = any(?)", params: [space, keys, deviceIds] };

async function end(writer: Writer, { held, tenures, params }: Which, now: string): Promise<void> {
  await writer.exec(
    `update address_tenure as t set to_at = case when t.from_at > ? then t.from_at else ? end
     where ${tenures} and t.to_at is null
       and t.ip_key || ' ' || t.device_id || ' ' || t.mac || ' ' || t.device_name not in (${holdings(held)})`,
    [now, now, ...params, ...params],
  );
}

/**
 * Ends and begins tenures of some addresses of a space, by a change.
 * @param deviceIds the devices that it gave or took addresses, or renamed; undefined where they are not known
 */
export async function settleTenures(
  writer: Writer,
  space: number,
  keys: readonly AddressKey[],
  { changeId, userId, username, now }: TenureCause,
  deviceIds?: readonly string[],
): Promise<void> {
  const which = whichOf(space, keys, deviceIds);
  await end(writer, which, now);
  await writer.exec(beginning("cast(? as text)", which), [changeId, userId, username, now, ...which.params]);
}

/** {@link settleTenures} after changes that kept none: who holds an address has held it at least since the device was changed last. */
export async function mendTenures(writer: Writer, space: number, keys: readonly AddressKey[], now: string): Promise<void> {
  const which = whichOf(space, keys);
  await end(writer, which, now);
  await writer.exec(beginning("d.updated_at", which), [null, null, null, ...which.params]);
}

/** Begins tenures of those who hold addresses of a range of spaces and keys, of whom nothing is known. */
export async function beginTenuresWithin(
  writer: Writer,
  after: readonly [space: number, key: AddressKey],
  last: readonly [space: number, key: AddressKey],
): Promise<void> {
  await writer.exec(
    `insert into address_tenure (${COLUMNS})
     select a.space, a.ip_key, d.updated_at, a.device_id, d.name, max(a.mac), null, null, null, null
     from address a join device d on d.id = a.device_id
     where (a.space, a.ip_key) > (?, ?) and (a.space, a.ip_key) <= (?, ?)
     group by a.space, a.ip_key, d.updated_at, a.device_id, d.name
     on conflict do nothing`,
    [...after, ...last],
  );
}
