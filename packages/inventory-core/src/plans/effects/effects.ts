import { createHash } from "node:crypto";
import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { LoggedEvent } from "../../contract/storage/event.ts";
import type { RecordTimes } from "../../contract/storage/storage.ts";
import { poolUtilizationHigh } from "../../address-space/pool-utilization.ts";
import type { Conflict } from "../../conflicts/conflict.ts";
import { ChangeState } from "../../contract/storage/change-state.ts";
import { sameValue } from "../../contract/storage/changed-fields.ts";
import type { PlanGroup } from "../plan.ts";
import type { Images } from "./record-images.ts";

/** The effect of a plan on one record. */
export interface EffectText {
  /** `PlanEffect` as JSON. */
  readonly shown: string;
  /** {@link shown} with null images, as closed plans keep it. */
  readonly kept: string;
  /** Index of its group. */
  readonly group: number;
}

/** What a plan does, as JSON texts that are stored and sent, and what it is compared by. */
export interface Effects {
  readonly records: readonly EffectText[];
  readonly groups: readonly PlanGroup[];
  /** `Conflict`s as JSON. */
  readonly opened: readonly string[];
  readonly closed: readonly string[];
  /** The same for the same effects, whoever has them and whenever: who did it and when are left out. */
  readonly digest: string;
  /** Text of each effect that the digest is made of, by `type/id`. */
  readonly marks: ReadonlyMap<string, string>;
  /** What kinds of record they tell of, and whose private records ({@link privateType}); none where nothing would change. */
  readonly types: readonly string[];
  /** Sentences about what people should know of it. */
  readonly warnings: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** Fields of every record that say when something was done. */
const SET: readonly string[] = ["created_at", "updated_at"];

/** Fields of the records of a type that follow from the time of a change. */
export type TimesOf = (type: string) => RecordTimes | undefined;

/** Ids of records that an undo restores with their own times, so that these are compared by value. */
export const restoredRecords = new ChangeState(() => new Set<string>());

/** Where a record has what it is called, best first. */
const NAMES = ["name", "hostname", "ip", "ip_address", "type"] as const;

const CONFLICT = "conflict";

interface Compared {
  readonly type: string;
  readonly id: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Records that differ before and after, in the order in which they were touched. */
function* differing(before: Images, after: Images, touched: ReadonlyMap<string, Iterable<string>>): Generator<Compared> {
  for (const [type, ids] of touched) {
    for (const id of ids) {
      const one = { type, id, before: before.get(type)?.get(id), after: after.get(type)?.get(id) };
      if (one.before !== one.after) yield one;
    }
  }
}

/**
 * What a change does to records, of their images before and after it.
 * @param now time of the change
 * @throws TooManyRecords
 */
export async function effectsOf(
  {
    before,
    after,
    touched,
    events,
    now,
    warnings,
    restored,
    privateTo,
    timesOf,
  }: {
    readonly before: Images;
    readonly after: Images;
    readonly touched: ReadonlyMap<string, Iterable<string>>;
    readonly events: readonly LoggedEvent[];
    readonly now: string;
    /** What the steps themselves have to say. */
    readonly warnings: readonly string[];
    /** Ids of {@link restoredRecords}. */
    readonly restored: ReadonlySet<string>;
    /** The user who alone may see a record of a type; undefined where others may, too. */
    readonly privateTo: (type: string, record: Fields) => string | null | undefined;
    readonly timesOf: TimesOf;
  },
  most: number,
): Promise<Effects> {
  const records: EffectText[] = [];
  const groups = new EffectGroups();
  const opened: string[] = [];
  const closed: string[] = [];
  const marks = new Map<string, string>();
  const types = new Set<string>();
  for (const one of differing(before, after, touched)) {
    if (isTurnOver()) await turnUnderLock();
    const was = fieldsOf(one.before);
    const is = fieldsOf(one.after);
    const times = timesOf(one.type);
    const then = JSON.stringify(comparable(was, times));
    const afterwards = JSON.stringify(comparableAfter(is, was, { times, now: restored.has(one.id) ? undefined : now }));
    // Nothing but its time of change differs: what one step did another took back.
    if (then === afterwards) continue;
    if (one.type === CONFLICT && (was === undefined || is?.["status"] === "resolved")) {
      // One that opens and closes within the steps is neither.
      if (was === undefined && is?.["status"] === "resolved") continue;
      (was === undefined ? opened : closed).push(one.after as string);
    } else records.push(effectText(one, [was, is], groups, times));
    marks.set(`${one.type}/${one.id}`, `[${JSON.stringify(one.type)},${JSON.stringify(one.id)},${then},${afterwards}]`);
    types.add(one.type);
    for (const image of [was, is]) {
      const owner = image && privateTo(one.type, image);
      if (owner !== undefined) types.add(privateType(one.type, owner));
    }
    if (one.type === CONFLICT) for (const named of namedIn(is ?? was)) types.add(named);
    if (records.length > most) throw new TooManyRecords(most);
  }
  return {
    records,
    groups: groups.list,
    opened,
    closed,
    digest: digestOf(marks),
    marks,
    types: [...types],
    warnings: [...warnings, ...warningsOf(events)],
  };
}

/** A type of private records, with the user who alone may see them, or null for the program itself. */
export const privateType = (type: string, owner: string | null): string => `${type}/${JSON.stringify(owner)}`;

/** Types of the records whose names a conflict contains. */
function namedIn(conflict: Fields | undefined): readonly string[] {
  const { device_ids: devices, network_ids: networks } = (conflict ?? {}) as Partial<Conflict>;
  return [...((devices?.length ?? 0) > 0 ? ["device"] : []), ...((networks?.length ?? 0) > 0 ? ["network"] : [])];
}

/** Digest of effects by their marks. */
export function digestOf(marks: ReadonlyMap<string, string>): string {
  const digest = createHash("sha256");
  for (const mark of [...marks.values()].toSorted()) digest.update(mark).update("\n");
  return digest.digest("base64url");
}

/** More records would change than a plan shows. */
export class TooManyRecords extends Error {
  readonly most: number;

