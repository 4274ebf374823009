import type { ImportPlanLine } from "@cadastre/client";
import { differingFields } from "../output/differences.ts";
import { cellText, type Row } from "../output/table.ts";

/** Columns of a plan as a table. */
export const PLAN_COLUMNS: readonly string[] = ["action", "type", "name", "at", "field", "detail"];

type Step = Extract<ImportPlanLine, { kind: "step" }>;

/** Where something stands in the source. */
export function placeText({ line, path }: { readonly line?: number | undefined; readonly path?: string | undefined }): string {
  return [line === undefined ? "" : `line ${line}`, path ?? ""].filter((text) => text !== "").join(", ");
}

function nameOf({ row: { set }, id }: Step): string {
  const known = set["name"] ?? set["subnet"] ?? id;
  if (known !== undefined) return cellText(known);
  return ["parent", "type", "child"].map((field) => cellText(set[field])).join(" ");
}

/**
 * What of a plan is shown, a row for each field that changes and each problem.
 * @param all shows rows too that change nothing
 */
export async function* planRows(lines: AsyncIterable<ImportPlanLine>, all: boolean): AsyncGenerator<Row> {
  for await (const line of lines) {
    if (line.kind === "problem")
      yield {
        action: line.severity,
        type: line.type ?? "",
        name: "",
        at: placeText(line.at),
        field: line.field ?? "",
        detail: line.message,
      };
    if (line.kind !== "step" || (line.action === "unchanged" && !all)) continue;
    const about = {
      action: line.action,
      type: line.row.type,
      name: nameOf(line),
      at: placeText(line.row.at),
      ...(line.id === undefined ? {} : { id: line.id }),
    };
    const details = [
      ...(line.problems ?? []).map(({ field = "", message }) => ({ field, detail: message })),
      ...(line.changes ?? [])
        .flatMap(({ field, before, after }) => differingFields({ [field]: before }, { [field]: after }))
        .map(([field, before, after]) => ({ field, detail: `${shown(before)} -> ${shown(after)}`, before, after })),
    ];
    if (details.length === 0) yield { ...about, field: "", detail: "" };
    for (const detail of details) yield { ...about, ...detail };
  }
}

const shown = (value: unknown): string => cellText(value) || "(none)";
