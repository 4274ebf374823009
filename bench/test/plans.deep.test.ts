import { describe, expect, inject, it } from "vitest";
import { checkPlans, type LoggedChange, type PlansEnd } from "../src/soak/plans/check-plans.ts";
import type { AnsweredPlan, PlanCall, PlanOutcome, PlanSubject, ShownRecord } from "../src/soak/plans/plan-history.ts";
import { plansTrial } from "../src/soak/plans/plans-trial.ts";
import { trialStorages } from "../../testing/storages.ts";

const STORAGES_OF_TRIAL = trialStorages("postgresql");

type Image = ShownRecord["before"];

const device = (description: string): Exclude<Image, null> => ({ id: "d1", description });
const row = (change: string, before: Image, after: Image, id = "d1"): LoggedChange => ({
  resource: "device",
  resource_id: id,
  change_id: change,
  changes: { before, after },
});
const shows = (before: Image, after: Image): ShownRecord => ({ type: "device", id: "d1", before, after });
const plan = (status: AnsweredPlan["status"], change: string | null, ...records: ShownRecord[]): AnsweredPlan => ({
  id: "p1",
  status,
  change_id: change,
  effects: { records },
});
const call = (subject: PlanSubject, outcome: PlanOutcome): PlanCall => ({ subject, outcome });
const ok = (answer: AnsweredPlan): PlanOutcome => ({ is: "ok", plan: answer });
const APPLY: PlanSubject = { kind: "apply", plan: "p1" };
const UNKNOWN: PlanOutcome = { is: "unknown" };

const a = device("a");
const b = device("b");
const open = plan("open", null, shows(a, b));
const applied = plan("applied", "c2", shows(a, b));
const made = call({ kind: "plan" }, ok(open));
const first = row("c1", null, a);
const second = row("c2", a, b);
const end = (plans: readonly AnsweredPlan[], log: readonly LoggedChange[], last: Image): PlansEnd => ({
  plans,
  log,
  records: new Map(last === null ? [] : [["device/d1", last]]),
});

describe("the check of plans", () => {
  it.each<readonly [string, readonly PlanCall[], PlansEnd]>([
    ["a plan is applied", [made, call(APPLY, ok(applied))], end([applied], [first, second], b)],
    ["it is applied by a call without an answer", [made, call(APPLY, UNKNOWN)], end([applied], [first, second], b)],
    ["a call without an answer did nothing", [made, call(APPLY, UNKNOWN)], end([open], [first], a)],
    [
      "of two that apply it one is refused",
      [made, call(APPLY, ok(applied)), call(APPLY, { is: "refused", code: "CONFLICT", message: "" })],
      end([applied], [first, second], b),
    ],
    [
      "a device is changed beside it",
      [made, call({ kind: "write", device: "d1", mark: "b" }, { is: "ok" })],
      end([open], [first, row("c3", a, b)], b),
    ],
  ])("finds nothing when %s", (_, calls, last) => {
    expect(checkPlans(calls, last)).toEqual([]);
  });

  const x = { id: "d2", description: "x" };
  it.each<readonly [string, string, readonly PlanCall[], PlansEnd]>([
    [
      "it is applied twice",
      "was applied 2 times",
      [made, call(APPLY, ok(applied)), call(APPLY, ok(applied))],
      end([applied], [first, second], b),
    ],
    ["an applied plan is open again", "was applied, and is open", [made, call(APPLY, ok(applied))], end([open], [first], a)],
    ["nobody applied it", "and nobody was told", [made], end([applied], [first, second], b)],
    [
      "its effects were never shown",
      "which nobody was shown",
      [call({ kind: "plan" }, ok(plan("open", null, shows(a, device("c"))))), call(APPLY, ok(applied))],
      end([applied], [first, second], b),
    ],
    ["half of it happened", "and changed ", [made, call(APPLY, ok(applied))], end([applied], [first], a)],
    [
      "more happened",
      "device/d2",
      [made, call(APPLY, ok(applied))],
      {
        ...end([applied], [first, second, row("c2", null, x, "d2")], b),
        records: new Map<string, Exclude<Image, null>>([
          ["device/d1", b],
          ["device/d2", x],
        ]),
      },
    ],
    ["an open plan has a change", "is open, and has the change c2", [made], end([plan("open", "c2", shows(a, b))], [first], a)],
    ["a change was lost", "the next change found", [], end([], [first, row("c3", a, b), row("c4", a, device("c"))], device("c"))],
    ["the last is not what is there", "the log ends with", [], end([], [first, row("c3", a, b)], a)],
    ["a record is in no row", "is in no row of the log", [], end([], [], a)],
    [
      "an acknowledged change is lost",
      "b of d1 (ok) is 0 times in the log",
      [call({ kind: "write", device: "d1", mark: "b" }, { is: "ok" })],
      end([], [first], a),
    ],
    [
      "a plan fails",
      "was refused: INTERNAL_ERROR",
      [call(APPLY, { is: "refused", code: "INTERNAL_ERROR", message: "" })],
      end([], [], null),
    ],
  ])("tells when %s", (_, violation, calls, last) => {
    expect(checkPlans(calls, last).join("\n")).toContain(violation);
  });
});

describe("clients that plan and apply through two processes, one of which is killed", () => {
  it.each(
    (
      [
        { storage: "sqlite", via: "library" },
        { storage: "postgresql", via: "http" },
      ] as const
    ).filter(({ storage }) => STORAGES_OF_TRIAL.includes(storage)),
  )("are all explained, on $storage via $via", async ({ storage, via }) => {
    const result = await plansTrial({
      storage,
      via,
      clients: 16,
      operations: 160,
      seed: 7,
      report: (line) => console.info(line),
      adminUrl: inject("postgresAdminUrl"),
    });
    expect(result.violations).toEqual([]);
    expect(result.kills).toBe(1);
    expect(result.plans["applied"]).toBeGreaterThan(16);
  });
});
