import type { DiscoveryRule } from "./discovery-rule.ts";

const HOUR_MS = 3_600_000;

/** Share of the interval by which rules are spread, so that those made together do not all start together. */
const JITTER = 0.05;
const MAX_JITTER_MS = 600_000;

/** A number from 0 up to 1 that is always the same for a rule. */
function spreadOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}

/**
 * When a rule is due: its interval after it was created, enabled or started last, whichever is latest
 * (docs/spec/discovery.md#when-a-rule-is-due), and up to a twentieth of the interval later, ten minutes at most.
 *
 * @param since ISO 8601 time of the latest of the three
 */
export function dueAfter({ id, interval_hours: hours }: Pick<DiscoveryRule, "id" | "interval_hours">, since: string): string {
  const interval = hours * HOUR_MS;
  return new Date(Date.parse(since) + interval + Math.floor(spreadOf(id) * Math.min(interval * JITTER, MAX_JITTER_MS))).toISOString();
}
