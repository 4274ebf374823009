import type { Clock } from "../contract/clock.ts";
import { performance } from "../contract/real-timers.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { RecordTimes, StoredDocuments } from "../contract/storage/storage.ts";
import type { Change, ObservedChange, WritePath } from "../contract/storage/write-path.ts";
import { type Effects, effectsOf, type Fields, restoredRecords } from "./effects/effects.ts";
import type { PlannedStep } from "./plan.ts";
import { type PlanPosition, readPosition } from "./plan-position.ts";
import { planWarnings } from "../contract/storage/plan-warnings.ts";
import { type Images, imagesOf, type Touched } from "./effects/record-images.ts";
import { runSteps } from "./steps/run-steps.ts";
import type { StepKind } from "./steps/step-kinds.ts";
import { allowExchanges } from "../records/functions/exchanges.ts";

/** Most records that a plan shows, unless a step of it says otherwise. */
export const MAX_RECORDS = 10_000;

/** Maximum number of records that the effects of these steps may have. */
export const mostRecords = (kinds: readonly StepKind[]): number =>
  kinds.reduce((highest, { maxRecords = 0 }) => Math.max(highest, maxRecords), MAX_RECORDS);

/** What applying a plan is compared with, and done with. */
export interface PlanBasis {
  /** Digest of its effects. */
  readonly digest: string;
  /** Ids that its steps give to records, in their order. */
  readonly ids: readonly string[];
  /** Records that it touches, by table. */
  readonly touched: readonly (readonly [table: string, ids: readonly string[]])[];
  /** What kinds of record its effects show. */
  readonly types: readonly string[];
  /** State of the inventory at the rehearsal; missing in plans of earlier versions. */
  readonly position?: PlanPosition;
  /** Milliseconds that the rehearsal held locks; missing in plans of earlier versions. */
  readonly heldMs?: number;
}

/** What steps would do. */
export interface Rehearsal {
  readonly effects: Effects;
  readonly basis: PlanBasis;
  /** Time at which the steps were done. */
  readonly at: string;
}

/** Steps with what they are. */
export interface Steps {
  readonly steps: readonly PlannedStep[];
  readonly kinds: readonly StepKind[];
}

/**
 * Keeps off whoever could make a plan stale while its steps are done: writers of devices, networks, pools and relationships. In the order
 * in which others take these locks.
 */
export async function holdOff(change: Change): Promise<void> {
  await change.lock({ on: "name", name: "relationships" }, { on: "topology", mode: "exclusive" });
}

const basisOf = (
  { digest, types }: Effects,
  { drawn, touched }: ObservedChange,
  { position, heldMs }: Required<Pick<PlanBasis, "heldMs" | "position">>,
): PlanBasis => ({
  position,
  heldMs,
  digest,
  types,
  ids: [...drawn],
  touched: [...touched].map(([table, ids]) => [table, [...ids]] as const),
});

/** What is known of steps that were rehearsed before. */
export interface Known {
  readonly ids: readonly string[];
  /** Records that they touch, by table. */
  readonly known: Touched;
}

/** Steps touch records of which nobody read what they were: done again with these, they are told of. Nothing may be committed. */
export class TouchesMore extends Error {
  readonly touched: Touched;

  /** @param touched the records, by table */
  constructor(touched: Touched) {
    super("the steps touch further records");
    this.touched = touched;
  }
}

/** What a change touches beyond what is known; what it makes itself was nothing before. */
function moreThan({ touched, drawn }: ObservedChange, known: Touched): Touched {
  const own = new Set(drawn);
  const more = new Map<string, Set<string>>();
  for (const [table, ids] of touched) {
    const found = [...ids].filter((id) => known.get(table)?.has(id) !== true && !own.has(id));
    if (found.length > 0) more.set(table, new Set(found));
  }
  return more;
}

/** Does the steps of plans, and tells what they did. */
export class StepPerformer {
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  #documents: ReadonlyMap<string, StoredDocuments> = new Map();

