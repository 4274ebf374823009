const UNIT_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
const FORM = /^(?:\d+(?:d|h|ms|m|s))+$/;

/** Milliseconds of a duration such as `24h`, `90s`, `1h30m` or `250ms`; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  if (!FORM.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(d|h|ms|m|s)/g)) total += Number(count) * (UNIT_MS[unit as string] as number);
  return Number.isSafeInteger(total) ? total : undefined;
}
