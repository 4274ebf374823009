import type { Queries } from "../contract/storage.ts";
import type { Change } from "../contract/write-path.ts";
import { contestAddresses, contestSubnets, settleConflicts } from "./conflict-ledger.ts";
import { contestHardwareAt, settleHardware } from "./hardware-followers.ts";

/** Addresses that one statement looks at. */
export const ADDRESSES_PER_STEP = 5000;

/** An address of a space. */
interface Place {
  readonly space: number;
  readonly subject: string;
}

/** Addresses that have several rows, of one device or of many: who asks further finds out. Each statement looks at so many rows. */
async function repeatedAddresses(queries: Queries): Promise<Place[]> {
  const found: Place[] = [];
  let after: Place = { space: -1, subject: "" };
  for (;;) {
    const last = await queries.get<Place>(
      `select space, ip_key as subject from address where (space, ip_key) > (?, ?) order by space, ip_key limit 1 offset ${ADDRESSES_PER_STEP}`,
      [after.space, after.subject],
    );
    // All rows of one address are in one step, however many they are.
    const upTo = last === undefined ? "" : " and (space, ip_key) <= (?, ?)";
    found.push(
      ...(await queries.all<Place>(
        `select space, ip_key as subject from address where (space, ip_key) > (?, ?)${upTo} group by space, ip_key having count(*) > 1`,
        [after.space, after.subject, ...(last === undefined ? [] : [last.space, last.subject])],
      )),
    );
    if (last === undefined) return found;
    after = last;
  }
}

/** Addresses of allocations that a device or another allocation holds too. Each statement looks at so many allocations. */
async function contestedAllocations(queries: Queries): Promise<Place[]> {
  const found: Place[] = [];
  for (let after = ""; ; ) {
    const last = await queries.get<{ id: string }>(`select id from allocation where id > ? order by id limit 1 offset ${ADDRESSES_PER_STEP - 1}`, [after]);
    found.push(
      ...(await queries.all<Place>(
        `select h.space, h.ip_key as subject from allocation h where h.id > ?${last === undefined ? "" : " and h.id <= ?"} and h.status = 'held'
           and (exists (select 1 from address a where a.space = h.space and a.ip_key = h.ip_key)
             or exists (select 1 from allocation o where o.space = h.space and o.ip_key = h.ip_key and o.status = 'held' and o.id <> h.id))`,
        last === undefined ? [after] : [after, last.id],
      )),
    );
    if (last === undefined) return found;
    after = last.id;
  }
}

/**
 * Looks at all addresses and networks. Conflicts open and close with the changes that make and end them, so this finds
 * nothing unless rows came past the engine. The caller holds the topology exclusively.
 */
export async function detectAll(change: Change): Promise<void> {
  const addresses = [
    ...(await repeatedAddresses(change)),
    ...(await contestedAllocations(change)),
    ...(await change.all<Place>("select space, subject from conflict where type = 'duplicate_ip' and status <> 'resolved'")),
  ];
  for (const [space, rows] of Map.groupBy(addresses, (row) => Number(row.space))) contestAddresses(change, space, rows.map(({ subject }) => subject));
  contestSubnets(
    change,
    await change.all<{ space: number; cidr_key: string }>(
      `select space, cidr_key from network group by space, cidr_key having count(*) > 1
       union select space, subject from conflict where type = 'overlapping_subnet' and status <> 'resolved'`,
    ),
  );
  const hardware = await change.all<{ space: number; subject: string }>("select space, subject from conflict where type = 'discovery_mismatch' and status <> 'resolved'");
  for (const [space, rows] of Map.groupBy(hardware, (row) => Number(row.space))) contestHardwareAt(change, space, rows.map(({ subject }) => subject));
  await settleConflicts(change);
  await settleHardware(change);
}
