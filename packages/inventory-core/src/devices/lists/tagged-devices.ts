import type { SqlFragment } from "../../contract/storage/storage.ts";
import { SAMPLED_RECORDS } from "../../storage/searching/met-soon.ts";
import { type Ask, MAX_SORTED, numberedPages } from "../../storage/searching/ordered-records.ts";
import type { SeqSet } from "../../storage/searching/seq-set.ts";
import type { RecordCondition } from "../../storage/searching/walked-records.ts";
import { deviceDocuments } from "../device-rows.ts";

/** Rows of a tag that one statement looks at. */
export const TAGGED_PER_STEP = 500;

/** Tags that are asked for, with what is known of how many devices have them. */
export interface AskedTags {
  /** The tag along whose devices a list goes: one that few have, or of many the one whose devices begin last. Undefined for no tags. */
  readonly leading: string | undefined;
  /** Those that no more devices have than are put in order. */
  readonly rare: readonly string[];
}

/**
 * A statement that counts as `met` how many of the first devices of a tag, by name, meet a condition. Each is asked by itself: of a join
 * PostgreSQL may read all devices, if it takes them for few.
 */
export const metOfTag = (tag: string, { sql, params }: RecordCondition): SqlFragment => ({
  sql: `select count(*) as met from
    (select x.device_id from device_tag x where x.tag = ? order by x.name, x.device_id limit ${SAMPLED_RECORDS}) as s
    where (select case when ${sql} then 1 else 0 end from device t where t.id = s.device_id) = 1`,
  params: [tag, ...params],
});

/** Looks at the first devices of each tag, by name. */
export async function askedTags(ask: Ask, tags: readonly string[]): Promise<AskedTags> {
  const rare: string[] = [];
  let farthest: { readonly tag: string; readonly name: string } | undefined;
  for (const tag of new Set(tags)) {
    const [last] = await ask<{ name: string }>(
      `select name from device_tag where tag = ? order by name, device_id limit 1 offset ${MAX_SORTED}`,
      [tag],
    );
    if (last === undefined) rare.push(tag);
    else if (farthest === undefined || last.name > farthest.name) farthest = { tag, name: last.name };
  }
  return { leading: rare[0] ?? farthest?.tag, rare };
}

/** Whether the row of a tag of alias `x` is of a device that has other tags too: by the key of their rows, which lie in the same order. */
const alsoTagged = (tags: readonly string[]): SqlFragment => ({
  sql: tags.map(() => "(select 1 from device_tag y where y.tag = ? and y.name = x.name and y.device_id = x.device_id) = 1").join(" and "),
  params: tags,
});

interface Row {
  readonly name: string;
  readonly id: string;
  readonly is_tagged: number;
  readonly seq: number | null;
}

type Place = Pick<Row, "name" | "id">;

/**
 * Documents of devices that have all of some tags and meet a condition, by name and id, from a walk along the devices of the first tag.
 * Only of devices with all tags more is read than the rows of their tags. Where a step meets none of them, the walk goes on at the next
 * device of another tag.
 *
 * @param condition on alias `t` of a device; may be empty
 * @param sent devices that are passed over; those that are given are added
 */
export async function* taggedDevicePages(
  ask: Ask,
  [leading = "", ...others]: readonly string[],
  condition: RecordCondition,
  sent: SeqSet,
): AsyncGenerator<readonly string[], void> {
  const meeting = condition.sql === "" ? "" : ` and ${condition.sql}`;
  const also = others.length === 0 ? { sql: "1 = 1", params: [] } : alsoTagged(others);
  for (let after: Place | undefined = { name: "", id: "" }; after !== undefined;) {
    const rows: readonly Row[] = await ask<Row>(
      `select s.name, s.id, s.is_tagged, case when s.is_tagged = 1 then (select t.seq from device t where t.id = s.id${meeting}) end as seq
       from (select x.name, x.device_id as id, case when ${also.sql} then 1 else 0 end as is_tagged from device_tag x
         where x.tag = ? and (x.name, x.device_id) > (?, ?) order by x.name, x.device_id limit ${TAGGED_PER_STEP}) s order by s.name, s.id`,
      [...condition.params, ...(also.params ?? []), leading, after.name, after.id],
    );
    const found = rows.flatMap(({ seq }) => (seq === null || sent.has(seq) ? [] : [seq]));
    for (const seq of found) sent.add(seq);
    yield* numberedPages(ask, deviceDocuments, found);
    const last: Row | undefined = rows.at(-1);
    if (last === undefined || rows.length < TAGGED_PER_STEP) return;
    after = rows.some(({ is_tagged: isTagged }) => isTagged === 1) ? last : await nextOf(ask, others, last);
  }
}

/** Where all tags may have a device next; undefined where one has none any more. */
async function nextOf(ask: Ask, tags: readonly string[], last: Place): Promise<Place | undefined> {
  let farthest = last;
  for (const tag of tags) {
    const [next] = await ask<{ name: string }>(
      "select name from device_tag where tag = ? and (name, device_id) > (?, ?) order by name, device_id limit 1",
      [tag, last.name, last.id],
    );
    if (next === undefined) return undefined;
    // With all devices of this name.
    if (next.name > farthest.name) farthest = { name: next.name, id: "" };
  }
  return farthest;
}
