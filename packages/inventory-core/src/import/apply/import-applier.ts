import { weighedSlices } from "../../background/in-slices.ts";
import { allowExchanges } from "../../records/functions/exchanges.ts";
import type { RecordKinds } from "../../records/record-kinds.ts";
import { setImmediate } from "node:timers/promises";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { Ids } from "../../contract/new-id.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { holds } from "../../contract/access/principal.ts";
import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { importErrors } from "../import.errors.ts";
import { ENTRIES_TOGETHER, entriesOf } from "../import-row.ts";
import { emptyReport, failuresOf, refusalsOf, staleAt, whereOf } from "./import-failures.ts";
import type { ImportReport, PlanEnd, PlanStep } from "../plan/import-plan.ts";
import { KeptPlan } from "../plan/plan-file.ts";
import { batchesOf, Planner } from "../plan/planner.ts";
import { StillAsPlanned } from "./still-as-planned.ts";
import { type StepWriter, WRITTEN_TOGETHER, type WrittenStep } from "./write-steps.ts";

/** Largest plan, in bytes of its lines: it is kept while it is applied. */
const MAX_PLAN_BYTES = 512 * 1024 * 1024;

const isWritten = (step: PlanStep): step is WrittenStep => step.action === "create" || step.action === "update";

/**
 * Keeps off whoever could make a plan stale while it is written: other imports, and writers of devices, networks, pools and
 * relationships. In the order in which others take these locks.
 */
async function holdOff(change: Change): Promise<void> {
  await change.lock({ on: "name", name: "relationships" }, { on: "topology", mode: "exclusive" });
}

/** Applies plans. */
export class ImportApplier {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #ids: Ids;
  readonly #writer: StepWriter;
  readonly #kinds: RecordKinds;

  constructor(storage: OpenStorage, writes: WritePath, ids: Ids, kinds: RecordKinds, writer: StepWriter) {
    this.#kinds = kinds;
    this.#storage = storage;
    this.#writes = writes;
    this.#ids = ids;
    this.#writer = writer;
  }

  /** See {@link ImportService.apply}. */
  async apply(lines: AsyncIterable<unknown>, mode: "whole" | "per_row", call: CallContext): Promise<ImportReport> {
    const { plan, end } = await KeptPlan.read(lines, MAX_PLAN_BYTES);
    checkPermissions(plan, call, this.#kinds);
    return mode === "whole" ? await this.#applyWhole(plan, end, call) : await this.#applyRows(plan, call);
  }

  async #applyWhole(plan: KeptPlan, { counts }: PlanEnd, call: CallContext): Promise<ImportReport> {
    if (counts.error + counts.conflict > 0) throw importErrors.PLAN_FAULTY({ errors: counts.error, conflicts: counts.conflict });
    return await this.#writes.run(
      call,
      async (change) => {
        const report = emptyReport();
        await holdOff(change);
        allowExchanges(change);
        await refuseStale(change, plan, this.#planner(call));
        for await (const steps of slicesOf(plan, report)) {
          const outcomes = await this.#writer.write(change, steps);
          for (const [index, outcome] of outcomes.entries()) {
            const step = steps[index] as WrittenStep;
            if ("error" in outcome)
              throw importErrors.ROW_REFUSED(
                {
                  where: whereOf(step),
                  reason: failuresOf(step, outcome.error)
                    .map(({ message }) => message)
                    .join("; "),
                },
                { cause: outcome.error },
              );
            count(report, step);
          }
          await change.writeOut();
          call.signal?.throwIfAborted();
          await setImmediate();
        }
        auditImport(change, "whole", report);
        return report;
      },
      "import",
    );
  }

