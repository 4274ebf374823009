import type { ImportProblem } from "@cadastre/inventory-core";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import { z } from "zod";
import { isObject } from "../reading/address-fields.ts";
import type { CustomField } from "../reading/own-fields.ts";

const Definition = z.looseObject({
  id: z.string(),
  key: z.string(),
  name: z.string().nullish(),
  type: z.string(),
  options: z.array(z.string()).nullish(),
});

/** rackd's own types are called as those here but for this one. */
const TYPES: Readonly<Record<string, string>> = { select: "choice" };

/** The custom fields of rackd, which only devices have. */
export class RackdCustomFields {
  /** By their keys. */
  readonly known = new Map<string, CustomField>();
  readonly #keys = new Map<string, string>();

  /** Takes a record of the list. */
  add(record: unknown, at: ImportPlace): ImportProblem | undefined {
    const { data, error } = Definition.safeParse(record);
    if (data === undefined) {
      const [issue] = error.issues;
      return { at, type: "device", severity: "error", message: `is not a custom field of rackd: ${issue?.message ?? "unknown shape"}` };
    }
    const { id, key, name, type, options } = data;
    this.#keys.set(id, key);
    this.known.set(key, { label: name ?? "", type: TYPES[type] ?? type, choices: options ?? [] });
    return undefined;
  }

  /** Values of a device by the keys of their fields; of a field that is in no list, by its id. */
  valuesOf(given: unknown): Readonly<Record<string, unknown>> {
    if (!Array.isArray(given)) return {};
    return Object.fromEntries(
      given.filter(isObject).map(({ field_id: id, value }) => [this.#keys.get(String(id)) ?? String(id), value] as const),
    );
  }
}
