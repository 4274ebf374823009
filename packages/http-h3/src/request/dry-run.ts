import { type AnyOperation, coreErrors } from "@cadastre/inventory-core";
import { type DryRun, dryRunTexts, isTurnOver, nextTurn, showsChanges, TURN_BYTES, weighedSlices } from "@cadastre/inventory-core/protocol";
import type { Answer } from "../answer/answer.ts";
import { heldPieces, textOrPieces } from "../streamed/held-pieces.ts";

/** Query parameter of calls that have a dry run: `true` stores nothing, and answers with what would change. */
export const DRY_RUN = "dry_run";

/** What a dry run is answered with. A type of its own tells it from the record that the same call answers otherwise. */
export const DRY_RUN_TYPE = "application/vnd.cadastre.dry-run+json";

type DryRunOperation = Pick<AnyOperation, "http" | "destructive" | "dryRun" | "items">;

/** Whether the dry run of a call answers with the changes. An import has its plan for that, and commits row by row. */
export const answersChanges = (operation: DryRunOperation): boolean => showsChanges(operation) && operation.items === undefined;

/** Whether a call has a dry run. */
export const hasDryRun = (operation: DryRunOperation): boolean => operation.dryRun !== undefined || answersChanges(operation);

const NO_DRY_RUN =
  "is supported only by undo, by calls that change or delete records, and by creations of declared kinds; nothing was done";

/** What a request says of a dry run. */
export interface DryRunRequest {
  /** Nothing is to be changed. Also true when what was given is wrong: then it is not known what was meant. */
  readonly wanted: boolean;
  /** @throws VALIDATION_ERROR when it cannot be done as it was asked for */
  check(): void;
}

const NONE: DryRunRequest = { wanted: false, check() {} };

/** Reads the parameter, which calls that only read do not have. @param search query string */
export function dryRunOf(operation: DryRunOperation, search: string): DryRunRequest {
  if (operation.http.method === "GET") return NONE;
  const given = new URLSearchParams(search).getAll(DRY_RUN);
  const [value] = given;
  if (value === undefined || (value === "false" && given.length === 1)) return NONE;
  const problem = value !== "true" || given.length > 1 ? "must be true or false" : hasDryRun(operation) ? undefined : NO_DRY_RUN;
  return {
    wanted: true,
    check: () => {
      if (problem !== undefined) throw coreErrors.VALIDATION_ERROR({ [DRY_RUN]: { field: DRY_RUN, message: problem } });
    },
  };
}

/**
 * Answers what would change.
 *
 * @param enter takes a slot for an answer that is streamed @throws what `enter` throws
 */
export async function dryRunAnswer(dryRun: DryRun, signal: AbortSignal, enter: () => () => void): Promise<Answer> {
  const text = await textOrPieces(inTurns(dryRunTexts(dryRun)));
  const body = typeof text === "string" ? text : await heldPieces(text.pieces, enter, signal, text.close);
  return { status: 200, headers: [["content-type", DRY_RUN_TYPE]], body };
}

/** Texts in pieces, with turns for others between these. */
async function* inTurns(texts: Iterable<string>): AsyncGenerator<string> {
  for await (const slice of weighedSlices(texts, { count: Infinity, weight: TURN_BYTES, weightOf: (text) => text.length })) {
    yield slice.join("");
    if (isTurnOver()) await nextTurn();
  }
}
