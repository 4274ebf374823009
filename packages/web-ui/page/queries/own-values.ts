import type { Device, Field } from "@cadastre/client";
import { describeCustom, valueOfTyped } from "../texts/described.ts";

/** Values of custom fields by their names. */
export type OwnFields = Device["fields"];

/** The prefix of names of custom fields in a form, where no field of a record has it, and in the parameters of a list. */
export const OWN_PREFIX = "field.";

/** Fills the custom fields of a form; with nothing for a new record. */
export function fillOwn(draft: Record<string, unknown>, fields: OwnFields = {}): void {
  for (const name of Object.keys(draft)) if (name.startsWith(OWN_PREFIX)) draft[name] = "";
  for (const [name, value] of Object.entries(fields)) draft[OWN_PREFIX + name] = value === null ? "" : String(value);
}

/** The values of typed texts. An invalid text is sent unchanged: the service reports the problem. */
export const ownOf = (draft: Readonly<Record<string, unknown>>, definitions: readonly Field[]): OwnFields =>
  Object.fromEntries(
    definitions.flatMap((field) => {
      const typed = draft[OWN_PREFIX + field.name];
      return typeof typed === "string" ? [[field.name, valueOfTyped(describeCustom(field), typed) as OwnFields[string]]] : [];
    }),
  );
