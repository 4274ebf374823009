import { deflateRaw, inflateRaw } from "node:zlib";
import type { Change } from "../../contract/storage/write-path.ts";
import type { ListPosition } from "../../contract/operations/result.ts";
import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import { defineTable, type RowOf } from "../../storage/table.ts";
import type { PlanEffects, PlanGroup } from "../plan.ts";
import { differingFields, EffectGroups, type Effects, type EffectText } from "./effects.ts";

/** Runs a function of zlib, which works on another thread. */
const run = (work: (input: Buffer, done: (error: Error | null, result: Buffer) => void) => void, input: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => work(input, (error, result) => (error === null ? resolve(result) : reject(error))));

/** Characters of JSON after which a part ends. */
const PART_CHARACTERS = 65_536;

/** Fields of `PlanEffects`, in their order. */
const LISTS = ["records", "conflicts_opened", "conflicts_closed", "warnings"] as const;

/** A part of the effects of a plan. `kept` and `shown` are JSON values joined by commas, deflated (RFC 1951), in base64. */
export const effectPartTable = defineTable("PlanEffectPart", "plan_effect_part", {
  plan_id: { type: "text", primary: true },
  position: { type: "integer", primary: true },
  list: { type: "text", oneOf: LISTS },
  /** Index of the group of each record: a JSON list. */
  group_numbers: { type: "text" },
  /** What closed plans keep: records without images. */
  kept: { type: "text" },
  /** Records with images, while the plan is open. */
  shown: { type: "text", nullable: true },
});

type EffectPartRow = RowOf<typeof effectPartTable>;

/** A part of the effects, before it belongs to a plan. */
export type EffectPart = Omit<EffectPartRow, "plan_id">;

export const EffectPartEntity = effectPartTable.entity;

/**
 * `effects` of a plan whose effects are stored in parts. Versions before the parts show it as it is: they write effects into the column,
 * which then count.
 */
export const IN_PARTS = JSON.stringify({
  records: [],
  conflicts_opened: [],
  conflicts_closed: [],
  warnings: ["a newer version of the server made this plan: read its effects there"],
});

/** Size of parts in the database, in bytes. */
export const bytesOf = (parts: readonly EffectPart[]): number =>
  parts.reduce((sum, { kept, shown, group_numbers: numbers }) => sum + kept.length + (shown?.length ?? 0) + numbers.length, 0);

const packed = async (texts: readonly string[]): Promise<string> =>
  (await run(deflateRaw, Buffer.from(texts.join(",")))).toString("base64");

const unpacked = async (text: string): Promise<Buffer> => await run(inflateRaw, Buffer.from(text, "base64"));

const listOf = async (text: string): Promise<unknown[]> => parsedList((await unpacked(text)).toString());

const parsedList = (text: string): unknown[] => JSON.parse(`[${text}]`) as unknown[];

/** Characters of the effects of a page, about; a longer effect is a page of its own. */
export const PAGE_CHARACTERS = 2_000_000;

/** Compresses effects. */
export async function partsOf({ records, opened, closed, warnings }: Pick<Effects, "records" | "opened" | "closed" | "warnings">) {
  const parts: EffectPart[] = [];
  for (const some of slices(records, ({ shown }) => shown.length)) {
    const [kept, shown] = await Promise.all([packed(some.map((one) => one.kept)), packed(some.map((one) => one.shown))]);
    const numbers = JSON.stringify(some.map(({ group }) => group));
    parts.push({ position: parts.length, list: "records", group_numbers: numbers, kept, shown });
  }
  const others = { conflicts_opened: opened, conflicts_closed: closed, warnings: warnings.map((text) => JSON.stringify(text)) };
  for (const [list, texts] of Object.entries(others))
    for (const some of slices(texts, ({ length }) => length))
      parts.push({
        position: parts.length,
        list: list as EffectPart["list"],
        group_numbers: "[]",
        kept: await packed(some),
        shown: null,
      });
  return parts;
}

function* slices<T>(values: readonly T[], sizeOf: (value: T) => number): Generator<readonly T[]> {
  let [start, size] = [0, 0];
  for (const [index, value] of values.entries()) {
    size += sizeOf(value);
    if (size < PART_CHARACTERS) continue;
    yield values.slice(start, index + 1);
    [start, size] = [index + 1, 0];
  }
  if (start < values.length) yield values.slice(start);
}