  constructor(most: number) {
    super(`more than ${most} records would change`);
    this.most = most;
  }
}

function fieldsOf(text: string | undefined): Fields | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Fields);
}

function effectText(
  { type, id, before, after }: Compared,
  [was, is]: readonly [was: Fields | undefined, is: Fields | undefined],
  groups: EffectGroups,
  times: RecordTimes | undefined,
): EffectText {
  const action = was === undefined ? "create" : is === undefined ? "delete" : "update";
  const head = JSON.stringify({ type, id, name: nameOf((is ?? was) as Fields), action }).slice(0, -1);
  return {
    shown: `${head},"before":${before ?? "null"},"after":${after ?? "null"}}`,
    kept: `${head},"before":null,"after":null}`,
    group: groups.numberOf(type, action, differingFields(was ?? null, is ?? null, times)),
  };
}

/** Names of the fields that an update changes, in alphabetical order; none for other actions. */
export function differingFields(was: Fields | null, is: Fields | null, times: RecordTimes | undefined): readonly string[] {
  if (was === null || is === null) return [];
  const names = Object.keys({ ...was, ...is });
  return names.filter((name) => !isSet(name, times) && !sameValue(was[name], is[name])).toSorted();
}

const isSet = (name: string, times: RecordTimes | undefined): boolean => SET.includes(name) || times?.set?.includes(name) === true;

/** Groups effects by type, action and changed fields. */
export class EffectGroups {
  readonly #groups = new Map<string, { readonly number: number; readonly group: Omit<PlanGroup, "count">; count: number }>();

  /** Counts one effect. @returns the index of its group */
  numberOf(type: string, action: PlanGroup["action"], fields: readonly string[]): number {
    const key = JSON.stringify([type, action, fields]);
    const known = this.#groups.get(key) ?? { number: this.#groups.size, group: { type, action, fields: [...fields] }, count: 0 };
    known.count += 1;
    this.#groups.set(key, known);
    return known.number;
  }

  /** The groups by index. */
  get list(): readonly PlanGroup[] {
    return [...this.#groups.values()].map(({ group, count }) => ({ ...group, count }));
  }
}

export function nameOf(fields: Fields): string {
  for (const name of NAMES) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

/** A record without who did what to it and when. */
export function comparable(fields: Fields | undefined, times: RecordTimes | undefined): Fields | null {
  if (fields === undefined) return null;
  const compared: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) if (!isSet(name, times)) compared[name] = fields[name];
  return compared;
}

/**
 * {@link comparable} of a record after a change. An end that a step computed is replaced by the time until then.
 * @param now time of the change; undefined where the record keeps its own times
 */
function comparableAfter(
  fields: Fields | undefined,
  was: Fields | undefined,
  { times, now }: { readonly times: RecordTimes | undefined; readonly now: string | undefined },
): Fields | null {
  const end = times?.end;
  const ends = end === undefined ? undefined : fields?.[end];
  if (end === undefined || now === undefined || typeof ends !== "string" || ends === was?.[end]) return comparable(fields, times);
  return comparable({ ...fields, [end]: Date.parse(ends) - Date.parse(now) }, times);
}

function warningsOf(events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ event, data }) => {
    if (event !== poolUtilizationHigh.name) return [];
    const { pool_name: name, utilization } = data as { readonly pool_name: string; readonly utilization: number };
    return [`the pool ${name} will be ${utilization} % full`];
  });
}
