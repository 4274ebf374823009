import type { Clock } from "../contract/clock.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { planErrors } from "../contract/errors/plan-errors.ts";
import { type Draft, invalidField } from "../contract/errors/validation.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { JsonList, type JsonPieces, type JsonText } from "../contract/operations/result.ts";
import type { PlanMaker } from "../contract/plan-maker.ts";
import type { Host } from "../contract/plugin.ts";
import { serviceToken } from "../contract/service-token.ts";
import { holds } from "../contract/access/principal.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { insertRow } from "../storage/table.ts";
import { Where } from "../storage/where.ts";
import { compareEffects } from "./effects/compare-effects.ts";
import { type Effects, TooManyRecords } from "./effects/effects.ts";
import { bytesOf, type EffectPart, IN_PARTS, partsOf, readEffects, storeParts } from "./effects/stored-effects.ts";
import type {
  Plan,
  PlanApplication,
  PlanCreate,
  PlanEffectPage,
  PlanEffectQuery,
  PlanEffects,
  PlanFilter,
  PlannedStep,
  PlanQuery,
  PlanReading,
  PlanRejection,
  PlanSummary,
} from "./plan.ts";
import { type PlanRow, planTable } from "./plan.entity.ts";
import { planApplied, planCreated, planRejected } from "./plan.events.ts";
import { PlanReaders } from "./plan-readers.ts";
import { checkDigest, checkReviewer, type PlanReview } from "./plan-review.ts";
import { briefText, effectPageOf, onePage, planPieces, storedPieces } from "./plan-answers.ts";
import { refuseTooManyOpen } from "./plan-limits.ts";
import { BUSY_RECORDS, idleSentence, isFinal, isInvalid, sentenceOf, staleBy } from "./plan-problems.ts";
import {
  auditPlan,
  basisOf,
  closePlan,
  lockPlan,
  mustBeOpen,
  personOf,
  planRow,
  stepsOf,
  summaries,
  SUMMARY_COLUMNS,
  summaryOf,
  updatePlan,
} from "./plan-rows.ts";
import type { SummaryRow } from "./plan-rows.ts";
import { type Rehearsal, type Steps, StepPerformer, TouchesMore } from "./rehearsal.ts";
import { Staleness } from "./staleness.ts";
import { kindsOf, StepRefused } from "./steps/run-steps.ts";
import type { StepKinds } from "./steps/step-kinds.ts";

export const PLANS = serviceToken<PlanService>("plans");

type Offer = Pick<Host, "operations" | "documents" | "permissions" | "get">;

/** What a plan maker says of its plan. */
interface PlanOrigin {
  /** Id of the change that it takes back; none unless given. */
  readonly undoes?: string | null;
  /** Why there is no plan where its steps would change nothing, as a sentence; it is kept all the same unless given. */
  readonly idle?: string;
  /** Is called within the change that keeps it: what it throws keeps it from being kept. */
  readonly check?: (change: Change) => Promise<void>;
}

/** How often a plan is begun that touches further records each time. */
const MAX_ATTEMPTS = 4;

