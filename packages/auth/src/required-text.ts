import { z } from "zod";

/** A text that must be there; what it must be like is for its reader to say. */
export function requiredText(): z.ZodString {
  return z.string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") });
}
