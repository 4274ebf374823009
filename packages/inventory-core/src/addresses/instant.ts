import { z } from "zod";

const ISO_8601 = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:\d{2})?)?$/;

/** ISO 8601 UTC with milliseconds, or undefined for a text that names no instant. */
export function instantOf(text: string): string | undefined {
  const [, year, month, day, time = "00:00", zone = "Z"] = ISO_8601.exec(text) ?? [];
  if (year === undefined) return undefined;
  const midnight = new Date(`${year}-${month}-${day}T00:00Z`);
  // A day that the month does not have would become one of the next.
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return undefined;
  if (time.startsWith("24")) return undefined;
  const instant = new Date(`${year}-${month}-${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 0 ? undefined : instant.toISOString();
}

const NO_INSTANT = "is no date or time of ISO 8601 (2026-03-01, 2026-03-01T12:00:00Z)";

/** A + in the query of a URL is a space. */
const LOST_PLUS = /T\d{2}:\d{2}\S* \d{2}:\d{2}$/i;
const PLUS_IN_URL = "has a space before its zone: in a URL the + of a zone is written %2B (2026-03-01T00:00:00%2B02:00)";

/** An instant of a query: ISO 8601, a date or a time of any zone (UTC unless it says one); as ISO 8601 UTC with milliseconds. */
export const Instant = z
  .string({ error: ({ input }) => (Array.isArray(input) ? "must be given once" : "must be a text") })
  .transform((value, context) => {
    const instant = instantOf(value);
    if (instant !== undefined) return instant;
    context.issues.push({ code: "custom", input: value, message: LOST_PLUS.test(value) ? PLUS_IN_URL : NO_INSTANT });
    return z.NEVER;
  });
