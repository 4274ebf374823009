import type { AddressKey } from "../../address/address-key.ts";
import { COMMON_SPACE, EVERY_SPACE, namedSpace } from "../../address-space/space-numbers.ts";
import type { OwnCondition } from "../../fields/own-filter.ts";
import type { SqlValue, TextSearch } from "../../contract/storage/storage.ts";
import { prefixPattern } from "../../storage/like.ts";
import { searchTermsOf } from "../../storage/search-text.ts";
import type { Where } from "../../storage/where.ts";
import type { DeviceFilter } from "../device.ts";

/** Devices with addresses of a range. Addresses are indexed by space first, and there are few spaces. */
const HOLDERS = `select a.device_id from address a
  where a.space in (${EVERY_SPACE}) and a.ip_key >= ? and a.ip_key <= ?`;

/** Which devices a list shows, with what its own fields ask for looked up. */
export interface DeviceListing extends DeviceFilter {
  readonly own?: readonly OwnCondition[];
}

/** Conditions of a device list, on alias `t`, added to others. A device carries every tag that is asked for. */
export function deviceFilter(filter: DeviceListing, where: Where): Where {
  for (const tag of new Set(filter.tags)) where.add("t.id in (select x.device_id from device_tag x where x.tag = ?)", tag);
  if (filter.network_id) where.add("t.id in (select x.device_id from address x where x.network_id = ?)", filter.network_id);
  if (filter.datacenter_id) where.add("t.datacenter_id = ?", filter.datacenter_id);
  if (filter.space_id) {
    const { sql, params } = namedSpace(filter.space_id);
    where.add(
      `(t.id in (select x.device_id from address x where x.space = ${sql}) or t.datacenter_id in (select id from datacenter where home = ${sql})
        or (t.datacenter_id is null and ${sql} = ${COMMON_SPACE}))`,
      ...[params, params, params].flat(),
    );
  }
  if (filter.status) where.add("t.status = ?", filter.status);
  return where;
}

/**
 * Devices whose search text contains `q`, or which hold an address inside `range`, in one statement: those that hold the
 * address `q` first, then exact names, then names that start with it, then the rest, each by name (docs/spec/devices.md#ranking).
 */
export function deviceSearch(
  text: TextSearch,
  q: string,
  range: { readonly lo: AddressKey; readonly hi: AddressKey } | null,
): { readonly sql: string; readonly params: readonly SqlValue[] } {
  const { needle, match } = searchTermsOf(q);
  const contains = match.map((part) => text.deviceContains(part));
  const matches = [`select d.id from device d where ${contains.map(({ sql }) => sql).join(" and ")}`];
  const params: SqlValue[] = contains.flatMap((one) => one.params);
  let holders = "";
  const order: SqlValue[] = [needle, prefixPattern(needle)];
  if (range !== null) {
    matches.push(HOLDERS);
    params.push(range.lo, range.hi);
    if (range.lo === range.hi) {
      holders = `when t.id in (${HOLDERS}) then 0 `;
      order.unshift(range.lo, range.hi);
    }
  }
  return {
    sql: `select t.doc from device t where t.id in (${matches.join(" union ")})
      order by case ${holders}when t.name_key = ? then 1 when t.name_key like ? escape '\\' then 2 else 3 end, t.name, t.id`,
    params: [...params, ...order],
  };
}
