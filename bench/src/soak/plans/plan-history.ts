import type { Answer } from "../allocators/operations.ts";

type Image = Readonly<Record<string, unknown>> | null;

/** A record that a plan shows. */
export interface ShownRecord {
  readonly type: string;
  readonly id: string;
  readonly action?: "create" | "update" | "delete";
  readonly before: Image;
  readonly after: Image;
}

/** A plan as it is answered. */
export interface AnsweredPlan {
  readonly id: string;
  readonly status: "open" | "applied" | "rejected" | "failed";
  readonly change_id: string | null;
  readonly effects: { readonly records: readonly ShownRecord[] };
}

export type PlanSubject =
  | { readonly kind: "plan" }
  | { readonly kind: "refresh" | "apply"; readonly plan: string }
  /** A change of a device without a plan: the mark is its description, and no other's. */
  | { readonly kind: "write"; readonly device: string; readonly mark: string };

export type PlanOutcome =
  /** `plan` of all but writes. */
  | { readonly is: "ok"; readonly plan?: AnsweredPlan }
  | { readonly is: "refused"; readonly code: string; readonly message: string }
  /** Happened or not: the process went, or said that its database is out of reach. */
  | { readonly is: "unknown" };

/** A call that a client made. */
export interface PlanCall {
  readonly subject: PlanSubject;
  readonly outcome: PlanOutcome;
}

/** Writes down what clients do while they do it. */
export class PlanRecorder {
  readonly calls: PlanCall[] = [];

  /** Makes a call and remembers it. */
  async record(subject: PlanSubject, call: () => Promise<Answer>): Promise<PlanOutcome> {
    const outcome = outcomeOf(subject, await call());
    this.calls.push({ subject, outcome });
    return outcome;
  }
}

function outcomeOf({ kind }: PlanSubject, answer: Answer): PlanOutcome {
  // "Out of reach" may be said after the commit was sent.
  if (answer.status === "gone" || (answer.status === "refused" && answer.code === "UNAVAILABLE")) return { is: "unknown" };
  if (answer.status === "refused") return { is: "refused", code: answer.code, message: answer.message };
  return { is: "ok", ...(kind === "write" ? {} : { plan: answer.result as AnsweredPlan }) };
}
