import type { ImportProblem } from "@cadastre/inventory-core";
import type { z } from "zod";
import type { NetboxRecord } from "./netbox-client.ts";

/** A record of the shape that is known, or what is wrong with it. */
export function readRecord<S extends z.ZodType>(
  schema: S,
  { at, value }: NetboxRecord,
  type: string,
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

/** At most so many characters: NetBox allows longer texts than the inventory. */
export const shortened = (text: string, most: number): string => (text.length <= most ? text : [...text].slice(0, most).join(""));

const DESCRIPTION = 4096;

/** What a record is described with: its description, and its comments after an empty line. */
export const descriptionOf = ({ description, comments }: { readonly description: string; readonly comments: string }): string =>
  shortened([description, comments].filter((part) => part.trim() !== "").join("\n\n"), DESCRIPTION);

/** What records of NetBox are marked with. */
interface Marks {
  readonly tags: readonly string[];
  readonly role?: { readonly name: string } | undefined;
  readonly device_role?: { readonly name: string } | undefined;
  readonly mark_utilized?: boolean;
}

/** Tags of a record: its own, its role, and what else it is marked with and the inventory has no field for. */
export function tagsOf(
  { tags, role, device_role: deviceRole, mark_utilized: isUtilized = false }: Marks,
  ...more: readonly string[]
): string[] {
  const roles = [role?.name ?? deviceRole?.name ?? ""].map((name) => name.replaceAll(",", ";"));
  return [...new Set([...tags, ...roles, ...more, ...(isUtilized ? ["utilized"] : [])])].filter((tag) => tag.trim() !== "");
}