  /** @param timeoutMs longest time in milliseconds that a rehearsal takes, unless its call says another */
  constructor(writes: WritePath, clock: Clock, timeoutMs: number) {
    this.#writes = writes;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /** Fields of the records of a type that follow from the time of a change. */
  readonly timesOf = (type: string): RecordTimes | undefined => this.#documents.get(type)?.times;

  /** Takes the documents that a host stores; called once, when it starts. */
  start(documents: readonly StoredDocuments[]): void {
    this.#documents = new Map(documents.map((one) => [one.table, one]));
  }

  /**
   * Does steps, and takes all of it back.
   * @param ids that the steps gave to records when they were rehearsed before
   * @param horizon of events, read before
   * @throws StepRefused, TooManyRecords, UNAVAILABLE, TOO_MUCH_WORK
   */
  async rehearse(call: CallContext, steps: Steps, ids: readonly string[], horizon: string): Promise<Rehearsal> {
    const timeoutMs = await this.#countRecords(call, steps);
    return await this.#writes.rehearse({ ...call, timeoutMs }, async (change) => {
      await holdOff(change);
      const position = await readPosition(change, change.now, horizon);
      const began = performance.now();
      change.redraw(ids);
      await change.exec("savepoint steps_of_plan");
      const after = await this.#perform(change, steps, call);
      await change.exec("rollback to savepoint steps_of_plan");
      const before = await imagesOf(change, this.#documents, change.touched);
      const effects = await this.#effects(change, steps, before, after);
      const heldMs = Math.round(performance.now() - began);
      return { effects, basis: basisOf(effects, change, { position, heldMs }), at: change.now };
    });
  }

  /**
   * Does steps on a change, whose transaction is the caller's to commit.
   * @param known records of which it is read what they were: those that the steps touch
   * @throws TouchesMore when they touch others, as {@link rehearse} besides
   */
  async perform(change: ObservedChange, call: CallContext, steps: Steps, { ids, known }: Known): Promise<Effects> {
    await holdOff(change);
    change.redraw(ids);
    const before = await imagesOf(change, this.#documents, known);
    const after = await this.#perform(change, steps, call);
    const more = moreThan(change, known);
    if (more.size > 0) throw new TouchesMore(more);
    return await this.#effects(change, steps, before, after);
  }

  /**
   * Counts the records of all steps without a lock: steps may change the same records repeatedly, and may search long for none.
   * @returns the rest of the time of the call in milliseconds; undefined where it has no limit
   * @throws TOO_MUCH_WORK
   */
  async #countRecords({ principal, signal, timeoutMs }: CallContext, { steps, kinds }: Steps): Promise<number | undefined> {
    const most = 2 * mostRecords(kinds);
    const timeMs = timeoutMs ?? (principal.kind === "system" ? Infinity : this.#timeoutMs);
    const endsAt = this.#clock.now() + timeMs;
    let records = 0;
    for (const [index, step] of steps.entries()) {
      signal?.throwIfAborted();
      records += await (kinds[index] as StepKind).count(step);
      if (records > most) throw coreErrors.TOO_MUCH_WORK({ reason: `the steps match more than ${most} records in total`, records: most });
      if (this.#clock.now() <= endsAt) continue;
      const seconds = Math.round(timeMs / 1000);
      throw coreErrors.TOO_MUCH_WORK({ reason: `finding the records of the steps took longer than ${seconds} s`, seconds });
    }
    return timeMs === Infinity ? undefined : endsAt - this.#clock.now();
  }

  async #perform(change: ObservedChange, { steps, kinds }: Steps, call: CallContext): Promise<Images> {
    allowExchanges(change);
    await runSteps(change, steps, kinds, call);
    await change.settle();
    return await imagesOf(change, this.#documents, change.touched);
  }

  async #effects(change: ObservedChange, { kinds }: Steps, before: Images, after: Images): Promise<Effects> {
    const { touched, events, now } = change;
    const [warnings, restored] = [planWarnings.seen(change) ?? [], restoredRecords.of(change)];
    const privateTo = (type: string, record: Fields): string | null | undefined => this.#documents.get(type)?.privateTo?.(record);
    const of = { before, after, touched, events, now, warnings, restored, privateTo, timesOf: this.timesOf };
    return await effectsOf(of, mostRecords(kinds));
  }
}
