import type { ManifestOperation } from "@cadastre/client";

/** Whether the path of an operation takes one id and nothing else, of a record of the type where one is given. */
export function takesId(operation: ManifestOperation | undefined, type?: string): boolean {
  const path = operation?.fields.filter((field) => field.in === "path") ?? [];
  return path.length === 1 && path[0]?.name === "id" && (type === undefined || path[0].refersTo === type);
}

/** What a record is called: its name, or its id where it has none. @param title the field that names it, where that is declared */
export function nameOf(record: Readonly<Record<string, unknown>>, title = "name"): string {
  const found = [title, "name", "title", "label", "id"]
    .map((name) => record[name])
    .find((value) => typeof value === "number" || (typeof value === "string" && value !== ""));
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}
