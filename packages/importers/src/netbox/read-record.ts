import type { ImportProblem, ImportType } from "@cadastre/inventory-core";
import type { z } from "zod";
import type { NetboxRecord } from "./netbox-client.ts";

/** A record of the shape that is known, or what is wrong with it. */
export function readRecord<S extends z.ZodType>(
  schema: S,
  { at, value }: NetboxRecord,
  type: ImportType,
): { readonly data: z.output<S> } | { readonly problem: ImportProblem } {
  const read = schema.safeParse(value);
  if (read.success) return { data: read.data };
  const [issue] = read.error.issues;
  const field = issue?.path.join(".") ?? "";
  return {
    problem: {
      at,
      type,
      ...(field === "" ? {} : { field }),
      severity: "error",
      message: `is not a valid NetBox record: ${issue?.message ?? "unknown shape"}`,
    },
  };
}

/** At most so many characters: NetBox allows longer texts than the inventory's names. */
export const shortened = (text: string, most: number): string => (text.length <= most ? text : [...text].slice(0, most).join(""));
