import type { AnsweredPlan, PlanCall, ShownRecord } from "./plan-history.ts";

type Image = Readonly<Record<string, unknown>> | null;

/** A row of the audit log. */
export interface LoggedChange {
  readonly resource: string;
  readonly resource_id: string | null;
  readonly change_id: string | null;
  readonly changes: { readonly before: Image; readonly after: Image } | null;
}

/** What is there when all clients have stopped. */
export interface PlansEnd {
  readonly plans: readonly AnsweredPlan[];
  /** Oldest first. */
  readonly log: readonly LoggedChange[];
  /** Records by `type/id`. */
  readonly records: ReadonlyMap<string, Exclude<Image, null>>;
}

/** Kinds of record whose every change leaves a row with both images. */
export const CHECKED: ReadonlySet<string> = new Set(["device", "network", "allocation", "relationship"]);

/** What a call may be refused with: another was first, or the record is another by now. */
const REFUSALS = {
  plan: ["VALIDATION_ERROR"],
  refresh: ["CONFLICT", "PLAN_STALE"],
  apply: ["CONFLICT", "PLAN_STALE"],
  write: [],
} as const satisfies Record<PlanCall["subject"]["kind"], readonly string[]>;

/** Who did it and when is no part of what a plan shows. */
const BESIDE = new Set(["created_at", "updated_at", "expires_at"]);

/**
 * What is wrong with what clients were told, held against the log and the records at the end; empty when nothing is. The log, row by
 * row, has to be one history that explains every record, and each applied plan has to be in it once, with what it showed and no more.
 */
export function checkPlans(calls: readonly PlanCall[], end: PlansEnd): string[] {
  return [
    ...checkRefusals(calls),
    ...checkHistory(end),
    ...checkDecisions(calls, end.plans),
    ...checkEffects(calls, end),
    ...checkWrites(calls, end),
  ];
}

function checkRefusals(calls: readonly PlanCall[]): string[] {
  return calls.flatMap(({ subject, outcome }) => {
    if (outcome.is !== "refused" || (REFUSALS[subject.kind] as readonly string[]).includes(outcome.code)) return [];
    return [`${JSON.stringify(subject)} was refused: ${outcome.code} ${outcome.message}`];
  });
}

/** Each row begins with what the one before it left, and the last has what is there. */
function checkHistory({ log, records }: PlansEnd): string[] {
  const violations: string[] = [];
  const now = new Map<string, Image>();
  for (const { resource, resource_id: id, changes } of log) {
    if (!CHECKED.has(resource) || changes === null) continue;
    const key = `${resource}/${id}`;
    const before = now.get(key) ?? null;
    if (!isSame(changes.before, before))
      violations.push(`${key} was ${textOf(before)}, and the next change found ${textOf(changes.before)}`);
    now.set(key, changes.after);
  }
  for (const [key, image] of now)
    if (!isSame(image, records.get(key) ?? null))
      violations.push(`${key} is ${textOf(records.get(key) ?? null)}, and the log ends with ${textOf(image)}`);
  for (const key of records.keys()) if (!now.has(key)) violations.push(`${key} is in no row of the log`);
  return violations;
}

/** A plan is applied once, by somebody who was told so, or by a call without an answer; and it is what somebody was shown. */
function checkDecisions(calls: readonly PlanCall[], plans: readonly AnsweredPlan[]): string[] {
  const violations: string[] = [];
  const answered = byPlan(calls);
  for (const plan of plans) {
    const about = answered.get(plan.id) ?? [];
    const applied = about.flatMap(({ subject, outcome }) => (subject.kind === "apply" && outcome.is === "ok" ? [outcome.plan] : []));
    const mayBe = about.some(({ subject, outcome }) => subject.kind === "apply" && outcome.is === "unknown");
    if (applied.length > 1) violations.push(`plan ${plan.id} was applied ${applied.length} times`);
    if (applied.length > 0 && plan.status !== "applied") violations.push(`plan ${plan.id} was applied, and is ${plan.status}`);
    if (applied.length === 0 && plan.status === "applied" && !mayBe) violations.push(`plan ${plan.id} is applied, and nobody was told`);
    if (applied[0] !== undefined && applied[0]?.change_id !== plan.change_id)
      violations.push(`plan ${plan.id} was applied as ${applied[0].change_id}, and says ${plan.change_id}`);
  }
  return violations;
}

