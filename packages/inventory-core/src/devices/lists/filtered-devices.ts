import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import { currentPages } from "../../storage/documents.ts";
import { deviceDocuments } from "../device-rows.ts";
import { deviceCondition, type DeviceListing, deviceFilter, hasTag, tagsOf } from "./device-queries.ts";
import { addValues, type OwnListing, ownListing } from "../../fields/own-filter.ts";
import { Where } from "../../storage/where.ts";
import { COMMON_SPACE, namedSpace } from "../../address-space/space-numbers.ts";
import { isMetSoon, metByName, oneByOne } from "../../storage/searching/met-soon.ts";
import {
  type Ask,
  askOf,
  MAX_SORTED,
  type NumberedRows,
  numbersOf,
  orderedPages,
  ROWS_PER_STEP,
} from "../../storage/searching/ordered-records.ts";
import { SeqSet } from "../../storage/searching/seq-set.ts";
import { type RecordCondition, walkedPages } from "../../storage/searching/walked-records.ts";
import { askedTags, metOfTag, taggedDevicePages } from "./tagged-devices.ts";

/**
 * Documents of the devices that a filter lets through, by name and id, in pages. One statement gives them from one snapshot,
 * where an index has them in this order, or the database works in a process of its own. Otherwise a database would put all of
 * them in order before the first: then they are looked for in steps, which see different moments.
 */
export async function* filteredDevicePages(
  storage: OpenStorage,
  filter: DeviceListing,
  signal?: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const { own = [] } = filter;
  // The index of values has the devices of one value in order, but a second condition may keep it looking for long.
  const byValue = own.length === 0 || (own.length === 1 && !filter.datacenter_id && !filter.status);
  const isOneTag = new Set(filter.tags).size === 1 && own.length === 0 && !filter.datacenter_id && !filter.status;
  const byName = (filter.tags ?? []).length === 0 && byValue;
  const inOrder = (byName || isOneTag) && !filter.network_id && !filter.pool_id && !filter.space_id && !filter.mac;
  if (!inOrder && storage.text.steps !== undefined) return yield* steppedPages(storage, filter, signal);
  const where = new Where();
  const { from, order } = await listingOf(storage, filter, where, inOrder);
  const pages = storage.pages<{ doc: string }>(`select t.doc from ${from}${where.sql} order by ${order}`, where.params, signal);
  yield* currentPages(storage, deviceDocuments, pages);
}

/** What a list statement asks for: a walk along the names where that soon meets what the filter lets through, else what indexes give. */
async function listingOf({ read }: OpenStorage, filter: DeviceListing, where: Where, inOrder: boolean): Promise<OwnListing> {
  const ask: Ask = async (sql, params) => await read.all(sql, params);
  const { leading, rare } = inOrder ? { leading: filter.tags?.[0], rare: [] } : await askedTags(ask, filter.tags ?? []);
  if (leading !== undefined && !filter.mac) {
    const tags = [...new Set(filter.tags)].filter((tag) => tag !== leading);
    where.add("t.id = v.device_id and v.tag = ?", leading);
    const condition = deviceCondition({ ...filter, tags });
    if (condition.sql !== "" && (rare.length > 0 || (await isMetSoon(read, metOfTag(leading, condition))))) {
      const { sql, params } = oneByOne(condition);
      where.add(sql, ...params);
    } else {
      where.addTags(tags, hasTag("v.name", "v.device_id"), tagsOf("v.name", "v.device_id"));
      deviceFilter({ ...filter, tags: [] }, where);
      addValues(filter.own ?? [], where);
    }
    return { from: "device_tag v cross join device t", order: "v.name, v.device_id" };
  }
  // Few have one hardware address.
  if (!inOrder && !filter.mac) {
    const condition = deviceCondition(filter);
    if (await isMetSoon(read, metByName("device", condition))) {
      const { sql, params } = oneByOne(condition);
      where.add(sql, ...params);
      return ownListing("device", [], where);
    }
  }
  deviceFilter(filter, where);
  return ownListing("device", filter.own ?? [], where);
}

