import { MASK } from "../webhooks/webhook-record.ts";

/** Shortest value, and shortest beginning of one at the end of a text, that is masked: shorter ones stand in any text. */
const SHORTEST = 4;

/** Characters that JSON writes in another way. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/**
 * Masks secret values in a text that a receiver sent back: whole ones, as they are and as JSON writes them, their words (`Bearer <token>`),
 * and one that is cut off at the end of the text. Secrets may have very many words: only values whose beginning stands in the text are
 * looked for.
 */
export function maskValues(text: string, secrets: readonly string[]): string {
  const beginnings = new Set<string>();
  for (let at = 0; at + SHORTEST <= text.length; at += 1) beginnings.add(text.slice(at, at + SHORTEST));
  if (beginnings.size === 0) return text;
  const values = new Set<string>();
  const add = (value: string): void => {
    if (value.length >= SHORTEST && beginnings.has(value.slice(0, SHORTEST))) values.add(value);
  };
  for (const secret of secrets)
    for (const part of [secret, ...secret.split(/\s+/)]) {
      add(part);
      if (ESCAPED.test(part)) add(JSON.stringify(part).slice(1, -1));
    }
  const longestFirst = [...values].toSorted((a, b) => b.length - a.length);
  const masked = longestFirst.reduce((rest, value) => rest.replaceAll(value, MASK), text);
  for (const value of longestFirst)
    for (let length = Math.min(value.length - 1, masked.length); length >= SHORTEST; length -= 1)
      if (masked.endsWith(value.slice(0, length))) return masked.slice(0, -length) + MASK;
  return masked;
}
