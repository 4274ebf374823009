import type { AddressKey } from "../address/address-key.ts";
import { mendTenures } from "../address-space/tenures/held-addresses.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { type Check, type Difference, SLICE_ROWS } from "./check.ts";

interface Place {
  readonly space: number;
  readonly ip_key: AddressKey;
}

/** A device at an address, with the name and the hardware address that a tenure has of it. */
interface Holding extends Place {
  readonly device_id: string;
  readonly device_name: string;
  readonly mac: string;
}

const KEYS = ["space", "ip_key", "device_id"] as const;

const idOf = (holding: Holding): string => KEYS.map((key) => holding[key]).join("/");

const shown = (holding: Holding | undefined): string | null =>
  holding === undefined ? null : `${holding.device_name} ${holding.mac}`.trim();

const comparePlaces = (a: Place, b: Place): number => a.space - b.space || (a.ip_key < b.ip_key ? -1 : Number(a.ip_key > b.ip_key));

/** Where the next slice ends: before what one of both tables has not told yet. `isLast` where nothing is left; undefined for nothing. */
async function endOfSlice(queries: Queries, after: Place): Promise<{ readonly last: Place; readonly isLast: boolean } | undefined> {
  const told = async (table: string, where: string): Promise<readonly Place[]> =>
    await queries.all<Place>(
      `select space, ip_key from ${table} where ${where}(space, ip_key) > (?, ?) order by space, ip_key limit ${SLICE_ROWS}`,
      [after.space, after.ip_key],
    );
  const lists = [await told("address", ""), await told("address_tenure", "to_at is null and ")];
  const isLast = lists.every(({ length }) => length < SLICE_ROWS);
  const ends = lists.filter(({ length }) => isLast || length === SLICE_ROWS).flatMap((places) => places.at(-1) ?? []);
  const last = ends.toSorted(comparePlaces).at(isLast ? -1 : 0);
  return last === undefined ? undefined : { last, isLast };
}

async function mend(change: Change, wrong: readonly Holding[]): Promise<void> {
  for (const [space, holdings] of Map.groupBy(wrong, (holding) => holding.space))
    await mendTenures(change, space, [...new Set(holdings.map(({ ip_key: key }) => key))], change.now);
}

/** Tenures that are not over: one for each device and address that it holds, as it is called now. */
export const tenureCheck: Check = {
  name: "address-tenures",
  async slice(queries, after) {
    const from: Place = { space: Number(after?.[0] ?? -1), ip_key: String(after?.[1] ?? "") };
    const end = await endOfSlice(queries, from);
    if (end === undefined) return { rows: 0, differences: [], next: null, mend: async () => {} };
    const { last, isLast } = end;
    const range = [from.space, from.ip_key, last.space, last.ip_key];
    const expected = await queries.all<Holding>(
      `select a.space, a.ip_key, a.device_id, d.name as device_name, max(a.mac) as mac from address a join device d on d.id = a.device_id
       where (a.space, a.ip_key) > (?, ?) and (a.space, a.ip_key) <= (?, ?)
       group by a.space, a.ip_key, a.device_id, d.name order by a.space, a.ip_key, a.device_id`,
      range,
    );
    const stored = await queries.all<Holding>(
      `select space, ip_key, device_id, device_name, mac from address_tenure
       where to_at is null and (space, ip_key) > (?, ?) and (space, ip_key) <= (?, ?) order by space, ip_key, device_id`,
      range,
    );
    const [is, should] = [stored, expected].map((holdings) => new Map(holdings.map((holding) => [idOf(holding), holding]))) as [
      Map<string, Holding>,
      Map<string, Holding>,
    ];
    const wrong = [...new Map([...is, ...should]).values()].filter((one) => shown(is.get(idOf(one))) !== shown(should.get(idOf(one))));
    return {
      rows: expected.length,
      differences: wrong.map((one): Difference => {
        const place = { check: tenureCheck.name, table: "address_tenure", id: idOf(one), column: "" };
        return { ...place, stored: shown(is.get(idOf(one))), expected: shown(should.get(idOf(one))) };
      }),
      next: isLast ? null : [last.space, last.ip_key],
      mend: async (change) => await mend(change, wrong),
    };
  },
};
