import type { AddressKey } from "../../address/address-key.ts";
import { parseNeedle } from "../../address/cidr.ts";
import { COMMON_SPACE, EVERY_SPACE, namedSpace } from "../../address-space/space-numbers.ts";
import { macNeedle, type MacRange } from "../../contract/mac-address.ts";
import type { OwnCondition } from "../../fields/own-filter.ts";
import type { SqlValue, TextSearch } from "../../contract/storage/storage.ts";
import { prefixPattern } from "../../storage/like.ts";
import { searchTermsOf } from "../../storage/search-text.ts";
import { Where } from "../../storage/where.ts";
import type { DeviceFilter } from "../device.ts";
import type { DeviceCondition } from "./walked-devices.ts";

/** Devices with addresses of a range. Addresses are indexed by space first, and there are few spaces. */
const HOLDERS = `select a.device_id from address a
  where a.space in (${EVERY_SPACE}) and a.ip_key >= ? and a.ip_key <= ?`;

/** Devices with hardware addresses of a range. */
const OF_MACS = "select a.device_id from address a where a.mac >= ? and a.mac <= ? and a.mac <> ''";

/** What `q` names when it is an address, a CIDR or a hardware address, or the beginning of one. */
export interface DeviceNeedles {
  readonly range: { readonly lo: AddressKey; readonly hi: AddressKey } | null;
  readonly macs: MacRange | null;
}

/** {@link DeviceNeedles} of a text. */
export function deviceNeedles(q: string): DeviceNeedles {
  return { range: parseNeedle(q.trim()), macs: macNeedle(q) };
}

/** Which devices a list shows, with what its own fields ask for looked up. */
export interface DeviceListing extends DeviceFilter {
  readonly own?: readonly OwnCondition[];
}

/** Conditions of a device list, on alias `t`, added to others. A device carries every tag that is asked for. */
export function deviceFilter(filter: DeviceListing, where: Where): Where {
  for (const tag of new Set(filter.tags)) where.add("t.id in (select x.device_id from device_tag x where x.tag = ?)", tag);
  if (filter.mac) where.add("t.id in (select x.device_id from address x where x.mac = ? and x.mac <> '')", filter.mac);
  if (filter.network_id) where.add("t.id in (select x.device_id from address x where x.network_id = ?)", filter.network_id);
  if (filter.datacenter_id) where.add("t.datacenter_id = ?", filter.datacenter_id);
  if (filter.space_id) {
    const { sql, params } = namedSpace(filter.space_id);
    where.add(
      `(t.id in (select x.device_id from address x where x.space = ${sql})
        or t.datacenter_id in (select id from datacenter where home = ${sql})
        or (t.datacenter_id is null and ${sql} = ${COMMON_SPACE}))`,
      ...[params, params, params].flat(),
    );
  }
  if (filter.status) where.add("t.status = ?", filter.status);
  return where;
}

/** The same of one device at a time, on alias `t`: what it has is looked up, and not all that have it. */
export function deviceCondition({ own = [], ...filter }: DeviceListing): DeviceCondition {
  const where = new Where();
  const ofDevice = (condition: string): string => `exists (select 1 from address x where x.device_id = t.id and ${condition})`;
  for (const { fieldId, key } of own)
    where.add("exists (select 1 from field_value x where x.record_id = t.id and x.field_id = ? and x.key = ?)", fieldId, key);
  for (const tag of new Set(filter.tags)) where.add("exists (select 1 from device_tag x where x.device_id = t.id and x.tag = ?)", tag);
  if (filter.mac) where.add(ofDevice("x.mac = ? and x.mac <> ''"), filter.mac);
  if (filter.network_id) where.add(ofDevice("x.network_id = ?"), filter.network_id);
  if (filter.datacenter_id) where.add("t.datacenter_id = ?", filter.datacenter_id);
  if (filter.space_id) {
    const { sql, params } = namedSpace(filter.space_id);
    where.add(
      `(${ofDevice(`x.space = ${sql}`)} or t.datacenter_id in (select id from datacenter where home = ${sql})
        or (t.datacenter_id is null and ${sql} = ${COMMON_SPACE}))`,
      ...[params, params, params].flat(),
    );
  }
  if (filter.status) where.add("t.status = ?", filter.status);
  return { sql: where.condition, params: where.params };
}

/**
 * Devices whose search text contains `q`, or which hold an address that `q` names, in one statement: those that hold the
 * address `q` (or have this hardware address) first, then exact names, then names that start with it, then the rest, each by name
 * (docs/spec/devices.md#ranking).
 */
export function deviceSearch(
  text: TextSearch,
  q: string,
  { range, macs }: DeviceNeedles,
): { readonly sql: string; readonly params: readonly SqlValue[] } {
  const { needle, match } = searchTermsOf(q);
  const contains = match.map((part) => text.deviceContains(part));
  const matches = [`select d.id from device d where ${contains.map(({ sql }) => sql).join(" and ")}`];
  const params: SqlValue[] = contains.flatMap((one) => one.params);
  let holders = "";
  const order: SqlValue[] = [needle, prefixPattern(needle)];
  for (const [named, sql] of [[range, HOLDERS] as const, [macs, OF_MACS] as const]) {
    if (named === null) continue;
    matches.push(sql);
    params.push(named.lo, named.hi);
    if (named.lo !== named.hi) continue;
    holders = `when t.id in (${sql}) then 0 ${holders}`;
    order.unshift(named.lo, named.hi);
  }
  return {
    sql: `select t.doc from device t where t.id in (${matches.join(" union ")})
      order by case ${holders}when t.name_key = ? then 1 when t.name_key like ? escape '\\' then 2 else 3 end, t.name, t.id`,
    params: [...params, ...order],
  };
}