async function* steppedPages(
  storage: OpenStorage,
  filter: DeviceListing,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly string[], void> {
  const ask = askOf(storage, signal);
  const condition = deviceCondition(filter);
  const tags = [...new Set(filter.tags)];
  const { leading, rare } = await askedTags(ask, tags);
  const few = await fewDevices(ask, { ...filter, tags: [...rare] }, condition);
  if (few !== undefined) return yield* orderedPages(ask, deviceDocuments, few);
  const sent = new SeqSet();
  if (leading !== undefined) {
    const inOrder = [leading, ...tags.filter((tag) => tag !== leading)];
    const others = deviceCondition({ ...filter, tags: [] });
    // The second time meets what was renamed meanwhile, to where the first had been already.
    for (let time = 0; time < 2; time += 1) yield* taggedDevicePages(ask, inOrder, others, sent);
    return;
  }
  yield* walkedPages(ask, deviceDocuments, condition, sent);
  // Renamed meanwhile, to where the walk had been already.
  const moved = await filteredGroup(ask, filter);
  for (const seq of moved) if (sent.has(seq)) moved.delete(seq);
  yield* orderedPages(ask, deviceDocuments, moved);
}

/** The devices that a filter lets through where one part of it lets through few; undefined where each lets through many. */
async function fewDevices(ask: Ask, filter: DeviceListing, { sql, params }: RecordCondition): Promise<SeqSet | undefined> {
  for (const part of [...conditionsOf(filter), ...(filter.space_id ? [filter.space_id] : [])]) {
    const some = typeof part === "string" ? await devicesIn(ask, part, MAX_SORTED) : await numbersOf(ask, part, MAX_SORTED);
    if (some === undefined) continue;
    const few = new SeqSet();
    const rows = await ask<{ seq: number }>(`select t.seq from device t where t.seq = any(?) and ${sql}`, [[...some], ...params]);
    for (const { seq } of rows) few.add(seq);
    return few;
  }
  return undefined;
}

/** Numbers of the devices that a filter lets through, looked for in steps; none for a filter that asks for nothing. */
async function filteredGroup(ask: Ask, filter: DeviceListing): Promise<SeqSet> {
  const space = filter.space_id ? [await devicesIn(ask, filter.space_id)] : [];
  const [first, ...others] = [...space, ...conditionsOf(filter)];
  if (first === undefined) return new SeqSet();
  const group = first instanceof SeqSet ? first : await numbersOf(ask, first);
  for (const condition of others) {
    const also = condition instanceof SeqSet ? condition : await numbersOf(ask, condition);
    for (const seq of group) if (!also.has(seq)) group.delete(seq);
  }
  return group;
}

/**
 * Ids of the devices that a filter lets through, in their order; or their number, where they are more than `most`.
 * @param inSteps whether the database works in this process: then no statement goes through many rows
 */
export async function matchingDevices(
  queries: Queries,
  filter: DeviceListing,
  most: number,
  inSteps: boolean,
): Promise<readonly string[] | number> {
  return inSteps ? await steppedIds(queries, filter, most) : await idsAtOnce(queries, filter, most);
}

async function steppedIds(queries: Queries, filter: DeviceListing, most: number): Promise<readonly string[] | number> {
  const ask: Ask = async (sql, params) => await queries.all(sql, params);
  const group = await filteredGroup(ask, filter);
  if (group.size > most) return group.size;
  const seqs = [...group];
  const ids: string[] = [];
  for (let at = 0; at < seqs.length; at += ROWS_PER_STEP) {
    const rows = await ask<{ id: string }>("select id from device where seq = any(?)", [seqs.slice(at, at + ROWS_PER_STEP)]);
    for (const { id } of rows) ids.push(id);
  }
  return ids.toSorted();
}

async function idsAtOnce(queries: Queries, filter: DeviceListing, most: number): Promise<readonly string[] | number> {
  const where = new Where();
  const { from } = ownListing("device", filter.own ?? [], where);
  deviceFilter(filter, where);
  const rows = await queries.all<{ id: string }>(`select t.id from ${from}${where.sql} limit ${most + 1}`, where.params);
  if (rows.length <= most) return rows.map(({ id }) => id).toSorted();
  const all = await queries.get<{ count: number | string }>(`select count(*) as count from ${from}${where.sql}`, where.params);
  return Number(all?.count);
}

const named = (column: string, value: string): NumberedRows => ({
  sql: `select seq, name as k1, id as k2 from device where ${column} = ? and (name, id) > (?, ?)`,
  params: [value],
  orderBy: "name, id",
});

/** Devices that are in an address space, with any of their addresses or by their datacenter. @param text that names the space */
async function devicesIn(ask: Ask, text: string): Promise<SeqSet>;
/** The same; undefined where they are more than so many. */
async function devicesIn(ask: Ask, text: string, most: number): Promise<SeqSet | undefined>;
async function devicesIn(ask: Ask, text: string, most = Infinity): Promise<SeqSet | undefined> {
  const { sql, params } = namedSpace(text);
  const [row] = await ask<{ number: number | null }>(`select ${sql} as number`, params);
  const number = row?.number ?? undefined;
  const all = new SeqSet();
  if (number === undefined) return all;
  const addresses: NumberedRows = {
    sql: `select d.seq, x.ip_key as k1, x.id as k2 from address x join device d on d.id = x.device_id where x.space = ? and
      (x.ip_key, x.id) > (?, ?)`,
    params: [number],
    orderBy: "x.ip_key, x.id",
  };
  const datacenters = await ask<{ id: string }>("select id from datacenter where home = ?", [number]);
  const homes = [...datacenters.map(({ id }) => named("datacenter_id", id)), ...(number === COMMON_SPACE ? [NOWHERE] : [])];
  for (const rows of [addresses, ...homes]) {
    const found = await numbersOf(ask, rows, most);
    if (found === undefined) return undefined;
    for (const seq of found) all.add(seq);
    if (all.size > most) return undefined;
  }
  return all;
}

/** Devices without a datacenter. */
const NOWHERE: NumberedRows = {
  sql: "select seq, name as k1, id as k2 from device where datacenter_id is null and (name, id) > (?, ?)",
  params: [],
  orderBy: "name, id",
};

/** Devices with an address that has this value, by the index of its column. */
const addressed = (column: "network_id" | "pool_id" | "mac", value: string): NumberedRows => ({
  sql:
    `select d.seq, x.device_id as k1, x.id as k2 from address x join device d on d.id = x.device_id where x.${column} = ? ` +
    `${column === "mac" ? "and x.mac <> '' " : ""}and (x.device_id, x.id) > (?, ?)`,
  params: [value],
  orderBy: "x.device_id, x.id",
});

/** Each other condition of a filter by itself, by an index. */
function conditionsOf({
  tags = [],
  network_id: network,
  pool_id: pool,
  datacenter_id: datacenter,
  status,
  mac,
  own = [],
}: DeviceListing): readonly NumberedRows[] {
  return [
    ...own.map(({ table, fieldId, key }) => ({
      sql:
        `select d.seq, v.name as k1, v.record_id as k2 from ${table} v join device d on d.id = v.record_id where v.field_id = ? ` +
        "and v.key = ? and (v.name, v.record_id) > (?, ?)",
      params: [fieldId, key],
      orderBy: "v.name, v.record_id",
    })),
    ...[...new Set(tags)].map((tag) => ({
      sql:
        "select d.seq, x.name as k1, x.device_id as k2 from device_tag x join device d on d.id = x.device_id where x.tag = ? and " +
        "(x.name, x.device_id) > (?, ?)",
      params: [tag],
      orderBy: "x.name, x.device_id",
    })),
    ...(network ? [addressed("network_id", network)] : []),
    ...(pool ? [addressed("pool_id", pool)] : []),
    ...(mac ? [addressed("mac", mac)] : []),
    ...(datacenter ? [named("datacenter_id", datacenter)] : []),
    ...(status ? [named("status", status)] : []),
  ];
}