/** Effects that an earlier version stored as one text. */
export function effectsOfText(text: string): Pick<Effects, "records" | "opened" | "closed" | "warnings" | "groups"> {
  const effects = JSON.parse(text) as PlanEffects;
  const groups = new EffectGroups();
  const records = effects.records.map((record): EffectText => ({
    shown: JSON.stringify(record),
    kept: JSON.stringify({ ...record, before: null, after: null }),
    group: groups.numberOf(record.type, record.action, differingFields(record.before, record.after, undefined)),
  }));
  const texts = (list: readonly unknown[]): readonly string[] => list.map((one) => JSON.stringify(one));
  return {
    records,
    opened: texts(effects.conflicts_opened),
    closed: texts(effects.conflicts_closed),
    warnings: effects.warnings,
    groups: groups.list,
  };
}

/** What is known of stored effects: the id of their plan, and their text if an earlier version stored them. */
interface Stored {
  readonly id: string;
  readonly effects: string;
}

/** The parts of the effects of a plan in order, in pages, from one snapshot. @param from position of the first */
export async function* readParts(
  storage: Pick<OpenStorage, "pages">,
  { id, effects }: Stored,
  { from = 0, signal }: { readonly from?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<readonly EffectPart[]> {
  if (effects === IN_PARTS)
    yield* storage.pages<EffectPart>(
      "select position, list, group_numbers, kept, shown from plan_effect_part where plan_id = ? and position >= ? order by position",
      [id, from],
      signal,
    );
  else yield (await partsOf(effectsOfText(effects))).slice(from);
}

/** Replaces the stored effects of a plan. */
export async function storeParts(change: Change, planId: string, parts: readonly EffectPart[]): Promise<void> {
  await change.run("delete from plan_effect_part where plan_id = ?", [planId]);
  const { name, columns } = effectPartTable;
  await change.insert(
    name,
    columns,
    parts.map((part) => [planId, part.position, part.list, part.group_numbers, part.kept, part.shown]),
  );
}

/** Removes the images of records from the stored effects of a plan. */
export async function dropImages(change: Change, { id, effects }: Stored): Promise<void> {
  if (effects === IN_PARTS) await change.run("update plan_effect_part set shown = null where plan_id = ? and shown is not null", [id]);
  else
    await storeParts(
      change,
      id,
      (await partsOf(effectsOfText(effects))).map((part) => ({ ...part, shown: null })),
    );
}

/** Effects of a plan, in memory: all, or without those on records. */
export async function readEffects(queries: Queries, { id, effects }: Stored, which: "all" | "others" = "all"): Promise<PlanEffects> {
  if (effects !== IN_PARTS) return { ...(JSON.parse(effects) as PlanEffects), ...(which === "others" && { records: [] }) };
  const lists: Record<(typeof LISTS)[number], unknown[]> = { records: [], conflicts_opened: [], conflicts_closed: [], warnings: [] };
  const parts = await queries.all<Pick<EffectPart, "kept" | "list" | "shown">>(
    `select list, kept, shown from plan_effect_part where plan_id = ?${which === "all" ? "" : " and list <> 'records'"} order by position`,
    [id],
  );
  for (const { list, kept, shown } of parts) lists[list].push(...(await listOf(shown ?? kept)));
  return lists as unknown as PlanEffects;
}

/** `PlanEffects` as JSON, in pieces. */
export async function* effectPieces(pages: AsyncIterable<readonly EffectPart[]>): AsyncGenerator<string | Uint8Array> {
  let at = -1;
  let isFirst = true;
  /** Ends the open list and begins the following ones up to the given one. */
  const begin = (list: number): string => {
    let text = "";
    for (; at < list; isFirst = true) {
      at += 1;
      text += `${at === 0 ? "{" : "],"}"${LISTS[at]}":[`;
    }
    return text;
  };
  for await (const page of pages)
    for (const { list, kept, shown } of page) {
      const text = begin(LISTS.indexOf(list));
      yield isFirst ? text : ",";
      isFirst = false;
      yield await unpacked(shown ?? kept);
    }
  yield `${begin(LISTS.length - 1)}]}`;
}

/** Path of each list in a plan. */
const pathOf = (list: (typeof LISTS)[number]): string => `effects.${list}`;

/** Reads as much of the lists of effects as {@link ReadRecordPart} says. */
export async function effectsPart(
  pages: AsyncIterable<readonly EffectPart[]>,
  at: ListPosition | undefined,
  most: number,
): Promise<{ readonly effects: PlanEffects; readonly lengths: ReadonlyMap<string, number> }> {
  const effects: Record<(typeof LISTS)[number], unknown[]> = { records: [], conflicts_opened: [], conflicts_closed: [], warnings: [] };
  const lengths = new Map(LISTS.map((list) => [pathOf(list), 0]));
  const sizes = new Map<string, number>();
  for await (const page of pages)
    for (const { list, group_numbers: numbers, kept, shown } of page) {
      const path = pathOf(list);
      const begin = lengths.get(path) as number;
      const size = sizes.get(path) ?? 0;
      const from = at?.field === path ? Math.max(0, at.from - begin) : 0;
      const known = list === "records" ? (JSON.parse(numbers) as number[]).length : undefined;
      // The length of records is known without unpacking them.
      if (known !== undefined && (size > most || from >= known)) {
        lengths.set(path, begin + known);
        continue;
      }
      const text = (await unpacked(shown ?? kept)).toString();
      const elements = JSON.parse(`[${text}]`) as unknown[];
      lengths.set(path, begin + elements.length);
      if (size > most || from >= elements.length) continue;
      effects[list].push(...elements.slice(from));
      sizes.set(path, size + text.length);
    }
  return { effects: effects as unknown as PlanEffects, lengths };
}

/** Which effects a page has. */
export interface EffectFilter {
  readonly type?: string | undefined;
  readonly action?: PlanGroup["action"] | undefined;
  /** Name of a changed field. */
  readonly field?: string | undefined;
  /** Index of a group of the plan. */
  readonly group?: number | undefined;
  /** Part of the name of a record in any case, or the beginning of its id. */
  readonly q?: string | undefined;
  readonly limit: number;
  /** Position after the last effect of the page before: part, and index in it. */
  readonly after: readonly [part: number, index: number];
}

/** A page of effects. */
export interface EffectPage {
  readonly records: readonly PlanEffects["records"][number][];
  /** Position of each. */
  readonly positions: readonly EffectPosition[];
  /** Position after its last effect; null if no part is left. */
  readonly next: EffectPosition | null;
}

/** The number of a part, and the index of an effect in it. */
export type EffectPosition = readonly [part: number, index: number];

/** Reads a page of the effects of a plan. */
export async function effectPage(
  pages: AsyncIterable<readonly EffectPart[]>,
  groups: readonly PlanGroup[],
  { type, action, field, group: index, q, limit, after }: EffectFilter,
): Promise<EffectPage> {
  const isWanted = groups.map(
    (group, at) =>
      (index === undefined || at === index) &&
      (type === undefined || group.type === type) &&
      (action === undefined || group.action === action) &&
      (field === undefined || group.fields.includes(field)),
  );
  const wanted = q?.toLowerCase();
  const records: PlanEffects["records"][number][] = [];
  const positions: EffectPosition[] = [];
  let characters = 0;
  for await (const page of pages)
    for (const { position, list, group_numbers: numbers, kept, shown } of page) {
      if (list !== "records") return { records, positions, next: null };
      const first = position === after[0] ? after[1] : 0;
      const found = (JSON.parse(numbers) as number[]).flatMap((group, at) => (at >= first && isWanted[group] === true ? [at] : []));
      if (found.length === 0) continue;
      const text = (await unpacked(shown ?? kept)).toString();
      const effects = parsedList(text) as PlanEffects["records"];
      for (const at of found) {
        const effect = effects[at] as PlanEffects["records"][number];
        if (wanted !== undefined && !effect.name.toLowerCase().includes(wanted) && !effect.id.startsWith(wanted)) continue;
        // The page is full, and something follows.
        if (records.length === limit || (characters > 0 && characters + text.length / effects.length > PAGE_CHARACTERS))
          return { records, positions, next: [position, at] };
        records.push(effect);
        positions.push([position, at]);
        characters += text.length / effects.length;
      }
    }
  return { records, positions, next: null };
}
