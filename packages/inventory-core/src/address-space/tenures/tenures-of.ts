import type { AddressKey } from "../../address/address-key.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { TenureRow } from "./tenure.entity.ts";

/** Spaces that have tenures, those that are gone too: a look-up in an index for each. */
const REMEMBERED_SPACES = `with recursive remembered(space) as (select min(space) from address_tenure
  union all select (select min(t.space) from address_tenure t where t.space > r.space) from remembered r where r.space is not null)`;

const AT = "from_at <= ? and (to_at is null or to_at > ?)";

/** Numbers of the spaces in which somebody held an address at an instant. */
export async function spacesHeldAt(queries: Queries, key: AddressKey, at: string): Promise<readonly number[]> {
  const rows = await queries.all<{ space: number }>(
    `${REMEMBERED_SPACES} select distinct space from address_tenure
     where space in (select space from remembered where space is not null) and ip_key = ? and ${AT} order by space`,
    [key, at, at],
  );
  return rows.map(({ space }) => space);
}

/** The space in which somebody began to hold an address last, if anybody ever did. */
export async function spaceHeldLast(queries: Queries, key: AddressKey): Promise<number | undefined> {
  const row = await queries.get<{ space: number }>(
    `${REMEMBERED_SPACES} select space from address_tenure
     where space in (select space from remembered where space is not null) and ip_key = ? order by from_at desc limit 1`,
    [key],
  );
  return row?.space;
}

/** A tenure of an address that was asked for. */
export type TenureOfAddress = Omit<TenureRow, "space" | "ip_key">;

/** What is asked for says the rest. Each column costs of a long history what reading its row does. */
const COLUMNS: readonly (keyof TenureOfAddress)[] = [
  "from_at",
  "device_id",
  "device_name",
  "mac",
  "to_at",
  "change_id",
  "by_id",
  "by_name",
];

const TOLD = `select ${COLUMNS.join(", ")} from address_tenure where space = ? and ip_key = ?`;

/** Who held an address at an instant, by name. */
export async function holdersAt(queries: Queries, space: number, key: AddressKey, at: string): Promise<readonly TenureOfAddress[]> {
  return await queries.all<TenureOfAddress>(
    `select * from (${TOLD} and to_at is null and from_at <= ? union all ${TOLD} and to_at > ? and from_at <= ?) held
     order by device_name, device_id`,
    [space, key, at, space, key, at, at],
  );
}

/** Those that began last first, and of those that began at one instant the ones that are not over, or ended last. */
function compareTenures(a: TenureOfAddress, b: TenureOfAddress): number {
  const byText = (one: string, other: string): number => (one === other ? 0 : one > other ? -1 : 1);
  return byText(a.from_at, b.from_at) || byText(a.to_at ?? "~", b.to_at ?? "~") || byText(b.device_id, a.device_id);
}

/** @param rows as the index has them, by when they began: mostly no two at one instant, and nothing is left to sort */
function inOrder(rows: readonly TenureOfAddress[]): readonly TenureOfAddress[] {
  return rows.some((row, at) => row.from_at === rows[at - 1]?.from_at) ? rows.toSorted(compareTenures) : rows;
}

/**
 * Tenures of an address, those that began last first. Those that began at one instant are told of together, so that there may be more
 * than `limit`.
 * @param before only those that began earlier
 */
export async function tenuresOf(
  queries: Queries,
  space: number,
  key: AddressKey,
  { before = "~", limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<readonly TenureOfAddress[]> {
  const rows = await queries.all<TenureOfAddress>(`${TOLD} and from_at < ? order by from_at desc limit ?`, [space, key, before, limit + 1]);
  const [last, next] = [rows[limit - 1], rows[limit]];
  if (last === undefined || next?.from_at !== last.from_at) return inOrder(rows.slice(0, limit));
  const together = await queries.all<TenureOfAddress>(`${TOLD} and from_at = ?`, [space, key, last.from_at]);
  return inOrder([...rows.filter(({ from_at: from }) => from !== last.from_at), ...together]);
}
