import { z } from "zod";

/** A text that must be there; what it must be like is for its reader to say. */
export function requiredText(): z.ZodString {
  return z.string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") });
}

/** Of a name or password that somebody claims: none holds a NUL, so one that comes with it is wrong like any other, and not told apart. */
export function matchingNobody(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}
