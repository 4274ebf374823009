import { createHash } from "node:crypto";
import type { Receipt } from "./messages.ts";

/** An event of the log, in its order. */
export interface CommittedEvent {
  readonly id: string;
  readonly record_id: string;
}

/** A row of the deliveries. */
export interface DeliveredRow {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly request_body: string;
}

export interface DeliveryCounts {
  readonly events: number;
  readonly requests: number;
  /** Requests for a delivery that had been answered with 2xx before. */
  readonly repeats: number;
  readonly violations: readonly string[];
}

/** Every event once among the deliveries, each ended well and received, unchanged, those of a record in order. */
export function checkDeliveries(
  events: readonly CommittedEvent[],
  rows: readonly DeliveredRow[],
  receipts: readonly Receipt[],
): DeliveryCounts {
  const violations: string[] = [];
  const received = new Map(receipts.map((receipt) => [receipt.id, receipt]));
  const known = new Set(events.map(({ id }) => id));
  const byEvent = new Map<string, DeliveredRow[]>();
  for (const row of rows) {
    byEvent.set(row.event_id, [...(byEvent.get(row.event_id) ?? []), row]);
    if (!known.has(row.event_id)) violations.push(`delivery ${row.id} is of no committed event`);
  }
  const latest = new Map<string, number>();
  for (const { id, record_id: recordId } of events) {
    const [row, ...others] = byEvent.get(id) ?? [];
    if (row === undefined) violations.push(`event ${id} has no delivery`);
    if (others.length > 0) violations.push(`event ${id} has ${others.length + 1} deliveries`);
    if (row === undefined) continue;
    if (row.status !== "success") violations.push(`delivery ${row.id} ended as ${row.status}`);
    const receipt = received.get(row.id);
    if (receipt === undefined) {
      violations.push(`delivery ${row.id} was never received`);
      continue;
    }
    const hash = createHash("sha256").update(row.request_body).digest("hex");
    if (receipt.hashes.some((one) => one !== hash)) violations.push(`delivery ${row.id} was received with another body`);
    if (receipt.firstAt < (latest.get(recordId) ?? -1))
      violations.push(`delivery ${row.id} of record ${recordId} came before an earlier one`);
    latest.set(recordId, receipt.firstAt);
  }
  const ids = new Set(rows.map(({ id }) => id));
  for (const { id } of receipts) if (!ids.has(id)) violations.push(`delivery ${id} was received, but is not written down`);
  const sum = (of: (receipt: Receipt) => number): number => receipts.reduce((total, receipt) => total + of(receipt), 0);
  return { events: events.length, requests: sum(({ requests }) => requests), repeats: sum(({ repeats }) => repeats), violations };
}
