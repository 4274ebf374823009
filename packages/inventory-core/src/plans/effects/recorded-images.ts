import { changeIdOf } from "../../audit/proof/changes-text.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { jsonMembers } from "../../history/json-members.ts";
import { rowsByKey } from "../../storage/list-reading/rows-by-key.ts";
import type { PlanEffects } from "../plan.ts";
import { PAGE_CHARACTERS } from "./stored-effects.ts";

type RecordEffect = PlanEffects["records"][number];

interface Row {
  readonly seq: number;
  readonly resource: string;
  readonly resource_id: string;
  readonly changes: string;
}

/** Ids of one statement. */
const SLICE = 100;

/** Compares without the index of changes: a change has up to 30,000 rows, and a record few. */
const OF_RECORDS =
  "select seq, resource_id, octet_length(changes) as length from audit " +
  "where resource_id = any(?) and coalesce(change_id, '') = ? and status = 'success' order by seq";

const ROWS = {
  key: "seq",
  from: "audit t",
  columns: ["resource", "resource_id"],
  text: { name: "changes", sql: "t.changes" },
  most: SLICE,
};

/**
 * Adds the images of records that the audit log keeps of a change to effects without images.
 * @returns as many of the effects as {@link PAGE_CHARACTERS} hold with their images, and the first at least
 */
export async function withRecordedImages(
  queries: Queries,
  changeId: string,
  effects: readonly RecordEffect[],
): Promise<readonly RecordEffect[]> {
  const shown: RecordEffect[] = [];
  let length = 0;
  for (let at = 0; at < effects.length; at += SLICE) {
    const slice = effects.slice(at, at + SLICE);
    const rows = await queries.all<{ readonly seq: number; readonly resource_id: string; readonly length: number | string }>(OF_RECORDS, [
      slice.map(({ id }) => id),
      changeId,
    ]);
    const byId = Map.groupBy(rows, ({ resource_id: id }) => id);
    const fitting = slice.findIndex(({ id }, index) => {
      length += (byId.get(id) ?? []).reduce((sum, row) => sum + Number(row.length), 0);
      return length > PAGE_CHARACTERS && at + index > 0;
    });
    const wanted = fitting === -1 ? slice : slice.slice(0, fitting);
    const images = await imagesOf(
      queries,
      changeId,
      wanted.flatMap(({ id }) => (byId.get(id) ?? []).map(({ seq }) => Number(seq))),
    );
    for (const effect of wanted) {
      const { before = "null", after = "null" } = images.get(keyOf(effect)) ?? {};
      shown.push({ ...effect, before: JSON.parse(before) as RecordEffect["before"], after: JSON.parse(after) as RecordEffect["after"] });
    }
    if (wanted.length < slice.length) break;
  }
  return shown;
}

const keyOf = ({ type, id }: Pick<RecordEffect, "type" | "id">): string => `${type}/${id}`;

/** The images of some audit rows, by type and id of the record. */
async function imagesOf(
  queries: Queries,
  changeId: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<string, { readonly before: string; readonly after: string }>> {
  const images = new Map<string, { readonly before: string; readonly after: string }>();
  for await (const rows of rowsByKey<Row>(
    queries,
    ROWS,
    seqs.toSorted((one, other) => one - other),
  ))
    for (const { changes, resource: type, resource_id: id } of rows) {
      // The sealed text decides to which change a row belongs.
      if (changeIdOf(changes) !== changeId) continue;
      const members = jsonMembers(changes);
      const key = keyOf({ type, id });
      // Of several rows of a record, the first has the former state and the last the state afterwards.
      images.set(key, { before: images.get(key)?.before ?? members.get("before") ?? "null", after: members.get("after") ?? "null" });
    }
  return images;
}
