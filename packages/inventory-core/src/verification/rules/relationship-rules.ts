import type { Queries } from "../../contract/storage/storage.ts";
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

/** `contains` and `depends_on` close no cycle, and a device has one container at most. */
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
    for (const type of ["contains", "depends_on"]) cycles.set(type, await inCycle(queries, type, ids));
    const held = await queries.all<{ id: string; parents: number }>(
      "select child_id as id, count(*) as parents from relationship where type = 'contains' and child_id = any(?) group by child_id " +
        "having count(*) > 1",
      [ids],
    );
    const containers = new Map(held.map(({ id, parents }) => [id, parents]));
    return ids.map((id) => {
      const breaches: Breach[] = [...cycles].flatMap(([type, own]) =>
        own.has(id) ? [{ column: "child_id", stored: `${id} is below itself by ${type}`, expected: "no cycle" }] : [],
      );
      const parents = containers.get(id);
      if (parents !== undefined) breaches.push({ column: "parent_id", stored: `${parents} devices contain ${id}`, expected: "one" });
      return { id, breaches };
    });
  },
});
