import { z } from "zod";
import { ImportProblem, ImportRow } from "../import-row.ts";
import type {
  ImportRowProblem,
  ImportCounts as ImportCountsRecord,
  ImportFailure as ImportFailureRecord,
  ImportPlanEnd,
  ImportPlanLine,
  ImportPlanStep,
  ImportReport as ImportReportRecord,
} from "../../contract/generated/api.ts";

/** The form of plans; another number is another form. */
export const PLAN_VERSION = "1";

/** What becomes of a row. */
export const IMPORT_ACTIONS = ["create", "update", "unchanged", "conflict", "error"] as const;

/** What becomes of a row of an import. */
export type ImportAction = (typeof IMPORT_ACTIONS)[number];

/** A field that changes. */
const FieldChange = z
  .object({
    field: z.string().meta({ description: "Name of the field" }),
    before: z.unknown().optional().meta({ description: "Its value; none where there is none" }),
    after: z.unknown().optional().meta({ description: "The value that it gets" }),
  })
  .meta({ id: "ImportFieldChange", description: "A field that an import changes" });

/** What is wrong with a row: the field, unless it is the row as a whole, and a sentence. */
const RowProblem = z
  .object({
    field: z.string().optional().meta({ description: "Name of the field; none where it is the row as a whole" }),
    message: z.string().meta({ description: "What is wrong, in a sentence" }),
  })
  .meta({ id: "ImportRowProblem", description: "What speaks against a row" });

/** First line of a plan. */
export const PlanHeader = z
  .object({
    kind: z.literal("plan").meta({ description: "Which line of a plan it is" }),
    version: z
      .literal(PLAN_VERSION, { error: "is a plan of another version of the program: plan the import again" })
      .meta({ description: "Form of the plan" }),
  })
  .meta({ id: "ImportPlanHeader", description: "First line of a plan" });

/** What becomes of one row. */
export const PlanStep = z
  .object({
    kind: z.literal("step").meta({ description: "Which line of a plan it is" }),
    action: z.enum(IMPORT_ACTIONS).meta({ description: "What becomes of the row" }),
    row: ImportRow,
    id: z.string().max(100).optional().meta({ description: "The record; of a new one, the id that it gets" }),
    links: z
      .record(z.string(), z.string().nullable())
      .optional()
      .meta({ description: "What the references of the row lead to: ids, by the field that takes them" }),
    changes: z
      .array(FieldChange)
      .optional()
      .meta({ description: "Of an update: each field that changes, with its value before and after" }),
    problems: z.array(RowProblem).optional().meta({ description: "Of a conflict or an error: everything that speaks against the row" }),
  })
  .meta({ id: "ImportPlanStep", description: "What becomes of one row" });

/** Something of the source that never became a row. */
export const PlanProblem = ImportProblem.extend({ kind: z.literal("problem").meta({ description: "Which line of a plan it is" }) }).meta({
  id: "ImportPlanProblem",
  description: "Something of the source that never became a row",
});

const count = z.int().min(0);

/** How many rows of a plan become what. */
export const ImportCounts = z
  .object({
    rows: count.meta({ description: "All rows" }),
    create: count.meta({ description: "Rows that make a record" }),
    update: count.meta({ description: "Rows that change a record" }),
    unchanged: count.meta({ description: "Rows whose records are as they say" }),
    conflict: count.meta({ description: "Rows that other rows or records speak against" }),
    error: count.meta({ description: "Rows that are wrong, and what of the source is no row" }),
    warning: count.meta({ description: "Things of the source that are left out" }),
  })
  .meta({ id: "ImportCounts", description: "How many rows become what; rows that the source could not give are among the errors" });

/** Last line of a plan. Without it, a plan is not whole. */
export const PlanEnd = z
  .object({
    kind: z.literal("end").meta({ description: "Which line of a plan it is" }),
    counts: ImportCounts,
    digest: z.string().meta({ description: "SHA-256 of the lines before it, in hexadecimal" }),
  })
  .meta({ id: "ImportPlanEnd", description: "Last line of a plan" });

/** One line of a plan. */
export const PlanLine = z.discriminatedUnion("kind", [PlanHeader, PlanStep, PlanProblem, PlanEnd]).meta({
  id: "ImportPlanLine",
  description: "A line of the plan of an import: plan, then step and problem in the order of the source, then end",
});

/** One row that was not applied. */
export const ImportFailure = z
  .object({
    at: ImportRow.shape.at,
    type: ImportRow.shape.type.optional().meta({ description: "What the row would have made or changed" }),
    field: z.string().optional().meta({ description: "Name of the field; none where it is the row as a whole" }),
    code: z.string().meta({ description: "Code of the error, such as VALIDATION_ERROR" }),
    message: z.string().meta({ description: "What is wrong, in a sentence" }),
  })
  .meta({ id: "ImportFailure", description: "A row of an import that was not applied, and why" });

/** What came of applying a plan. */
export const ImportReport = z
  .object({
    created: count.meta({ description: "Records that were made" }),
    updated: count.meta({ description: "Records that were changed" }),
    unchanged: count.meta({ description: "Records that were already as their rows say" }),
    failed: count.meta({ description: "Rows that were not applied; each is among the errors" }),
    errors: z.array(ImportFailure).meta({ description: "Rows that were not applied, in the order of the plan" }),
  })
  .meta({ id: "ImportReport", description: "What came of applying the plan of an import" });

export type PlanStep = ImportPlanStep;
export type PlanEnd = ImportPlanEnd;
export type PlanLine = ImportPlanLine;
export type ImportCounts = ImportCountsRecord;
export type ImportFailure = ImportFailureRecord;
export type ImportReport = ImportReportRecord;
export type RowProblem = ImportRowProblem;
