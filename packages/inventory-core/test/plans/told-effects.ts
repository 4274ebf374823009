import { REMOVED_ROWS } from "../../src/reconciliation/kept-rows.ts";
import { expect } from "vitest";
import { type Anything, bare, type Effect, isSame } from "./plan-world.ts";
import type { Told } from "./stored-world.ts";

// What the audit log and the events say of one change, against what it did.

type Image = Anything | null;

const typeOf = (key: string): string => key.slice(0, key.indexOf("/"));
const idOf = (key: string): string => key.slice(key.indexOf("/") + 1);
const byKey = (one: Effect, other: Effect): number => (one.key < other.key ? -1 : 1);

/** What rows say of records: what each was in the first of them, and what it is in the last. */
function audited(rows: readonly Told[]): readonly Effect[] {
  const found = new Map<string, Effect>();
  for (const { what, id, said } of rows) {
    const key = `${what}/${id}`;
    const [before, after] = [bare(said["before"] ?? null), bare(said["after"] ?? null)];
    const known = found.get(key);
    // Each goes on where the one before it ended.
    if (known !== undefined && typeOf(key) !== CONFLICT) expect(ownOf({ key, before, after: null }).before, key).toEqual(known.after);
    found.set(key, ownOf({ key, before: known === undefined ? before : known.before, after }));
  }
  return [...found.values()].toSorted(byKey);
}

const CONFLICT = "conflict";

/** An effect without what follows from other records and has no row of its own: the smallest network around, and who is in conflict. */
function ownOf({ key, before, after }: Effect): Effect {
  const own = (image: Image): Image => {
    if (image === null) return null;
    if (typeOf(key) === CONFLICT) return { id: image["id"], status: image["status"], notes: image["notes"] };
    const { parent_id: parent, ...rest } = image;
    return typeOf(key) === "network" || parent === undefined ? rest : { ...rest, parent_id: parent };
  };
  return { key, before: own(before), after: own(after) };
}

/** Fails unless the audit rows of a change have each effect, with the images that it has, and nothing else. */
export function expectAudited(effects: readonly Effect[], rows: readonly Told[]): void {
  const said = audited(rows.filter(({ what }) => what !== "plan" && what !== REMOVED_ROWS)).filter(
    ({ before, after }) => !isSame(before, after),
  );
  const decided = new Set(said.map(({ key }) => key).filter((key) => typeOf(key) === CONFLICT));
  // Conflicts come and go by themselves; what people decide of them has a row.
  const done = effects.filter(({ key }) => typeOf(key) !== CONFLICT || decided.has(key)).map(ownOf);
  const closed = new Set(
    done.filter(({ key, after }) => typeOf(key) === CONFLICT && after?.["status"] === "resolved").map(({ key }) => key),
  );
  expect(
    said.map((one) => (closed.has(one.key) ? ended(one) : one)),
    "what the audit log says",
  ).toEqual(done.filter(({ before, after }) => !isSame(before, after)));
}

/** A conflict that was ignored and then ended by itself, of which there is an event and no row. */
const ended = ({ key, before, after }: Effect): Effect => ({ key, before, after: { ...after, status: "resolved" } });

const VERBS = { create: "created", update: "updated", delete: "deleted" } as const;

/** The event that there is of an effect at least; undefined where there is none. */
function eventOf(effect: Effect): string | undefined {
  const { before, after } = ownOf(effect);
  const type = typeOf(effect.key);
  if (type === CONFLICT) {
    if (before === null) return "conflict.detected";
    return after?.["status"] === "resolved" ? "conflict.resolved" : undefined;
  }
  if (type === "allocation" || isSame(before, after)) return undefined;
  return `${type}.${VERBS[before === null ? "create" : after === null ? "delete" : "update"]}`;
}

/** Events that are about plans, or about more than a record that changed. */
const BESIDE = /^(plan\.|pool\.utilization_high)/;

/**
 * Fails unless each effect has its event, with the record as it is then, and each event is about a record that the effects show, or that
 * came and went, or was changed and changed back.
 */
export function expectEvents(effects: readonly Effect[], events: readonly Told[]): void {
  const about = events.filter(({ what }) => !BESIDE.test(what));
  const byRecord = Map.groupBy(about, ({ what, id }) => `${what.slice(0, what.indexOf("."))}/${id}`);
  for (const effect of effects) {
    const name = eventOf(effect);
    if (name === undefined) continue;
    const own = byRecord.get(effect.key) ?? [];
    expect(
      own.map(({ what }) => what),
      `events of ${effect.key}`,
    ).toContain(name);
    const last = own.at(-1) as Told;
    // That it is gone is told of what it was when it went, and conflicts of what they were when they came.
    if (effect.after === null || typeOf(effect.key) === CONFLICT) continue;
    expect(last.said, `what ${last.what} says`).toMatchObject(ownOf(effect).after as Anything);
  }
  const known = new Set(effects.map(({ key }) => idOf(key)));
  const made = new Set(events.filter(({ what }) => what.endsWith(".created")).map(({ id }) => id));
  for (const { what, id, said } of about) {
    if (known.has(id) || made.has(id)) continue;
    expect([what, said]).toEqual([expect.stringMatching(/updated$/), expect.anything()]);
  }
}
