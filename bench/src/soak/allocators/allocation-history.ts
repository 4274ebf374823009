import type { Answer } from "./operations.ts";

/** A point of a run: its number among all of them, and the wall clock that expiry goes by. */
export interface Moment {
  readonly seq: number;
  readonly at: number;
}

/** An address that was handed out. */
export interface Given {
  readonly id: string;
  readonly ip: string;
  readonly expiresAt: number | null;
}

export type Subject =
  /** Calls with the same tag are one request, repeated; its tag is also the note of what it is given. */
  | { readonly kind: "allocate"; readonly tag: string; readonly count: number; readonly ttlSeconds: number | null }
  | { readonly kind: "release"; readonly allocation: string }
  /** Creates a device at an allocated address. */
  | { readonly kind: "confirm"; readonly allocation: string; readonly ip: string; readonly device: string }
  | { readonly kind: "remove"; readonly device: string };

export type Outcome =
  | { readonly is: "ok"; readonly given: readonly Given[] }
  | { readonly is: "refused"; readonly code: string; readonly message: string }
  /** Happened or not: the process went, or said that its database is out of reach. */
  | { readonly is: "unknown"; readonly unavailable: boolean };

/** A call that a client made. */
export interface CallRecord<S extends Subject = Subject> {
  readonly subject: S;
  readonly begin: Moment;
  readonly end: Moment;
  readonly outcome: Outcome;
}

/** All calls of a run, and when each of its points was. */
export interface AllocationHistory {
  readonly records: readonly CallRecord[];
  /** The wall clock by `seq`; never goes back. */
  readonly clock: readonly number[];
}

interface AllocationBody {
  readonly id: string;
  readonly ip: string;
  readonly expires_at: string | null;
}

/** Writes down what clients do while they do it. */
export class AllocationRecorder implements AllocationHistory {
  readonly records: CallRecord[] = [];
  readonly clock: number[] = [];

  /** Makes a call and remembers it. */
  async record(subject: Subject, call: () => Promise<Answer>): Promise<{ readonly outcome: Outcome; readonly result: unknown }> {
    const begin = this.#moment();
    const answer = await call();
    const outcome = outcomeOf(subject, answer);
    this.records.push({ subject, begin, end: this.#moment(), outcome });
    return { outcome, result: answer.status === "ok" ? answer.result : undefined };
  }

  #moment(): Moment {
    const seq = this.clock.length;
    const at = Math.max(Date.now(), this.clock.at(-1) ?? 0);
    this.clock.push(at);
    return { seq, at };
  }
}

function outcomeOf(subject: Subject, answer: Answer): Outcome {
  if (answer.status === "gone") return { is: "unknown", unavailable: false };
  // This may be said after the commit was sent.
  if (answer.status === "refused" && answer.code === "UNAVAILABLE") return { is: "unknown", unavailable: true };
  if (answer.status === "refused") return { is: "refused", code: answer.code, message: answer.message };
  if (subject.kind !== "allocate") return { is: "ok", given: [] };
  const { allocations } = answer.result as { readonly allocations: readonly AllocationBody[] };
  const given = allocations.map(({ id, ip, expires_at: expires }): Given => ({
    id,
    ip,
    expiresAt: expires === null ? null : Date.parse(expires),
  }));
  return { is: "ok", given };
}