  async #applyRows(plan: KeptPlan, call: CallContext): Promise<ImportReport> {
    await refuseStale(this.#storage.read, plan, this.#planner(call));
    const report = emptyReport();
    for await (const steps of slicesOf(plan, report)) {
      call.signal?.throwIfAborted();
      const outcomes = await this.#writes.run(
        call,
        async (change) => {
          await holdOff(change);
          const { ready, outcomes: decided } = await new StillAsPlanned(call.principal, this.#kinds).check(change, steps);
          const written = await this.#writer.write(change, ready);
          const byStep = new Map(ready.map((step, index) => [step, written[index]]));
          return steps.map((step) => decided.get(step) ?? byStep.get(step));
        },
        "import",
      );
      for (const [index, outcome] of outcomes.entries()) {
        const step = steps[index] as WrittenStep;
        if (outcome === undefined) report.unchanged += 1;
        else if ("error" in outcome) fail(report, failuresOf(step, outcome.error));
        else count(report, step);
      }
      await setImmediate();
    }
    await this.#writes.run(call, async (change) => auditImport(change, "per_row", report));
    return report;
  }

  #planner({ principal, signal }: CallContext): Replanning {
    const given = new Map<number, string>();
    return { planner: new Planner(principal, this.#ids, this.#kinds, (index) => given.get(index)), given, signal };
  }
}

/** What planning the rows once more takes. */
interface Replanning {
  readonly planner: Planner;
  /** Ids that new records were given, by the number of the row. */
  readonly given: Map<number, string>;
  readonly signal: AbortSignal | undefined;
}

function count(report: ImportReport, { action }: WrittenStep): void {
  if (action === "create") report.created += 1;
  else report.updated += 1;
}

function fail(report: ImportReport, failures: readonly ImportReport["errors"][number][]): void {
  report.failed += 1;
  report.errors.push(...failures);
}

function auditImport(change: Change, mode: string, { errors: _, ...counts }: ImportReport): void {
  change.audit({ action: "import", resource: "import", resourceId: null, after: { mode, ...counts } });
}

/** Steps that are written, in batches of one type and action; the others are counted. */
const slicesOf = (plan: KeptPlan, report: ImportReport): AsyncGenerator<readonly WrittenStep[]> =>
  weighedSlices(writtenSteps(plan, report), {
    count: WRITTEN_TOGETHER,
    weight: ENTRIES_TOGETHER,
    weightOf: ({ row }) => entriesOf(row),
    goesWith: ({ row, action }, first) => row.type === first.row.type && action === first.action,
  });

async function* writtenSteps(plan: KeptPlan, report: ImportReport): AsyncGenerator<WrittenStep> {
  for await (const { line } of plan.lines()) {
    if (line.kind === "step" && isWritten(line)) {
      yield line;
      continue;
    }
    const refusals = refusalsOf(line);
    if (refusals.length > 0) fail(report, refusals);
    else if (line.kind === "step") report.unchanged += 1;
  }
}

/** @throws FORBIDDEN when the caller may not write what the plan writes */
function checkPermissions({ needs }: KeptPlan, { principal }: CallContext, kinds: RecordKinds): void {
  const missing = needs.map(({ type, action }) => `${kinds.thingOf(type)}:${action}`).find((permission) => !holds(principal, permission));
  if (missing !== undefined) throw coreErrors.FORBIDDEN({ permission: missing });
}

/** Plans the rows once more, and compares. @throws PLAN_STALE at the first row of which something else would become now */
async function refuseStale(queries: Queries, plan: KeptPlan, { given, planner, signal }: Replanning): Promise<void> {
  let index = 0;
  for await (const batch of batchesOf(stepsOf(plan), ({ step }) => step.row)) {
    signal?.throwIfAborted();
    const rows = batch.map(({ step }) => {
      index += 1;
      if (step.action === "create" && step.id !== undefined) given.set(index, step.id);
      return { index, row: step.row };
    });
    const now = await planner.plan(queries, rows);
    given.clear();
    for (const [at, { step, text }] of batch.entries()) {
      // What is not applied cannot do harm: it may have become right meanwhile.
      if (step.action !== "error" && step.action !== "conflict" && JSON.stringify(now[at]) !== text) throw staleAt(step);
    }
    await setImmediate();
  }
}

async function* stepsOf(plan: KeptPlan): AsyncGenerator<{ readonly step: PlanStep; readonly text: string }> {
  for await (const { line, text } of plan.lines()) if (line.kind === "step") yield { step: line, text };
}
