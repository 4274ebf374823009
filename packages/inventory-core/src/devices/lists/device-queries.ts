import { COMMON_SPACE, namedSpace } from "../../address-space/space-numbers.ts";
import { holdsValue, type OwnCondition } from "../../fields/own-filter.ts";
import { Where } from "../../storage/where.ts";
import type { RecordCondition } from "../../storage/searching/walked-records.ts";
import type { DeviceFilter } from "../device.ts";

/** Which devices a list shows, with what its own fields ask for looked up. */
export interface DeviceListing extends DeviceFilter {
  readonly own?: readonly OwnCondition[];
}

/** Whether the device of alias `t` has an address that meets a condition on alias `x`. */
export const hasAddress = (condition: string): string => `(select 1 from address x where x.device_id = t.id and ${condition} limit 1) = 1`;

/** Whether a device of this name and id has a tag, whose rows lie in the order of names; with a `?` for the tag. */
export const hasTag = (name: string, id: string): string =>
  `(${name}, ${id}) in (select x.name, x.device_id from device_tag x where x.tag = ?)`;

/** The tags of a device of this name and id, on alias `x`. */
export const tagsOf = (name: string, id: string): string => `from device_tag x where x.name = ${name} and x.device_id = ${id}`;

/**
 * Adds the condition of a space. PostgreSQL makes no join of what an `or` has beside others: it would read all addresses of the space once
 * for each device, where a hash of them does not fit into the memory of a statement.
 */
function addSpace(space: string, where: Where): void {
  const { sql, params } = namedSpace(space);
  where.add(
    `(${hasAddress(`x.space = ${sql}`)} or t.datacenter_id in (select id from datacenter where home = ${sql})
      or (t.datacenter_id is null and ${sql} = ${COMMON_SPACE}))`,
    ...[params, params, params].flat(),
  );
}

/** Conditions of a device list, on alias `t`, added to others. A device carries every tag that is asked for. */
export function deviceFilter(filter: DeviceListing, where: Where): Where {
  // By ids alone: with names from the tags and ids from another list, SQLite would look for each name with each id.
  where.addTags(filter.tags, "t.id in (select x.device_id from device_tag x where x.tag = ?)", tagsOf("t.name", "t.id"));
  if (filter.mac) where.add("t.id in (select x.device_id from address x where x.mac = ? and x.mac <> '')", filter.mac);
  if (filter.network_id) where.add("t.id in (select x.device_id from address x where x.network_id = ?)", filter.network_id);
  if (filter.pool_id) where.add("t.id in (select x.device_id from address x where x.pool_id = ?)", filter.pool_id);
  if (filter.datacenter_id) where.add("t.datacenter_id = ?", filter.datacenter_id);
  if (filter.space_id) addSpace(filter.space_id, where);
  if (filter.status) where.add("t.status = ?", filter.status);
  return where;
}

/**
 * The same of one device at a time, on alias `t`: what it has is looked up, and not all that have it. PostgreSQL would read all of a
 * table once for an `exists`, to look into a hash of it.
 */
export function deviceCondition({ own = [], ...filter }: DeviceListing): RecordCondition {
  const where = new Where();
  for (const condition of own) where.add(...holdsValue(condition));
  const isTagged = "(select 1 from device_tag x where x.tag = ? and x.name = t.name and x.device_id = t.id) = 1";
  where.addTags(filter.tags, isTagged, tagsOf("t.name", "t.id"));
  if (filter.mac) where.add(hasAddress("x.mac = ? and x.mac <> ''"), filter.mac);
  if (filter.network_id) where.add(hasAddress("x.network_id = ?"), filter.network_id);
  if (filter.pool_id) where.add(hasAddress("x.pool_id = ?"), filter.pool_id);
  if (filter.datacenter_id) where.add("t.datacenter_id = ?", filter.datacenter_id);
  if (filter.space_id) addSpace(filter.space_id, where);
  if (filter.status) where.add("t.status = ?", filter.status);
  return { sql: where.condition, params: where.params };
}
