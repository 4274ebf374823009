import { z } from "zod";
import type { LoggedEvent } from "../storage/event.ts";
import type { AuditEntry } from "../storage/write-path.ts";

/** How many rows of a table statements would have inserted, updated or deleted. */
export interface RowCount {
  /** Name of the table. */
  readonly table: string;
  /** What was done to the rows. */
  readonly action: "insert" | "update" | "delete";
  /** Number of rows. */
  readonly rows: number;
}

/** What an operation would change; all empty when it would leave things as they are. */
export interface DryRun {
  /** Its audit rows: each record before and after. */
  readonly entries: readonly AuditEntry[];
  /** Its events. */
  readonly events: readonly LoggedEvent[];
  /** What its statements did to rows, those that no audit row is about included. */
  readonly rows: readonly RowCount[];
}

/** A dry run as callers are told of it, in the words of the records. */
export const DryRunReport = z.object({
  changes: z
    .array(
      z
        .object({
          action: z.string().meta({ description: "`delete`, `update` …" }),
          resource: z.string().meta({ description: "The thing: `device`, `network` …" }),
          id: z.string().nullable().meta({ description: "Id of the record; null where there is none" }),
          before: z.unknown().optional().meta({ description: "The record as it is" }),
          after: z.unknown().optional().meta({ description: "The record as it would be" }),
        })
        .meta({ id: "DryRunChange", description: "A record that would change" }),
    )
    .meta({ description: "The records that would change" }),
  events: z
    .array(
      z
        .object({
          event: z.string().meta({ description: "Name of the event" }),
          record_id: z.string().meta({ description: "Id of the record that it would be about" }),
        })
        .meta({ id: "DryRunEvent", description: "An event that would be told" }),
    )
    .meta({ description: "The events that would be told" }),
  rows: z
    .array(
      z
        .object({
          table: z.string().meta({ description: "Name of the table" }),
          action: z.enum(["insert", "update", "delete"]).meta({ description: "What would be done to its rows" }),
          rows: z.int().min(0).meta({ description: "Number of rows" }),
        })
        .meta({ id: "DryRunRows", description: "How many rows of a table would change in one way" }),
    )
    .meta({ description: "How many rows of which tables would go along with these, or be written for them" }),
});
export type DryRunReport = z.infer<typeof DryRunReport>;

/** Records come as JSON has them, as they would be read later. @param most of the changes and of the events that are told */
export function reportOf({ entries, events, rows }: DryRun, most: number = Number.POSITIVE_INFINITY): DryRunReport {
  return JSON.parse(
    JSON.stringify({
      changes: entries
        .slice(0, most)
        .map(({ action, resource, resourceId: id, before, after }) => ({ action, resource, id, before, after })),
      events: events.slice(0, most).map(({ event, record_id }) => ({ event, record_id })),
      rows,
    }),
  ) as DryRunReport;
}

/** Most changes and events that are written out: a network may take 100,000 allocations with it. */
const MAX_TOLD = 1000;

const count = (what: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `Number of ${what}; only the first ${MAX_TOLD} are listed` });

/** What a dry run is answered with. */
export const DryRunResult = DryRunReport.extend({ change_count: count("changes"), event_count: count("events") }).meta({
  id: "DryRunResult",
  description: "The changes that the call would make; all empty for none",
});
export type DryRunResult = z.infer<typeof DryRunResult>;

/** The JSON text of the answer that tells of a dry run ({@link DryRunResult}), in parts with one record each. */
export function* dryRunTexts({ entries, events, rows }: DryRun): Generator<string, void> {
  let before = '{"changes":[';
  for (const { action, resource, resourceId: id, before: was, after } of entries.slice(0, MAX_TOLD)) {
    yield `${before}${JSON.stringify({ action, resource, id, before: was, after })}`;
    before = ",";
  }
  const told = events.slice(0, MAX_TOLD).map(({ event, record_id }) => ({ event, record_id }));
  const rest = JSON.stringify({ events: told, rows, change_count: entries.length, event_count: events.length });
  yield `${before === "," ? "" : before}],${rest.slice(1)}`;
}

/** Thrown by the write path where a change would be committed. Whoever catches errors of changes lets it pass. */
export class DryRunRollback extends Error {
  readonly dryRun: DryRun;

  constructor(dryRun: DryRun) {
    super("a dry run ends before the commit");
    this.name = "DryRunRollback";
    this.dryRun = dryRun;
  }
}
