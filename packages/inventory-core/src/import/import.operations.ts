import { z } from "zod";
import { defineOperation, defineOperations, list, record } from "../contract/operations/operation.ts";
import { IMPORTS } from "./import-service.ts";
import { ImportReport, PlanLine } from "./plan/import-plan.ts";
import { IMPORT_TYPES, ImportProblem, ImportRow } from "./import-row.ts";

/** Largest body of rows, or of a plan. */
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

const MODES = ["whole", "per_row"] as const;

const ApplyQuery = z.object({
  mode: z
    .enum(MODES, { error: `must be one of ${MODES.join(", ")}` })
    .default("whole")
    .meta({ description: "whole, unless given: everything or nothing; per_row: what can be applied is, and the rest is told" }),
});

export const importOperations = defineOperations("import", {
  /** What an import would do: nothing is written. Rows come in the order of {@link IMPORT_TYPES}. */
  plan: defineOperation({
    summary: "Plan an import",
    description:
      "Tells of each row whether it would create or change a record, leave one as it is, or cannot be imported, with everything that " +
      "speaks against it. A row whose plan would tell of records that the caller may not read is an error that names the permission. " +
      `Rows come in the order ${IMPORT_TYPES.map((type) => `${type}s`).join(", ")}. Writes nothing.`,
    service: IMPORTS,
    access: "import:apply",
    http: { method: "POST", path: "/api/import/plan", status: 200 },
    items: { item: z.union([ImportRow, ImportProblem]), form: { kind: "lines", limitBytes: BODY_LIMIT_BYTES } },
    output: list(PlanLine),
    run: async (imports, { items }, call) => imports.plan(items, call),
  }),
  /** Applies the lines of a plan, all of them and as they are. Fails with PLAN_STALE when the inventory has changed meanwhile. */
  apply: defineOperation({
    summary: "Apply the plan of an import",
    description:
      "Takes the lines of a plan as they were made. Refused when the inventory has changed meanwhile in what the plan relies on. " +
      "Needs the permission of every record that is written, too.",
    service: IMPORTS,
    access: "import:apply",
    http: { method: "POST", path: "/api/import/apply", status: 200 },
    query: ApplyQuery,
    items: { item: PlanLine, form: { kind: "lines", limitBytes: BODY_LIMIT_BYTES } },
    output: record(ImportReport),
    errors: ["PLAN_STALE", "PLAN_DAMAGED", "PLAN_FAULTY", "PLAN_TOO_LARGE", "ROW_REFUSED"],
    destructive: true,
    run: async (imports, { items, query }, call) => await imports.apply(items, query, call),
  }),
});
