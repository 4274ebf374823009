import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { Conflict } from "../../conflicts/conflict.ts";
import type { PlanEffects } from "../plan.ts";
import { comparable, digestOf, type Effects, type Fields, nameOf, type TimesOf } from "./effects.ts";

/** Records that a refusal names. */
const MAX_NAMED = 3;

type ShownRecord = Pick<PlanEffects["records"][number], "type" | "id" | "name" | "before" | "after">;

/** How effects differ from those that a plan shows. */
export interface Comparison {
  /** Warnings about shown records that expired since; empty where the effects are exactly those shown. */
  readonly expired: readonly string[];
  /** Sentence about what differs and what to do; undefined where the effects are those shown, apart from expired records. */
  readonly difference: string | undefined;
}

/**
 * Compares effects with those that a plan shows. A shown record that expired since, and has no effect any more, is no difference.
 * @param shown reads the shown effects; called only if the digests differ
 * @param digest digest of the shown effects
 * @param options `now`: time at which a record is expired or not
 */
export async function compareEffects(
  effects: Effects,
  shown: () => Promise<PlanEffects>,
  digest: string,
  { now, timesOf }: { readonly now: string; readonly timesOf: TimesOf },
): Promise<Comparison> {
  if (effects.digest === digest) return { expired: [], difference: undefined };
  const { records, conflicts_opened: opened, conflicts_closed: closed } = await shown();
  const marks = new Map(effects.marks);
  const expired: string[] = [];
  for (const record of records) {
    if (isTurnOver()) await turnUnderLock();
    const key = keyOf(record);
    if (marks.has(key) || !isExpired(record, timesOf(record.type)?.end, now)) continue;
    marks.set(key, markOf(record, timesOf));
    expired.push(`${phraseOf(record)} has expired since the plan was made`);
  }
  if (expired.length > 0 && digestOf(marks) === digest) return { expired, difference: undefined };
  const before = await shownTexts(records, { opened, closed }, timesOf);
  const after = await shownTexts(
    parsed<ShownRecord>(effects.records.map(({ shown: text }) => text)),
    { opened: parsed<Conflict>(effects.opened), closed: parsed<Conflict>(effects.closed) },
    timesOf,
  );
  const names = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    if (one?.text === other?.text || (other === undefined && marks.has(key) && !effects.marks.has(key))) return [];
    const difference = one === undefined ? "not shown" : other === undefined ? "no longer affected" : "affected differently";
    return [`${(other ?? one)?.phrase} (${difference})`];
  });
  const more = names.length > MAX_NAMED ? [`and ${names.length - MAX_NAMED} more`] : [];
  const what = names.length === 0 ? "" : `: ${[...names.slice(0, MAX_NAMED), ...more].join(", ")}`;
  return { expired, difference: `the plan has other effects now than it shows${what}; refresh the plan, review its effects and apply it` };
}

const keyOf = ({ type, id }: Pick<ShownRecord, "type" | "id">): string => `${type}/${id}`;

const phraseOf = ({ type, name, id }: Pick<ShownRecord, "type" | "name" | "id">): string =>
  `the ${type.replaceAll("_", " ")} ${name === "" ? id : name}`;

const isExpired = ({ before, after }: ShownRecord, end: string | undefined, now: string): boolean =>
  [before, after].some((image) => {
    const ends = end === undefined ? undefined : image?.[end];
    return typeof ends === "string" && ends <= now;
  });

/** The mark of a record that keeps its own times. */
function markOf({ type, id, before, after }: ShownRecord, timesOf: TimesOf): string {
  const times = timesOf(type);
  return JSON.stringify([type, id, comparable(before ?? undefined, times), comparable(after ?? undefined, times)]);
}

interface ShownText {
  readonly phrase: string;
  readonly text: string;
}

/** Records of texts, each parsed when it is asked for. */
function* parsed<T>(texts: readonly string[]): Generator<T, void> {
  for (const text of texts) yield JSON.parse(text) as T;
}

/** What is shown of each record, without times that steps compute. Records are parsed as they are asked for. */
async function shownTexts(
  records: Iterable<ShownRecord>,
  conflicts: Readonly<Record<"opened" | "closed", Iterable<Conflict>>>,
  timesOf: TimesOf,
): Promise<ReadonlyMap<string, ShownText>> {
  const texts = new Map<string, ShownText>();
  const bare = (type: string, fields: Fields | null): Fields | null => {
    const times = timesOf(type);
    return comparable(fields === null ? undefined : { ...fields, ...(times?.end !== undefined && { [times.end]: undefined }) }, times);
  };
  for (const record of records) {
    if (isTurnOver()) await turnUnderLock();
    texts.set(keyOf(record), {
      phrase: phraseOf(record),
      text: JSON.stringify([bare(record.type, record.before), bare(record.type, record.after)]),
    });
  }
  for (const [action, own] of Object.entries(conflicts))
    for (const conflict of own) {
      const fields = conflict as unknown as Fields;
      const record = { type: "conflict", id: conflict.id, name: nameOf(fields) };
      texts.set(keyOf(record), { phrase: phraseOf(record), text: JSON.stringify([action, bare(record.type, fields)]) });
    }
  return texts;
}
