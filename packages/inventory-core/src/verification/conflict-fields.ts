import { conflictDocuments } from "../conflicts/conflict.entity.ts";
import { fieldsIn } from "./stored-json.ts";

/** The fields of a conflict's document, of any version; undefined when the text is none. */
export function readableFields(doc: string): Readonly<Record<string, unknown>> | undefined {
  return fieldsIn(doc) === undefined ? undefined : fieldsIn(conflictDocuments.text(doc));
}
