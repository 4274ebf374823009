import type { Queries } from "../../contract/storage/storage.ts";
import { ACYCLIC_TYPES, ONE_PARENT_TYPES, relationshipType } from "../../relationships/relationship-type.ts";
import type { Check } from "../check.ts";
import { type Breach, ruleCheck } from "./rule-check.ts";

/** Relationships whose children are followed at a time. */
const SLICE_DEVICES = 100;

/** Those of some devices that are below themselves: each device that is reached is looked at once. */
async function inCycle(queries: Queries, type: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await queries.all<{ id: string }>(
    `with recursive below (top, id) as (
       select parent_id, child_id from relationship where type = ? and parent_id = any(?)
       union select b.top, r.child_id from below b join relationship r on r.parent_id = b.id and r.type = ?)
     select distinct top as id from below where id = top`,
    [type, ids, type],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Types that admit no cycle close none, and a device has one parent at most by those of one parent. */
export const relationshipRules: Check = ruleCheck({
  name: "relationship-rules",
  table: "relationship",
  limit: SLICE_DEVICES,
  rows: async (queries, after, limit) => {
    const devices = await queries.all<{ id: string }>(
      `select id from (select parent_id as id from relationship where parent_id > ? union select child_id from relationship where ` +
        `child_id > ?) r order by id limit ?`,
      [after, after, limit],
    );
    const ids = devices.map(({ id }) => id);
    const cycles = new Map<string, ReadonlySet<string>>();
    for (const type of ACYCLIC_TYPES) cycles.set(type, await inCycle(queries, type, ids));
    const held = await queries.all<{ id: string; type: string; parents: number }>(
      "select child_id as id, type, count(*) as parents from relationship where type = any(?) and child_id = any(?) " +
        "group by child_id, type having count(*) > 1",
      [ONE_PARENT_TYPES, ids],
    );
    const several = Map.groupBy(held, ({ id }) => id);
    return ids.map((id) => {
      const breaches: Breach[] = [...cycles].flatMap(([type, own]) =>
        own.has(id) ? [{ column: "child_id", stored: `${id} is below itself by ${type}`, expected: "no cycle" }] : [],
      );
      for (const { type, parents } of several.get(id) ?? [])
        breaches.push({
          column: "parent_id",
          stored: `${id} ${relationshipType(type).passive} ${Number(parents)} devices`,
          expected: "one",
        });
      return { id, breaches };
    });
  },
});
