import { MASK } from "../webhooks/webhook-record.ts";

/** Shortest value, and shortest beginning of one at the end of a text, that is masked: shorter ones stand in any text. */
const SHORTEST = 4;

/**
 * Masks secret values in a text that a receiver sent back: whole ones, as they are and as JSON writes them, their words (`Bearer <token>`),
 * and one that is cut off at the end of the text.
 */
export function maskValues(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, ...secret.split(/\s+/)]).flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]);
  const values = [...new Set(forms)].filter(({ length }) => length >= SHORTEST).toSorted((a, b) => b.length - a.length);
  const masked = values.reduce((rest, value) => rest.replaceAll(value, MASK), text);
  for (const value of values)
    for (let length = value.length - 1; length >= SHORTEST; length -= 1)
      if (masked.endsWith(value.slice(0, length))) return masked.slice(0, -length) + MASK;
  return masked;
}
