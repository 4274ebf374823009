import type { Rehearsal } from "@cadastre/inventory-core";

/** What a call would change, in the words of the records: see the output schema. */
export interface RehearsalSummary {
  readonly changes: readonly { readonly action: string; readonly resource: string; readonly id: string | null; readonly before?: unknown; readonly after?: unknown }[];
  readonly events: readonly { readonly event: string; readonly record_id: string }[];
  readonly rows: Rehearsal["rows"];
}

/** Records come as JSON has them, as they would be read later. */
export function summaryOf({ entries, events, rows }: Rehearsal): RehearsalSummary {
  return JSON.parse(
    JSON.stringify({
      changes: entries.map(({ action, resource, resourceId: id, before, after }) => ({ action, resource, id, before, after })),
      events: events.map(({ event, record_id }) => ({ event, record_id })),
      rows,
    }),
  ) as RehearsalSummary;
}
