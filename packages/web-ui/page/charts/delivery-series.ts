import type { WebhookDelivery } from "@cadastre/client";

const HOUR = 3600;

/** Lengths of a bar of the chart, in seconds: the first with which there are few enough bars. */
const LENGTHS = [60, 5 * 60, 15 * 60, HOUR, 3 * HOUR, 6 * HOUR, 24 * HOUR, 7 * 24 * HOUR] as const;

/** Bars that can be told apart. */
const MAX_BARS = 48;

/** Deliveries that began within a while. */
export interface DeliveryBar {
  /** When it begins, in seconds since 1970. */
  readonly time: number;
  readonly delivered: number;
  readonly failed: number;
  /** On their way, or cancelled. */
  readonly others: number;
}

/** Deliveries counted over time, oldest first; whiles without any count as 0. */
export function deliveryBars(deliveries: readonly Pick<WebhookDelivery, "created_at" | "status">[]): {
  readonly seconds: number;
  readonly bars: readonly DeliveryBar[];
} {
  const times = deliveries.map(({ created_at: at }) => Date.parse(at) / 1000);
  const [first, last] = times.reduce(([least, most], time) => [Math.min(least, time), Math.max(most, time)], [Infinity, -Infinity]);
  if (times.length === 0) return { seconds: LENGTHS[0], bars: [] };
  const seconds = LENGTHS.find((length) => Math.floor(last / length) - Math.floor(first / length) < MAX_BARS) ?? LENGTHS.at(-1) ?? HOUR;
  const start = Math.floor(first / seconds);
  const bars = Array.from({ length: Math.min(Math.floor(last / seconds) - start + 1, 10 * MAX_BARS) }, (_, index) => ({
    time: (start + index) * seconds,
    delivered: 0,
    failed: 0,
    others: 0,
  }));
  for (const [index, { status }] of deliveries.entries()) {
    const bar = bars[Math.floor((times[index] ?? 0) / seconds) - start];
    if (bar !== undefined) bar[status === "success" ? "delivered" : status === "failed" ? "failed" : "others"] += 1;
  }
  return { seconds, bars };
}

/** `5 minutes`, `1 day`. */
export function lengthText(seconds: number): string {
  const [size, unit] =
    seconds >= 24 * HOUR ? [seconds / (24 * HOUR), "day"] : seconds >= HOUR ? [seconds / HOUR, "hour"] : [seconds / 60, "minute"];
  return size === 1 ? unit : `${size} ${unit}s`;
}
