import { changeIdOf } from "../../audit/proof/changes-text.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { jsonMembers } from "../../history/json-members.ts";
import type { PlanEffects } from "../plan.ts";

type RecordEffect = PlanEffects["records"][number];

interface Row {
  readonly resource: string;
  readonly resource_id: string;
  readonly changes: string;
}

/** Ids of one statement. */
const SLICE = 100;

/** Compares without the index of changes: a change has up to 30,000 rows, and a record few. */
const OF_RECORDS =
  "select resource, resource_id, changes from audit " +
  "where resource_id = any(?) and coalesce(change_id, '') = ? and status = 'success' order by seq";

/** Adds the images of records that the audit log keeps of a change to effects without images. */
export async function withRecordedImages(
  queries: Queries,
  changeId: string,
  effects: readonly RecordEffect[],
): Promise<readonly RecordEffect[]> {
  const keyOf = (type: string, id: string): string => `${type}/${id}`;
  const images = new Map<string, { readonly before: string; readonly after: string }>();
  for (let at = 0; at < effects.length; at += SLICE) {
    const ids = effects.slice(at, at + SLICE).map(({ id }) => id);
    for (const row of await queries.all<Row>(OF_RECORDS, [ids, changeId])) {
      // The sealed text decides to which change a row belongs.
      if (changeIdOf(row.changes) !== changeId) continue;
      const members = jsonMembers(row.changes);
      const key = keyOf(row.resource, row.resource_id);
      // Of several rows of a record, the first has the former state and the last the state afterwards.
      const before = images.get(key)?.before ?? members.get("before") ?? "null";
      images.set(key, { before, after: members.get("after") ?? "null" });
    }
  }
  return effects.map((effect) => {
    const { before = "null", after = "null" } = images.get(keyOf(effect.type, effect.id)) ?? {};
    return { ...effect, before: JSON.parse(before) as RecordEffect["before"], after: JSON.parse(after) as RecordEffect["after"] };
  });
}
