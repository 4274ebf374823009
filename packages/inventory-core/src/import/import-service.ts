import { nextTurn } from "../background/work-meter.ts";
import { isEngineError } from "../contract/errors/error.ts";
import type { Ids } from "../contract/new-id.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { JsonList } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { fieldPath } from "../contract/errors/validation.ts";
import type { NumberedRow } from "./plan/candidate.ts";
import type { ImportApplier } from "./apply/import-applier.ts";
import type { ImportReport, PlanLine } from "./plan/import-plan.ts";
import { ImportProblem, ImportRow, importTypes } from "./import-row.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import { countLine, HEADER, noCounts, PlanDigest } from "./plan/plan-file.ts";
import { batchesOf, Planner, typeProblem } from "./plan/planner.ts";

export const IMPORTS = serviceToken<ImportService>("imports");

/** How a plan is applied. */
export interface ApplyOptions {
  /** `whole`: in one transaction, everything or nothing. `per_row`: row by row, leaving out what is refused. */
  readonly mode: "whole" | "per_row";
}

/** Brings what others keep into the inventory: first as a plan, which writes nothing, and then by applying it. */
export class ImportService {
  readonly #storage: OpenStorage;
  readonly #ids: Ids;
  readonly #applier: ImportApplier;
  readonly #kinds: RecordKinds;

  constructor(storage: OpenStorage, ids: Ids, kinds: RecordKinds, applier: ImportApplier) {
    this.#kinds = kinds;
    this.#storage = storage;
    this.#ids = ids;
    this.#applier = applier;
  }

  /** What would become of rows, as they come; everything that speaks against any of them is told. */
  plan(items: AsyncIterable<unknown>, call: CallContext): JsonList<PlanLine> {
    return new JsonList(this.#texts(items, call));
  }

  /**
   * Applies a plan as it was made.
   * @throws PLAN_STALE, PLAN_DAMAGED, PLAN_TOO_LARGE, PLAN_FAULTY (whole), FORBIDDEN, UNAVAILABLE
   */
  async apply(lines: AsyncIterable<unknown>, options: ApplyOptions, call: CallContext): Promise<ImportReport> {
    return await this.#applier.apply(lines, options.mode, call);
  }

  async *#texts(items: AsyncIterable<unknown>, call: CallContext): AsyncGenerator<readonly string[]> {
    const digest = new PlanDigest();
    const counts = noCounts();
    const texts = (lines: readonly PlanLine[]): string[] =>
      lines.map((line) => {
        countLine(counts, line);
        const text = JSON.stringify(line);
        digest.add(text);
        return text;
      });
    yield texts([HEADER]);
    const planner = new Planner(call.principal, this.#ids, this.#kinds);
    const types = new Set(importTypes(this.#kinds.all).names);
    for await (const batch of batchesOf(readItems(items, types), (item) => ("row" in item ? item.row : undefined))) {
      call.signal?.throwIfAborted();
      const problems = batch.flatMap((item): PlanLine[] => ("row" in item ? [] : [item]));
      yield texts(problems.length > 0 ? problems : await planner.plan(this.#storage.read, batch as readonly NumberedRow[]));
      await nextTurn();
    }
    yield [JSON.stringify({ kind: "end", counts, digest: digest.end() } satisfies PlanLine)];
  }
}

type Problem = PlanLine & { readonly kind: "problem" };

/**
 * Items as rows and problems; one that is neither becomes a problem, and so does it when nothing can be read any more: what
 * was planned so far has been told by then.
 * @throws what the source throws before its first item
 */
async function* readItems(items: AsyncIterable<unknown>, types: ReadonlySet<string>): AsyncGenerator<NumberedRow | Problem> {
  let index = 0;
  try {
    for await (const item of items) {
      index += 1;
      yield readItem(item, index, types);
    }
  } catch (error) {
    if (index === 0 || !isEngineError(error) || error.code !== "INVALID_INPUT") throw error;
    yield {
      kind: "problem",
      at: { path: `after row ${index}` },
      severity: "error",
      message: `${error.message}; nothing after it was read`,
    };
  }
}

function readItem(item: unknown, index: number, types: ReadonlySet<string>): NumberedRow | Problem {
  const isProblem = typeof item === "object" && item !== null && "severity" in item;
  const parsed = isProblem ? ImportProblem.safeParse(item) : ImportRow.safeParse(item);
  if (parsed.success) {
    if (isProblem) return { kind: "problem", ...(parsed.data as ImportProblem) };
    const row = parsed.data as ImportRow;
    if (types.has(row.type)) return { index, row };
    return { kind: "problem", at: placeIn(item, index), field: "type", severity: "error", message: typeProblem([...types]) };
  }
  const [issue] = parsed.error.issues;
  return {
    kind: "problem",
    at: placeIn(item, index),
    field: fieldPath(issue?.path ?? []),
    severity: "error",
    message: issue?.message ?? "invalid row",
  };
}

function placeIn(item: unknown, index: number): ImportRow["at"] {
  const at = ImportRow.shape.at.safeParse(typeof item === "object" && item !== null && "at" in item ? item.at : undefined);
  return at.success && Object.keys(at.data).length > 0 ? at.data : { path: `row ${index}` };
}
