import { coveringCidrKeys } from "../../address/cidr.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { NetworkRow } from "../../networks/network.entity.ts";
import type { Check } from "../check.ts";
import { rowCheck } from "../row-check.ts";

interface Placed extends Pick<NetworkRow, "id" | "space" | "first_key" | "prefix_length" | "parent_id"> {
  /** Of the network that it names as its parent, where that one contains it and is larger. */
  readonly parent_length: number | null;
}

/** Rows whose surroundings are asked for at once: of IPv6, there may be a hundred subnets around each. */
const SLICE_PLACED = 200;

/** Digits of the number of a space in {@link subnetKey}. */
const SPACE_DIGITS = 16;

/** Parents of networks: the smallest larger one of the space around each, of identical ones the oldest. */
export const parentCheck: Check = rowCheck({
  name: "network-parents",
  table: "network",
  limit: SLICE_PLACED,
  rows: async (queries, after, limit) => {
    const rows = await queries.all<Placed>(
      `select n.id, n.space, n.first_key, n.prefix_length, n.parent_id, p.prefix_length as parent_length
       from network n left join network p on p.id = n.parent_id and p.space = n.space and p.prefix_length < n.prefix_length
         and p.first_key <= n.first_key and p.last_key >= n.last_key
       where n.id > ? order by n.id limit ?`,
      [after, limit],
    );
    const parents = await parentsOf(queries, rows);
    return rows.map(({ id, parent_id }) => ({ id, stored: { parent_id }, expected: { parent_id: parents.get(id) ?? null } }));
  },
});

/** Networks that name each as their parent. */
export const childCountCheck: Check = rowCheck({
  name: "network-children",
  table: "network",
  rows: async (queries, after, limit) => {
    const rows = await queries.all<{ id: string; child_count: number; children: number }>(
      `select n.id, n.child_count, (select count(*) from network c where c.parent_id = n.id) as children
       from network n where n.id > ? order by n.id limit ?`,
      [after, limit],
    );
    return rows.map(({ id, child_count, children }) => ({ id, stored: { child_count }, expected: { child_count: Number(children) } }));
  },
});

/** A subnet of a space as one text. */
const subnetKey = (space: number, key: string): string => String(space).padStart(SPACE_DIGITS, "0") + key;

/** Parents by the ids of networks. What is larger than the parent that a network names is looked for only where that is none. */
async function parentsOf(queries: Queries, rows: readonly Placed[]): Promise<ReadonlyMap<string, string>> {
  const around = new Map(
    rows.map(({ id, space, first_key: first, prefix_length: own, parent_length: from }) => [
      id,
      coveringCidrKeys(first)
        .slice(from ?? 0, own)
        .map((key) => subnetKey(space, key)),
    ]),
  );
  const found = await queries.all<{ id: string; place: string }>(
    `select min(p.id) as id, k.value as place from list(?) k
       join network p on p.space = cast(substr(k.value, 1, ${SPACE_DIGITS}) as bigint) and p.cidr_key = substr(k.value, ${SPACE_DIGITS + 1})
     group by k.value`,
    [[...new Set([...around.values()].flat())]],
  );
  const byPlace = new Map(found.map(({ id, place }) => [place, id]));
  return new Map(
    [...around].flatMap(([id, places]) => {
      const place = places.findLast((one) => byPlace.has(one));
      return place === undefined ? [] : [[id, byPlace.get(place) as string] as const];
    }),
  );
}
