import { weighedSlices } from "./in-slices.ts";
import { isTurnOver, turnUnderLock } from "./loop-turn.ts";
import type { Queries } from "../contract/storage/storage.ts";

/** Keys of one statement. */
const KEYS_TOGETHER = 500;

/** Most rows that hold the keys of one statement. A key with more rows is alone. */
const ROWS_TOGETHER = 2_000;

/** Keys whose holders one statement counts. */
const COUNTED_TOGETHER = 100;

/** Up to this many keys are one slice; their holders are not counted. */
const FEW_KEYS = 8;

/** Rows that hold keys, and how an index leads to them. */
export const ADDRESS_KEYS = { table: "address", key: "ip_key" } as const;
export const SUBNET_KEYS = { table: "network", key: "cidr_key" } as const;

/** Goes through keys of a space, of which one may have thousands of holders, in slices of a bounded number of rows. */
export async function* slicesByHolders(
  queries: Queries,
  { table, key }: typeof ADDRESS_KEYS | typeof SUBNET_KEYS,
  space: number,
  keys: Iterable<string>,
): AsyncGenerator<readonly string[], void> {
  const all = [...keys];
  if (all.length <= FEW_KEYS) return yield* all.length === 0 ? [] : [all];
  const weighed = async function* (): AsyncGenerator<{ readonly key: string; readonly rows: number }> {
    const sql = `select ${key} as key, count(*) as count from ${table} where space = ? and ${key} = any(?) group by ${key}`;
    for (let at = 0; at < all.length; at += COUNTED_TOGETHER) {
      const some = all.slice(at, at + COUNTED_TOGETHER);
      const counted = await queries.all<{ key: string; count: number | string }>(sql, [space, some]);
      const rows = new Map(counted.map((row) => [row.key, Number(row.count)]));
      for (const one of some) yield { key: one, rows: rows.get(one) ?? 0 };
    }
  };
  for await (const slice of weighedSlices(weighed(), { count: KEYS_TOGETHER, weight: ROWS_TOGETHER, weightOf: ({ rows }) => rows })) {
    if (isTurnOver()) await turnUnderLock();
    yield slice.map((one) => one.key);
  }
}
