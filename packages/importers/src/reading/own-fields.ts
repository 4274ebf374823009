import type { Field } from "@cadastre/inventory-core";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import { type FormatOption, type ImportItem, isProblem } from "../import-format.ts";
import type { LeftOut } from "./left-out.ts";

/** The option of formats whose source has fields of one's own. */
export const CUSTOM_FIELDS_OPTION = {
  name: "custom-fields",
  description:
    "defined: custom fields become fields of the same names where these are defined; all: it is an error where they are not; " +
    "skip: none does",
  values: ["defined", "all", "skip"],
  default: "defined",
} as const satisfies FormatOption;

/** What a source says of a custom field. */
export interface CustomField {
  readonly label: string;
  /** Type of the field here. */
  readonly type: string;
  readonly choices: readonly string[];
}

/** A value of a field here. */
type Value = string | number | boolean;

/** Custom fields of a source as fields of records, and what has to be defined for that. */
export class OwnFields {
  readonly #leftOut: LeftOut;
  readonly #mode: string;
  readonly #known: ReadonlyMap<string, CustomField>;

  /** @param known the custom fields of the source, by their names there */
  constructor(
    leftOut: LeftOut,
    options: Readonly<Record<string, string | undefined>>,
    known: ReadonlyMap<string, CustomField> = new Map(),
  ) {
    this.#leftOut = leftOut;
    this.#mode = options[CUSTOM_FIELDS_OPTION.name] ?? CUSTOM_FIELDS_OPTION.default;
    this.#known = known;
  }

  /** `fields` of a row, by the custom fields of a record; none where it has no values. */
  of(record: Field["record"], values: Readonly<Record<string, unknown>>, at: ImportPlace): object {
    const fields: Record<string, Value> = {};
    for (const [name, given] of Object.entries(values)) {
      const value = valueOf(given);
      if (value === undefined) continue;
      const own = fieldName(name);
      if (this.#mode !== "skip") fields[own] = value;
      this.#tell(record, own, this.#known.get(name) ?? { label: name, type: typeOf(value), choices: [] }, at);
    }
    return Object.keys(fields).length === 0 ? {} : { fields };
  }

  /** An item with what becomes of fields that are not defined. */
  settled(item: ImportItem): ImportItem {
    if (this.#mode !== "defined" || isProblem(item) || item.set["fields"] === undefined) return item;
    return { ...item, own_fields: "defined" as const };
  }

  #tell(record: string, name: string, { label, type, choices }: CustomField, at: ImportPlace): void {
    const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
    const command =
      `cadastre field create --record ${record} --name ${name} --type ${type}` +
      (label === "" || label === name ? "" : ` --label ${quoted(label)}`) +
      (type === "choice" ? ` --choices ${quoted(choices.join(","))}` : "");
    this.#leftOut.add(
      `field ${record} ${name}`,
      (count) => {
        const have = `${count === 1 ? `1 ${record} has` : `${count} ${record}s have`} the custom field ${name}`;
        if (this.#mode === "skip") return `${have}, which is ignored as asked for`;
        return `${have}, which ${this.#mode === "all" ? "must be" : "is ignored unless it is"} defined: ${command}`;
      },
      at,
    );
  }
}

/** A name as fields here have it: `Cost Centre` becomes `cost_centre`. */
export function fieldName(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, "_");
  return (/^[a-z]/.test(plain) ? plain : `f_${plain}`).slice(0, 63);
}

/** What is kept of a value: of another record its name, of several their list, of what has a form of its own its JSON. */
function valueOf(value: unknown): Value | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((entry: unknown) => valueOf(entry) ?? "").join(", ");
  const { display, name } = value as { readonly display?: unknown; readonly name?: unknown };
  return typeof display === "string" ? display : typeof name === "string" ? name : JSON.stringify(value);
}

const typeOf = (value: Value): string => (typeof value === "string" ? "text" : typeof value);
