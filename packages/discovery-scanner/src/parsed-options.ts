import type { z } from "zod";
import { Problems } from "@cadastre/inventory-core";

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function parsedOptions<T extends z.ZodType>(schema: T, options: z.input<T>): z.output<T> {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  const problems = new Problems();
  problems.addIssues(result.error.issues);
  problems.throwIfAny();
  throw new TypeError("a schema failed without an issue");
}
