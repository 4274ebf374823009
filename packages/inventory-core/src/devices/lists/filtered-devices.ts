import type { OpenStorage } from "../../contract/storage/storage.ts";
import { currentPages } from "../../storage/documents.ts";
import { deviceDocuments } from "../device-rows.ts";
import { type DeviceListing, deviceFilter } from "./device-queries.ts";
import { ownListing } from "../../fields/own-filter.ts";
import { Where } from "../../storage/where.ts";
import { COMMON_SPACE, namedSpace } from "../../address-space/space-numbers.ts";
import { SeqSet } from "./seq-set.ts";
import { type Ask, type DeviceRows, askOf, devicesOf, orderedDevicePages } from "./ordered-devices.ts";

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
  const inOrder = (filter.tags ?? []).length === 0 && !filter.network_id && !filter.space_id && !filter.mac && byValue;
  if (!inOrder && storage.text.steps !== undefined) return yield* steppedPages(storage, filter, signal);
  const where = new Where();
  const { from, order } = ownListing("device", own, where);
  deviceFilter(filter, where);
  const pages = storage.pages<{ doc: string }>(`select t.doc from ${from}${where.sql} order by ${order}`, where.params, signal);
  yield* currentPages(storage, deviceDocuments, pages);
}

async function* steppedPages(
  storage: OpenStorage,
  filter: DeviceListing,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly string[], void> {
  const ask = askOf(storage, signal);
  const space = filter.space_id ? [await devicesIn(ask, filter.space_id)] : [];
  const [first, ...others] = [...space, ...conditionsOf(filter)];
  if (first === undefined) return;
  const group = first instanceof SeqSet ? first : await devicesOf(ask, first);
  for (const condition of others) {
    const also = condition instanceof SeqSet ? condition : await devicesOf(ask, condition);
    for (const seq of group) if (!also.has(seq)) group.delete(seq);
  }
  yield* orderedDevicePages(ask, group);
}

const named = (column: string, value: string): DeviceRows => ({
  sql: `select seq, name as k1, id as k2 from device where ${column} = ? and (name, id) > (?, ?)`,
  params: [value],
  orderBy: "name, id",
});

/** Devices that are in an address space, with any of their addresses or by their datacenter. @param text that names the space */
async function devicesIn(ask: Ask, text: string): Promise<SeqSet> {
  const { sql, params } = namedSpace(text);
  const [row] = await ask<{ number: number | null }>(`select ${sql} as number`, params);
  const number = row?.number ?? undefined;
  if (number === undefined) return new SeqSet();
  const found = await devicesOf(ask, {
    sql: `select d.seq, x.ip_key as k1, x.id as k2 from address x join device d on d.id = x.device_id where x.space = ? and
      (x.ip_key, x.id) > (?, ?)`,
    params: [number],
    orderBy: "x.ip_key, x.id",
  });
  const datacenters = await ask<{ id: string }>("select id from datacenter where home = ?", [number]);
  const homes = [...datacenters.map(({ id }) => named("datacenter_id", id)), ...(number === COMMON_SPACE ? [NOWHERE] : [])];
  for (const home of homes) for (const seq of await devicesOf(ask, home)) found.add(seq);
  return found;
}

/** Devices without a datacenter. */
const NOWHERE: DeviceRows = {
  sql: "select seq, name as k1, id as k2 from device where datacenter_id is null and (name, id) > (?, ?)",
  params: [],
  orderBy: "name, id",
};

/** Each other condition of a filter by itself, by an index. */
function conditionsOf({
  tags = [],
  network_id: network,
  datacenter_id: datacenter,
  status,
  mac,
  own = [],
}: DeviceListing): readonly DeviceRows[] {
  return [
    ...own.map(({ fieldId, key }) => ({
      sql:
        "select d.seq, v.name as k1, v.record_id as k2 from field_value v join device d on d.id = v.record_id where v.field_id = ? " +
        "and v.key = ? and (v.name, v.record_id) > (?, ?)",
      params: [fieldId, key],
      orderBy: "v.name, v.record_id",
    })),
    ...[...new Set(tags)].map((tag) => ({
      sql:
        "select d.seq, x.device_id as k1, '' as k2 from device_tag x join device d on d.id = x.device_id where x.tag = ? and " +
        "x.device_id > ? and ? = ''",
      params: [tag],
      orderBy: "x.device_id",
    })),
    ...(network
      ? [
          {
            sql:
              "select d.seq, x.device_id as k1, x.id as k2 from address x join device d on d.id = x.device_id where x.network_id = ? " +
              "and (x.device_id, x.id) > (?, ?)",
            params: [network],
            orderBy: "x.device_id, x.id",
          },
        ]
      : []),
    ...(mac
      ? [
          {
            sql:
              "select d.seq, x.device_id as k1, x.id as k2 from address x join device d on d.id = x.device_id where x.mac = ? " +
              "and x.mac <> '' and (x.device_id, x.id) > (?, ?)",
            params: [mac],
            orderBy: "x.device_id, x.id",
          },
        ]
      : []),
    ...(datacenter ? [named("datacenter_id", datacenter)] : []),
    ...(status ? [named("status", status)] : []),
  ];
}
