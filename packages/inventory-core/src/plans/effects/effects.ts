import { createHash } from "node:crypto";
import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { LoggedEvent } from "../../contract/storage/event.ts";
import { poolUtilizationHigh } from "../../address-space/pool-utilization.ts";
import { ChangeState } from "../../contract/storage/change-state.ts";
import type { Images } from "./record-images.ts";

/** What a plan does, as text that is kept and sent as it is, and what it is compared by. */
export interface Effects {
  /** `PlanEffects` as JSON. */
  readonly text: string;
  /** Number of its records. */
  readonly count: number;
  /** The same for the same effects, whoever has them and whenever: who did it and when are left out. */
  readonly digest: string;
  /** Text of each effect that the digest is made of, by `type/id`. */
  readonly marks: ReadonlyMap<string, string>;
  /** What kinds of record they tell of; none where nothing would change. */
  readonly types: readonly string[];
  /** Sentences about what people should know of it. */
  readonly warnings: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** Fields that say who did something, and when. */
const WHO_AND_WHEN: ReadonlySet<string> = new Set([
  "created_at",
  "updated_at",
  "detected_at",
  "promoted_at",
  "resolved_at",
  "resolved_by",
  "last_seen",
  "ignored_at",
]);

/** The time at which a record ends. A step computes it from the time of the change, or restores the former value. */
export const EXPIRY = "expires_at";

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
  },
  most: number,
): Promise<Effects> {
  const records: string[] = [];
  const opened: string[] = [];
  const closed: string[] = [];
  const marks = new Map<string, string>();
  const types = new Set<string>();
  for (const one of differing(before, after, touched)) {
    if (isTurnOver()) await turnUnderLock();
    const was = fieldsOf(one.before);
    const is = fieldsOf(one.after);
    const [then, afterwards] = [comparable(was), comparableAfter(is, was, restored.has(one.id) ? undefined : now)];
    // Nothing but its time of change differs: what one step did another took back.
    if (JSON.stringify(then) === JSON.stringify(afterwards)) continue;
    if (one.type === CONFLICT && (was === undefined || is?.["status"] === "resolved")) {
      // One that opens and closes within the steps is neither.
      if (was === undefined && is?.["status"] === "resolved") continue;
      (was === undefined ? opened : closed).push(one.after as string);
    } else records.push(effectText(one, was, is));
    marks.set(`${one.type}/${one.id}`, JSON.stringify([one.type, one.id, then, afterwards]));
    types.add(one.type);
    if (records.length > most) throw new TooManyRecords(most);
  }
  const told = [...warnings, ...warningsOf(events)];
  const lists = {
    records,
    conflicts_opened: opened,
    conflicts_closed: closed,
    warnings: told.map((text) => JSON.stringify(text)),
  };
  const fields = Object.entries(lists).map(([name, texts]) => `${JSON.stringify(name)}:[${texts.join(",")}]`);
  return {
    text: `{${fields.join(",")}}`,
    count: records.length,
    digest: digestOf(marks),
    marks,
    types: [...types],
    warnings: told,
  };
}

/** `PlanEffects` as JSON with further warnings. */
export function withWarnings(text: string, warnings: readonly string[]): string {
  const effects = JSON.parse(text) as { readonly warnings: readonly string[] };
  return JSON.stringify({ ...effects, warnings: [...effects.warnings, ...warnings] });
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

function effectText({ type, id, before, after }: Compared, was: Fields | undefined, is: Fields | undefined): string {
  const action = was === undefined ? "create" : is === undefined ? "delete" : "update";
  const head = JSON.stringify({ type, id, name: nameOf((is ?? was) as Fields), action });
  return `${head.slice(0, -1)},"before":${before ?? "null"},"after":${after ?? "null"}}`;
}

export function nameOf(fields: Fields): string {
  for (const name of NAMES) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

/** A record without who did what to it and when. */
export function comparable(fields: Fields | undefined): Fields | null {
  return fields === undefined ? null : Object.fromEntries(Object.entries(fields).filter(([name]) => !WHO_AND_WHEN.has(name)));
}

/**
 * {@link comparable} of a record after a change. An expiry that a step computed is replaced by its length.
 * @param now time of the change; undefined where the record keeps its own times
 */
function comparableAfter(fields: Fields | undefined, was: Fields | undefined, now: string | undefined): Fields | null {
  const expiry = fields?.[EXPIRY];
  if (now === undefined || typeof expiry !== "string" || expiry === was?.[EXPIRY]) return comparable(fields);
  return comparable({ ...fields, [EXPIRY]: Date.parse(expiry) - Date.parse(now) });
}

function warningsOf(events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ event, data }) => {
    if (event !== poolUtilizationHigh.name) return [];
    const { pool_name: name, utilization } = data as { readonly pool_name: string; readonly utilization: number };
    return [`the pool ${name} will be ${utilization} % full`];
  });
}
