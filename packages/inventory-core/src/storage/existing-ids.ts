import { Problems } from "../contract/errors/validation.ts";
import type { Queries, SqlFragment } from "../contract/storage/storage.ts";

/** Ids that one statement looks up. */
const SLICE = 1000;

/**
 * Checks that each id is that of a record.
 * @param table whose name is that of the record, too
 * @param seen a condition on alias `t` that they must meet
 * @throws VALIDATION_ERROR at each id of no record: `ids[3]`
 */
export async function mustAllExist(queries: Queries, table: string, ids: readonly string[], seen?: SqlFragment): Promise<void> {
  const problems = new Problems();
  for (let at = 0; at < ids.length; at += SLICE) {
    const slice = ids.slice(at, at + SLICE);
    const rows = await queries.all<{ id: string }>(
      `select t.id from ${table} t where t.id = any(?)${seen === undefined ? "" : ` and ${seen.sql}`}`,
      [slice, ...(seen?.params ?? [])],
    );
    const there = new Set(rows.map(({ id }) => id));
    for (const [index, id] of slice.entries()) if (!there.has(id)) problems.add(`ids[${at + index}]`, `names no ${table}: ${id}`);
  }
  problems.throwIfAny();
}