const byPlan = (calls: readonly PlanCall[]): ReadonlyMap<string, readonly PlanCall[]> =>
  Map.groupBy(calls, ({ subject, outcome }) => ("plan" in subject ? subject.plan : outcome.is === "ok" ? (outcome.plan?.id ?? "") : ""));

/** The rows of a plan's change do what somebody was shown, and nothing else; a plan that is not applied has none. */
function checkEffects(calls: readonly PlanCall[], { plans, log }: PlansEnd): string[] {
  const violations: string[] = [];
  const rows = Map.groupBy(log, ({ change_id: change }) => change);
  const answered = byPlan(calls);
  for (const plan of plans) {
    if (plan.status !== "applied") {
      if (plan.change_id !== null) violations.push(`plan ${plan.id} is ${plan.status}, and has the change ${plan.change_id}`);
      continue;
    }
    const done = doneBy(rows.get(plan.change_id) ?? []);
    // A closed plan keeps which records it changed.
    const kept = checkedIn(plan);
    if (idsText(kept) !== idsText(done)) violations.push(`plan ${plan.id} shows ${idsText(kept)}, and changed ${idsText(done)}`);
    const about = answered.get(plan.id) ?? [];
    const looked = about.flatMap(({ subject, outcome }) => (subject.kind !== "apply" && outcome.is === "ok" ? [outcome.plan] : []));
    const isUntold = about.some(({ subject, outcome }) => subject.kind === "refresh" && outcome.is === "unknown");
    if (!isUntold && !looked.some((shown) => shown !== undefined && effectsText(checkedIn(shown)) === effectsText(done)))
      violations.push(`plan ${plan.id} did ${effectsText(done)}, which nobody was shown`);
  }
  return violations;
}

const checkedIn = ({ effects }: AnsweredPlan): readonly ShownRecord[] => effects.records.filter(({ type }) => CHECKED.has(type));

const idsText = (records: readonly ShownRecord[]): string =>
  records
    .map(({ type, id }) => `${type}/${id}`)
    .toSorted()
    .join("; ");

/** What rows of one change do to each record, together. */
function doneBy(rows: readonly LoggedChange[]): readonly ShownRecord[] {
  const done = new Map<string, ShownRecord>();
  for (const { resource: type, resource_id: id, changes } of rows) {
    if (!CHECKED.has(type) || changes === null || id === null) continue;
    const key = `${type}/${id}`;
    done.set(key, { type, id, before: done.has(key) ? (done.get(key)?.before ?? null) : changes.before, after: changes.after });
  }
  return [...done.values()].filter(({ before, after }) => imageText(before) !== imageText(after));
}

/** What was acknowledged is in the log once, and what was refused is not. */
function checkWrites(calls: readonly PlanCall[], { log }: PlansEnd): string[] {
  const rows = Map.groupBy(
    log.filter(({ resource, changes }) => resource === "device" && changes?.after?.["description"] !== changes?.before?.["description"]),
    ({ changes }) => changes?.after?.["description"],
  );
  return calls.flatMap(({ subject, outcome }) => {
    if (subject.kind !== "write") return [];
    const found = (rows.get(subject.mark) ?? []).filter(({ resource_id: id }) => id === subject.device).length;
    const isRight = outcome.is === "ok" ? found === 1 : outcome.is === "refused" ? found === 0 : found <= 1;
    return isRight ? [] : [`${subject.mark} of ${subject.device} (${outcome.is}) is ${found} times in the log`];
  });
}

const imageText = (image: Image): string =>
  image === null
    ? "null"
    : JSON.stringify(
        Object.entries(image)
          .filter(([name]) => !BESIDE.has(name))
          .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      );

const isSame = (one: Image, other: Image): boolean => imageText(one) === imageText(other);

const effectsText = (records: readonly ShownRecord[]): string =>
  records
    .map(({ type, id, before, after }) => `${type}/${id} ${imageText(before)} → ${imageText(after)}`)
    .toSorted()
    .join("; ");

const textOf = (image: Image): string => (image === null ? "not there" : JSON.stringify(image));
