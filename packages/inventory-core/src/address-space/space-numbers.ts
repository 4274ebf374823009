import type { HomeSpace } from "../contract/cascades.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";

/**
 * Address spaces as rows name them, by number: 0 is the common one, each datacenter has a private one (`datacenter.space`), and so has
 * each record of `space`. `datacenter.home` is the one in force: that of the space which the datacenter names, else its private one.
 */

/** The space of networks and devices without a datacenter or a space. */
export const COMMON_SPACE = 0;

/** Numbers of all spaces that something may be in; they are few, so that indexes by space and key are of use. */
export const EVERY_SPACE = "select home as space from datacenter union select number from space union select 0";

/** Numbers of the spaces whose devices are linked to networks of the common space, too: nobody named a space for them. */
export const FALLING_BACK = "select home from datacenter where space_id is null union select 0";

/** A number that no space has. The caller holds the topology lock exclusively. */
export async function nextSpaceNumber(change: Change): Promise<number> {
  const last = await change.get<{ last: number | null }>(
    // Nor one that had: who held its addresses is known.
    `select max(n) as last from (select max(space) as n from datacenter union all select max(number) from space
       union all select max(space) from address_tenure) numbers`,
  );
  return (last?.last ?? COMMON_SPACE) + 1;
}

/** Where records without a datacenter are. */
export const COMMON_HOME: HomeSpace = { space: COMMON_SPACE, fallsBack: true };

/** Spaces of datacenters, by id; null is none. Unknown ones are left out. */
export async function homesOfDatacenters(queries: Queries, ids: readonly (string | null)[]): Promise<Map<string | null, HomeSpace>> {
  const homes = new Map<string | null, HomeSpace>([[null, COMMON_HOME]]);
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return homes;
  const rows = await queries.all<{ id: string; home: number; space_id: string | null }>(
    "select id, home, space_id from datacenter where id = any(?)",
    [named],
  );
  for (const { id, home, space_id: named } of rows) homes.set(id, { space: home, fallsBack: named === null });
  return homes;
}

/** Numbers of records of `space`, by id. Unknown ones are left out. */
export async function numbersOfSpaces(queries: Queries, ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, number>> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return new Map();
  const rows = await queries.all<{ id: string; number: number }>("select id, number from space where id = any(?)", [named]);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** The space that a query parameter `space_id` names, as a value in a statement: null where it names none. */
export function namedSpace(text: string): { readonly sql: string; readonly params: readonly string[] } {
  const named = "select number from space where id = ? union all select space from datacenter where id = ?";
  return text === "none"
    ? { sql: String(COMMON_SPACE), params: [] }
    : { sql: `(select number from (${named}) named)`, params: [text, text] };
}
