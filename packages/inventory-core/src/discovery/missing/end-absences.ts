import type { AddressKey } from "../../address/address-key.ts";
import { textOf } from "../../address/ip-address.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { deviceReturned } from "../discovery.events.ts";

/** An address that scans missed, whether that was told or not. */
interface Ended {
  readonly ip_key: AddressKey;
  readonly device_id: string;
  readonly since: string;
  readonly told_at: string | null;
  readonly device_name: string;
  readonly network_id: string | null;
}

/**
 * Something answers at addresses of a space: they are missed no more, and those that were told to be missing are told of. One statement
 * where none was missed. The caller holds the lock of what was seen there.
 */
export async function endAbsences(change: Change, space: number, keys: readonly AddressKey[]): Promise<void> {
  const rows = await change.all<Ended>(
    `select u.ip_key, u.device_id, u.since, u.told_at, d.name as device_name, (
       select min(a.network_id) from address a where a.space = u.space and a.ip_key = u.ip_key and a.device_id = u.device_id) as network_id
     from address_absence u join device d on d.id = u.device_id where u.space = ? and u.ip_key = any(?) order by u.ip_key, u.device_id`,
    [space, keys],
  );
  if (rows.length === 0) return;
  await change.exec("delete from address_absence where space = ? and ip_key = any(?)", [space, keys]);
  for (const { ip_key: key, device_id, device_name, network_id, since, told_at: toldAt } of rows) {
    if (toldAt === null) continue;
    change.emit(deviceReturned, device_id, { device_id, device_name, ip: textOf(key), network_id, since, last_seen: change.now });
  }
}
