import { z } from "zod";
import { isEngineError } from "../errors/error.ts";
import type { FieldProblem } from "../errors/core-errors.ts";
import type { BulkError as BulkErrorRecord, BulkResult as BulkResultRecord } from "../generated/api.ts";

/** Most records of one bulk call. */
export const MAX_IN_BULK = 1000;

/** Why one of many records was not made. */
export const BulkError = z
  .object({
    index: z.int().min(0).meta({ description: "Place in the array that was sent, from 0" }),
    field: z.string().optional().meta({ description: "Path of the field that is wrong; none where it is the record as a whole" }),
    code: z.string().meta({ description: "Code of the error, such as VALIDATION_ERROR" }),
    message: z.string().meta({ description: "What is wrong, in a sentence" }),
  })
  .meta({ id: "BulkError", description: "Why one of many records was not made" });

/** What came of many records that were sent in one call. */
export const BulkResult = z
  .object({
    total: z.int().min(0).meta({ description: "Number of records that were sent" }),
    success: z.int().min(0).meta({ description: "Number of records that were made" }),
    failed: z.int().min(0).meta({ description: "Number of records that were not made" }),
    errors: z.array(BulkError).meta({ description: "Everything that is wrong with those that failed" }),
  })
  .meta({ id: "BulkResult", description: "What came of many records that were sent in one call" });

export type BulkError = BulkErrorRecord;
export type BulkResult = BulkResultRecord;

/**
 * What came of some of the records. Plain data, as it is kept under the request key of the call.
 * @param from index of the first of them
 * @param outcomes of each record in order: its error, or undefined. @throws an error that is no refusal
 */
export function bulkResultOf(from: number, outcomes: readonly unknown[]): BulkResult {
  const errors = outcomes.flatMap((error, index) => (error === undefined ? [] : errorsOf(from + index, error)));
  const failed = outcomes.filter((error) => error !== undefined).length;
  return { total: outcomes.length, success: outcomes.length - failed, failed, errors };
}

/** What came of all records, of which each part was done by itself. */
export function joinBulkResults(parts: readonly BulkResult[]): BulkResult {
  const sum = (count: "total" | "success" | "failed"): number => parts.reduce((total, part) => total + part[count], 0);
  return { total: sum("total"), success: sum("success"), failed: sum("failed"), errors: parts.flatMap(({ errors }) => errors) };
}

/** Creates records, each in a transaction of its own. */
export async function createOneByOne(bodies: readonly unknown[], create: (body: unknown) => Promise<unknown>): Promise<BulkResult> {
  const outcomes: unknown[] = [];
  for (const body of bodies) {
    try {
      await create(body);
      outcomes.push(undefined);
    } catch (error) {
      outcomes.push(error);
    }
  }
  return bulkResultOf(0, outcomes);
}

function errorsOf(index: number, error: unknown): BulkError[] {
  if (!isEngineError(error) || error.kind === "unavailable" || error.kind === "internal") throw error;
  const { code, message } = error;
  if (code !== "VALIDATION_ERROR") return [{ index, code, message }];
  return Object.values(error.details as Readonly<Record<string, FieldProblem>>).map(({ field, message: said }) => ({
    index,
    field,
    code,
    message: said,
  }));
}
