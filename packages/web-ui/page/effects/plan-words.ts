import type { PlanReading, PlanSummary } from "@cadastre/client";
import { dateText } from "../texts/date-text.ts";
import { labelOf } from "../texts/field-labels.ts";
import { inSentence } from "../texts/words.ts";

/** Number of things, with their name. */
export const counted = (count: number, what: string): string => `${count.toLocaleString("en")} ${count === 1 ? what : pluralOf(what)}`;

/** A text of the server with its times as the viewer's browser writes them. */
export const localTimes = (text: string): string =>
  text.replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (time) => dateText(time));

/** Who made a plan, and what became of it, in a line. */
export function historyOf({
  created_by: by,
  refreshed_by: refreshed,
  applied_by: applied,
  rejected_by: rejected,
}: PlanReading | PlanSummary): string {
  const again = refreshed === null ? "" : `, refreshed by ${refreshed.username}`;
  const end = applied === null ? (rejected === null ? "" : `, rejected by ${rejected.username}`) : `, applied by ${applied.username}`;
  return `Proposed by ${by.username}${again}${end}`;
}

/** What becomes of records, as headings say it. */
export const ACTION_WORDS = { create: "New", update: "Changed", delete: "Deleted" } as const;

/** What a plan does to a group of records of a kind: `Changed devices: os, tags (9,950)`. */
export function groupWords({ action, fields, count }: PlanReading["groups"][number], kind: string): string {
  const changes = fields.length === 0 ? "" : `: ${fields.map((field) => inSentence(labelOf(field))).join(", ")}`;
  return `${ACTION_WORDS[action]} ${count === 1 ? kind : pluralOf(kind)}${changes} (${count.toLocaleString("en")})`;
}

function pluralOf(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}