/** Changes that are looked at before they are made. */
export class PlanService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #kinds: StepKinds;
  readonly #review: PlanReview;
  readonly #openLimit: number;
  readonly #performer: StepPerformer;
  readonly #readers = new PlanReaders();
  readonly #staleness: Staleness;

  constructor(
    storage: OpenStorage,
    writes: WritePath,
    kinds: StepKinds,
    clock: Clock,
    { review, openLimit, timeoutMs }: { readonly review: PlanReview; readonly openLimit: number; readonly timeoutMs: number },
  ) {
    this.#openLimit = openLimit;
    this.#storage = storage;
    this.#staleness = new Staleness(storage, clock);
    this.#writes = writes;
    this.#kinds = kinds;
    this.#review = review;
    this.#performer = new StepPerformer(writes, clock, timeoutMs);
  }

  /** Takes what a host declares; called once, when it starts. */
  start(host: Offer): void {
    this.#kinds.start(host.operations, (token) => host.get(token));
    this.#performer.start(host.documents);
    const kinds = host.get(RECORD_KINDS);
    this.#readers.start(host.permissions, (type) => kinds.thingOf(type));
  }

  /** Plans without their steps and effects, newest first. */
  list(filter: PlanFilter, signal?: AbortSignal): JsonList<PlanSummary> {
    const where = new Where();
    if (filter.status === "expired") where.add("expired_at is not null");
    else if (filter.status !== undefined) where.add("status = ? and expired_at is null", filter.status);
    if (filter.undoes !== undefined) where.add("undoes = ?", filter.undoes);
    const sql = `select ${SUMMARY_COLUMNS} from plan${where.sql} order by created_at desc, id desc`;
    return new JsonList(summaries(this.#storage.pages<SummaryRow>(sql, where.params, signal)));
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    if ((await this.#storage.read.get("select 1 as one from plan where id = ?", [id])) === undefined)
      throw coreErrors.NOT_FOUND({ what: "plan" });
  }

  /** Rehearses steps and keeps them. @throws VALIDATION_ERROR at what cannot be done, FORBIDDEN */
  async create(draft: Draft<PlanCreate>, call: CallContext): Promise<JsonPieces<Plan>> {
    return (await this.#keep(draft.valid(), call, false)).plan;
  }

  /**
   * {@link create} for plan makers of the core, whose steps may be internal.
   * @throws what its check throws, CONFLICT where its steps would change nothing and it says why that is no plan
   */
  async make(given: PlanCreate, call: CallContext, origin: PlanOrigin = {}): Promise<JsonPieces<Plan>> {
    return (await this.#keep(given, call, true, origin)).plan;
  }

  /** {@link make} for plugins. @param check called in the transaction that stores the plan @returns the id of the plan */
  async propose(given: PlanCreate, call: CallContext, check?: PlanOrigin["check"]): Promise<string> {
    return (await this.#keep(given, call, true, { ...(check !== undefined && { check }) })).id;
  }

  /** @throws FORBIDDEN for a caller who may not read records of some types */
  mayReadTypes({ principal }: CallContext, types: readonly string[]): void {
    this.#readers.mayRead(principal, types);
  }

  /** @throws NOT_FOUND, FORBIDDEN for a caller who may not read what it touches */
  async get(id: string, call: CallContext): Promise<JsonPieces<Plan>> {
    const { row, stale } = await this.#read(id, call);
    return storedPieces(this.#storage, row, stale, call);
  }

  /** {@link get} without the effects if the query says so. */
  async reading(id: string, { effects = true }: PlanQuery, call: CallContext): Promise<JsonPieces<PlanReading> | JsonText<PlanReading>> {
    const { row, stale } = await this.#read(id, call);
    return effects ? storedPieces(this.#storage, row, stale, call) : briefText(row, stale);
  }

  async #read(id: string, call: CallContext): Promise<{ readonly row: PlanRow; readonly stale: boolean | null }> {
    const row = await planRow(this.#storage.read, id);
    this.#mayRead(row, call);
    const stale = row.status === "open" ? await this.#staleness.of(id, basisOf(row), async () => await this.#isStale(row, call)) : false;
    return { row, stale };
  }

  /** A page of the effects of a plan. @throws NOT_FOUND, FORBIDDEN as {@link get}, VALIDATION_ERROR for a wrong `after` */
  async effects(id: string, query: PlanEffectQuery, call: CallContext): Promise<PlanEffectPage> {
    const row = await planRow(this.#storage.read, id);
    this.#mayRead(row, call);
    return await effectPageOf(this.#storage, row, query, call);
  }

  /** Rehearses an open plan again. @throws NOT_FOUND, CONFLICT, PLAN_STALE when a step cannot be done now, FORBIDDEN */
  async refresh(id: string, call: CallContext): Promise<JsonPieces<Plan>> {
    const seen = mustBeOpen(await planRow(this.#storage.read, id));
    const rehearsed = await this.#again(seen, call).catch((error: unknown) => {
      if (isFinal(error)) return sentenceOf(error);
      throw staleBy(error);
    });
    const parts = typeof rehearsed === "string" ? [] : await partsOf(rehearsed.effects);
    const row = await this.#writes.run(call, async (change) => {
      const before = mustBeOpen(await lockPlan(change, id));
      if (typeof rehearsed === "string") return await fail(change, before, rehearsed);
      const { user_id: refreshed_by_id, username: refreshed_by } = personOf(call.principal);
      const changed = { ...columnsOf(rehearsed, parts, before.steps), refreshed_by_id, refreshed_by, refreshed_at: change.now };
      await refuseTooManyOpen(change, before.created_by_id, this.#openLimit, { of: before, bytes: changed.bytes });
      await updatePlan(change, id, changed);
      await storeParts(change, id, parts);
      const after: PlanRow = { ...before, ...changed };
      auditPlan(change, "refresh", after, before);
      return after;
    });
    return row.status === "open" ? planPieces(row, false, onePage(parts)) : storedPieces(this.#storage, row, false, call);
  }

  /** Closes an open plan without doing anything of it. @throws NOT_FOUND, CONFLICT, FORBIDDEN */
  async reject(id: string, draft: Draft<PlanRejection>, call: CallContext): Promise<JsonPieces<Plan>> {
    const { note } = draft.valid();
    const row = await this.#writes.run(call, async (change) => {
      const before = await lockPlan(change, id);
      this.#mayRead(before, call);
      mustBeOpen(before);
      const after = await closePlan(change, before, { status: "rejected", note, by: personOf(call.principal) });
      auditPlan(change, "reject", after, before);
      change.emit(planRejected, id, summaryOf(after));
      return after;
    });
    return storedPieces(this.#storage, row, false, call);
  }

  /**
   * Deletes a plan with its effects. Its author may do so with `plan:create`.
   * @throws NOT_FOUND, FORBIDDEN
   */
  async delete(id: string, call: CallContext): Promise<void> {
    const { principal } = call;
    const mayDeleteAll = holds(principal, "plan:delete");
    await this.#writes.run(call, async (change) => {
      const row = await lockPlan(change, id);
      if (!mayDeleteAll && row.created_by_id !== principal.userId) throw coreErrors.FORBIDDEN({ permission: "plan:delete" });
      await change.run("delete from plan where id = ?", [id]);
      auditPlan(change, "delete", undefined, row);
    });
  }

  /**
   * Does what an open plan shows, exactly, or nothing.
   * @param draft may have the digest of what the caller looked at; so may If-Match
   * @throws NOT_FOUND, FORBIDDEN, CONFLICT when it is closed or failed, PRECONDITION_REQUIRED, PRECONDITION_FAILED, PLAN_STALE
   */
  async apply(id: string, draft: Draft<PlanApplication>, call: CallContext): Promise<JsonPieces<Plan>> {
    const { digest } = draft.valid();
    const known = new Map<string, Set<string>>();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#apply(id, digest, call, known);
      } catch (error) {
        if (!(error instanceof TouchesMore)) throw error;
        if (attempt === MAX_ATTEMPTS) throw planErrors.PLAN_STALE(BUSY_RECORDS);
        for (const [table, ids] of error.touched) known.set(table, new Set([...(known.get(table) ?? []), ...ids]));
      }
    }
  }

  /** @param more records that it touches, beyond those that it touched when it was rehearsed */
  async #apply(
    id: string,
    digest: string | undefined,
    call: CallContext,
    more: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<JsonPieces<Plan>> {
    const row = await this.#writes.observe(call, async (change) => {
      const before = await lockPlan(change, id);
      this.#mayRead(before, call);
      checkReviewer(before, call, this.#review);
      let steps: Steps | undefined;
      let problem: unknown;
      try {
        steps = this.#stepsOf(before);
        this.#kinds.mayApply(call.principal, steps.kinds);
      } catch (error) {
        if (steps !== undefined) throw error;
        problem = error;
      }
      mustBeOpen(before);
      checkDigest(before, digest, call, this.#review);
      if (steps === undefined) return await fail(change, before, sentenceOf(problem));
      const basis = basisOf(before);
      const known = new Map(basis.touched.map(([table, ids]) => [table, new Set([...ids, ...(more.get(table) ?? [])])]));
      for (const [table, ids] of more) if (!known.has(table)) known.set(table, new Set(ids));
      const effects = await this.#performer.perform(change, call, steps, { ids: basis.ids, known }).catch((error: unknown) => {
        throw staleBy(error);
      });
      const shownEffects = async (): Promise<PlanEffects> => await readEffects(change, before);
      const { expired, difference } = await compareEffects(effects, shownEffects, basis.digest, {
        now: change.now,
        timesOf: this.#performer.timesOf,
      });
      if (difference !== undefined) throw planErrors.PLAN_STALE({ where: "effects", reason: difference });
      const shown = expired.length === 0 ? before : await this.#showApplied(change, before, effects, expired);
      const after = await closePlan(change, shown, { status: "applied", by: personOf(call.principal), changeId: change.id });
      auditPlan(change, "apply", after, before);
      change.emit(planApplied, id, summaryOf(after));
      return after;
    });
    // What it failed of is kept, so that it is told of only now.
    if (row.status === "failed") throw coreErrors.CONFLICT({ reason: `the plan has failed for good: ${row.note}` });
    return storedPieces(this.#storage, row, false, call);
  }

  async #keep(
    { title, description, steps }: PlanCreate,
    call: CallContext,
    mayBeInternal: boolean,
    { undoes = null, idle, check }: PlanOrigin = {},
  ): Promise<{ readonly id: string; readonly plan: JsonPieces<Plan> }> {
    const kinds = kindsOf(steps, this.#kinds, mayBeInternal);
    this.#readers.mayPlan(call.principal, kinds);
    const { user_id: createdById, username } = personOf(call.principal);
    if (call.dryRun !== true) await refuseTooManyOpen(this.#storage.read, createdById, this.#openLimit);
    const rehearsal = await this.#rehearse({ steps, kinds }, call, []).catch((error: unknown) => {
      // A plan maker's steps are its own: what speaks against one is told as what speaks against the plan.
      if (error instanceof StepRefused && mayBeInternal) throw error.cause;
      if (error instanceof StepRefused) throw error.refusal;
      if (error instanceof TooManyRecords && mayBeInternal)
        throw coreErrors.CONFLICT({ reason: `${error.message}, which is more than a plan shows` });
      if (error instanceof TooManyRecords) throw invalidField("steps", `would change more than ${error.most} records: make several plans`);
      throw error;
    });
    this.#readers.mayRead(call.principal, rehearsal.effects.types);
    if (idle !== undefined && rehearsal.effects.types.length === 0)
      throw coreErrors.CONFLICT({ reason: idleSentence(idle, rehearsal.effects.warnings) });
    const parts = await partsOf(rehearsal.effects);
    const stepsText = JSON.stringify(steps);
    let row: PlanRow | undefined;
    const keep = async (change: Change): Promise<{ readonly id: string }> => {
      await check?.(change);
      const columns = columnsOf(rehearsal, parts, stepsText);
      if (call.dryRun !== true) await refuseTooManyOpen(change, createdById, this.#openLimit, { bytes: columns.bytes });
      row = {
        id: change.newId(),
        title,
        description,
        status: "open",
        steps: stepsText,
        step_count: steps.length,
        ...columns,
        created_by_id: createdById,
        created_by: username,
        created_at: change.now,
        refreshed_by_id: null,
        refreshed_by: null,
        refreshed_at: null,
        closed_by_id: null,
        closed_by: null,
        closed_at: null,
        expired_at: null,
        note: "",
        change_id: null,
        undoes,
      };
      await insertRow(change, planTable, row);
      await storeParts(change, row.id, parts);
      auditPlan(change, "create", row);
      change.emit(planCreated, row.id, summaryOf(row));
      return { id: row.id };
    };
    const { id } = call.dryRun === true ? await this.#writes.rehearse(call, keep) : await this.#writes.run(call, keep);
    // The same call with the same key made it before.
    if (row === undefined) return { id, plan: await this.get(id, call) };
    return { id, plan: planPieces(row, false, onePage(parts)) };
  }

  /** Stores the effects of a plan whose shown records partly expired. @returns its row */
  async #showApplied(change: Change, row: PlanRow, effects: Effects, expired: readonly string[]): Promise<PlanRow> {
    await storeParts(change, row.id, await partsOf({ ...effects, warnings: [...effects.warnings, ...expired] }));
    const changed = { effects: IN_PARTS, effect_groups: JSON.stringify(effects.groups), record_count: effects.records.length };
    await updatePlan(change, row.id, changed);
    return { ...row, ...changed };
  }

  async #rehearse(steps: Steps, call: CallContext, ids: readonly string[]): Promise<Rehearsal> {
    const { principal, signal, source, budget, timeoutMs, stepIfMatch } = call;
    const horizon = String(await this.#storage.eventHorizon());
    const own: CallContext = { principal: this.#readers.asApplier(principal), signal, source, budget, timeoutMs, stepIfMatch };
    return await this.#performer.rehearse(own, steps, ids, horizon);
  }

  /** @throws StepRefused, TooManyRecords, VALIDATION_ERROR for steps that are no longer valid */
  async #again(row: PlanRow, call: CallContext): Promise<Rehearsal> {
    const steps = this.#stepsOf(row);
    this.#readers.mayPlan(call.principal, steps.kinds);
    const rehearsal = await this.#rehearse(steps, call, basisOf(row).ids);
    this.#readers.mayRead(call.principal, rehearsal.effects.types);
    return rehearsal;
  }

  async #isStale(row: PlanRow, call: CallContext): Promise<boolean> {
    try {
      const { effects, at } = await this.#rehearse(this.#stepsOf(row), call, basisOf(row).ids);
      return (
        effects.digest !== basisOf(row).digest &&
        (
          await compareEffects(effects, async () => await readEffects(this.#storage.read, row), basisOf(row).digest, {
            now: at,
            timesOf: this.#performer.timesOf,
          })
        ).difference !== undefined
      );
    } catch (error) {
      if (error instanceof StepRefused || error instanceof TooManyRecords || isInvalid(error)) return true;
      throw error;
    }
  }

  #stepsOf(row: PlanRow): Steps {
    const steps: readonly PlannedStep[] = stepsOf(row);
    return { steps, kinds: kindsOf(steps, this.#kinds, true) };
  }

  /** @throws FORBIDDEN */
  #mayRead(row: PlanRow, { principal }: CallContext): void {
    this.#readers.mayRead(principal, basisOf(row).types);
  }
}

/** Returns the interface by which plugins propose plans. */
export function planMakerOf(plans: PlanService): PlanMaker {
  return {
    make: async ({ title, description, steps }, call, check) => await plans.propose({ title, description, steps: [...steps] }, call, check),
  };
}

function columnsOf(
  { effects, basis }: Rehearsal,
  parts: readonly EffectPart[],
  steps: string,
): Pick<PlanRow, "basis" | "bytes" | "effect_groups" | "effects" | "record_count"> {
  const text = JSON.stringify(basis);
  return {
    effects: IN_PARTS,
    effect_groups: JSON.stringify(effects.groups),
    record_count: effects.records.length,
    basis: text,
    bytes: bytesOf(parts) + text.length + steps.length,
  };
}

async function fail(change: Change, before: PlanRow, note: string): Promise<PlanRow> {
  const after = await closePlan(change, before, { status: "failed", note, by: null });
  auditPlan(change, "fail", after, before);
  return after;
}
