import type { ImportFailure, ImportPlanLine } from "@cadastre/client";
import { labelOf } from "../../texts/field-labels.ts";
import { valueText } from "../../texts/field-values.ts";

export const OUTCOMES = ["create", "update", "unchanged", "conflict", "error", "warning"] as const;

/** What becomes of a row of the source; `warning` is told of the source itself. */
export type Outcome = (typeof OUTCOMES)[number];

/** A row of a plan as it is shown. */
export interface PlanRow {
  readonly outcome: Outcome;
  /** The type of the record; empty where none is known. */
  readonly type: string;
  /** Where it stands in the source. */
  readonly place: string;
  readonly name: string;
  /** What changes, and what speaks against it; a sentence each. */
  readonly details: readonly string[];
}

/** A row for each row of the source, and for each thing that its reader tells. */
export function planRows(lines: readonly ImportPlanLine[]): readonly PlanRow[] {
  return lines.flatMap((line): PlanRow[] => {
    if (line.kind === "problem")
      return [{ outcome: line.severity, type: line.type ?? "", place: placeText(line.at), name: "", details: [sentence(line)] }];
    if (line.kind !== "step") return [];
    const details = [
      ...(line.problems ?? []).map(sentence),
      ...(line.changes ?? [])
        .flatMap(changesOf)
        .map(({ field, before, after }) => `${labelOf(field)}: ${valueText(field, before)} → ${valueText(field, after)}`),
    ];
    return [{ outcome: line.action, type: line.row.type, place: placeText(line.row.at), name: nameOf(line), details }];
  });
}

type FieldChange = NonNullable<Extract<ImportPlanLine, { readonly kind: "step" }>["changes"]>[number];

/** A change of fields of one's own as one of each that changes, under the names that problems have them by: `fields.owner`. */
function changesOf(change: FieldChange): readonly FieldChange[] {
  const { field, before, after } = change;
  if (field !== "fields" || !isRecord(before) || !isRecord(after)) return [change];
  return Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ field: `fields.${name}`, before: before[name], after: after[name] }));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** Rows that are of some outcomes and have a text somewhere; nothing chosen is everything. */
export function matchingRows(rows: readonly PlanRow[], outcome: string, text: string): readonly PlanRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (outcome === "" || row.outcome === outcome) &&
      (wanted === "" || [row.name, row.place, row.type, ...row.details].some((part) => part.toLowerCase().includes(wanted))),
  );
}

/** What an import refused, as rows. */
export const failureRows = (failures: readonly ImportFailure[]): readonly PlanRow[] =>
  failures.map((failure) => ({
    outcome: "error",
    type: failure.type ?? "",
    place: placeText(failure.at),
    name: "",
    details: [sentence(failure)],
  }));

/** Where something stands in the source. */
function placeText({ line, path }: { readonly line?: number | undefined; readonly path?: string | undefined }): string {
  return [line === undefined ? "" : `line ${line}`, path ?? ""].filter((text) => text !== "").join(", ");
}

const sentence = ({ field, message }: { readonly field?: string | undefined; readonly message: string }): string =>
  field === undefined || field === "" ? message : `${labelOf(field)} ${message}`;

function nameOf({ row: { set, type } }: Extract<ImportPlanLine, { readonly kind: "step" }>): string {
  if (type === "relationship") return ["parent", "type", "child"].map((field) => referenceText(set[field])).join(" ");
  return referenceText(set["name"] ?? set["subnet"]);
}

/** A text, or the name that leads to another record. */
function referenceText(value: unknown): string {
  if (typeof value !== "object" || value === null) return typeof value === "string" ? value : "";
  const { name, subnet, ref, id } = value as Readonly<Record<string, string | undefined>>;
  return name ?? subnet ?? ref ?? id ?? "";
}
