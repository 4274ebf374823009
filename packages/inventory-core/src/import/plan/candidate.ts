import { Problems } from "../../contract/errors/validation.ts";
import { isRecordId } from "../../contract/new-id.ts";
import {
  ADDRESS_REFERENCES,
  IMPORT_ADDRESS_FIELDS,
  ImportReference,
  type ImportRow,
  type ImportTypes,
  type ReferenceField,
} from "../import-row.ts";
import type { ImportAction, PlanStep, RowProblem } from "./import-plan.ts";

/** A row with its place in the order of the import. */
export interface NumberedRow {
  readonly index: number;
  readonly row: ImportRow;
}

/** A reference of a row, and what is known of where it leads. */
export interface Link {
  /** Field of the row: `datacenter`, `addresses[0].network`. */
  readonly field: string;
  /** The field that takes the id: `datacenter_id`, `addresses[0].network_id`. */
  readonly takes: string;
  readonly to: string;
  readonly reference: ImportReference;
  /** For a pool: the field with the id of the network that it is in, where the row says that too. */
  readonly within?: string | undefined;
}

/** Fields that records have and nobody writes: they are passed over, so that what was exported can be imported. */
const READ_ONLY: ReadonlySet<string> = new Set(["id", "created_at", "updated_at"]);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a reference says that the record is in a space. */
function inSpace(reference: ImportReference): boolean {
  return (
    ("space" in reference && reference.space !== undefined) ||
    ("datacenter" in reference && reference.datacenter !== undefined && inSpace(reference.datacenter))
  );
}

/** A row that is being planned: what it says in the words of the resource, and what was found out about it. */
export class Candidate {
  readonly index: number;
  readonly row: ImportRow;
  /** What is wrong with it by itself, or with what it refers to. */
  readonly problems = new Problems();
  /** What the inventory, or another row, has against it. */
  readonly conflicts: RowProblem[] = [];
  /** The id of the only record that the row can be about. */
  readonly givenId: string | undefined;
  readonly references: Link[] = [];
  /** Ids that the references lead to, by the field that takes them. */
  readonly links: Record<string, string | null> = {};
  /** The record that it is about, once one was found. */
  id: string | undefined;
  changes: { field: string; before: unknown; after: unknown }[] = [];
  /** What the row sets of own fields, as values; undefined where it names none. */
  ownFields: unknown;

  readonly #types: ImportTypes;

  constructor({ index, row }: NumberedRow, types: ImportTypes) {
    this.index = index;
    this.row = row;
    this.#types = types;
    const { id } = row.set;
    if (typeof id === "string" && id !== "") {
      this.givenId = id.toLowerCase();
      if (!isRecordId(this.givenId)) this.problems.add("id", "must be the id of a record, a UUID: leave it out to match by name");
    }
    this.#collect(row.set, types.fieldsOf(row.type), types.referencesOf(row.type), "");
    if (row.type === "device" && Array.isArray(row.set["addresses"])) {
      row.set["addresses"].forEach((address: unknown, position) => {
        if (isObject(address)) this.#collect(address, IMPORT_ADDRESS_FIELDS, ADDRESS_REFERENCES, `addresses[${position}].`);
      });
    }
    // A pool may be named within the network that stands beside it, so networks are resolved first.
    this.references.sort((one, other) => Number(one.to === "pool") - Number(other.to === "pool"));
  }

  /** What the row sets, in the fields of the resource: ids in place of references. Those that lead nowhere are left out. */
  get raw(): Record<string, unknown> {
    const raw = rawOf(this.row, this.links, this.#types);
    return this.ownFields === undefined ? raw : { ...raw, fields: this.ownFields };
  }

  /** Whether the row says that something is in an address space that has a name. */
  get namesSpace(): boolean {
    return this.references.some(({ to, reference }) => to === "space" || inSpace(reference));
  }

  conflict(message: string, field?: string): void {
    if (this.conflicts.some((other) => other.message === message)) return;
    this.conflicts.push(field === undefined ? { message } : { field, message });
  }

  /** What becomes of the row. @param action what would, if nothing speaks against it */
  step(action: Exclude<ImportAction, "conflict" | "error">): PlanStep {
    const names = new Map(Object.entries(this.#types.referencesOf(this.row.type)).map(([name, { field }]) => [field, name]));
    const problems = [
      ...this.problems.list.map(({ field, message }) => ({
        field: field.replace(/^\w+/, (own) => names.get(own) ?? own).replace(/(space|datacenter|network|pool|parent|child)_id$/, "$1"),
        message,
      })),
      ...this.conflicts,
    ];
    if (problems.length > 0) return { kind: "step", action: this.problems.any ? "error" : "conflict", row: this.row, problems };
    return {
      kind: "step",
      action,
      row: this.row,
      ...(this.id === undefined ? {} : { id: this.id }),
      ...(Object.keys(this.links).length > 0 ? { links: this.links } : {}),
      ...(action === "update" ? { changes: this.changes } : {}),
    };
  }

  #collect(
    from: Readonly<Record<string, unknown>>,
    known: Readonly<Record<string, unknown>>,
    references: Readonly<Record<string, ReferenceField>>,
    prefix: string,
  ): void {
    for (const [name, value] of Object.entries(from)) {
      const field = `${prefix}${name}`;
      const reference = Object.hasOwn(references, name) ? references[name] : undefined;
      if (reference?.isList === true) this.#referToAll(field, value, reference);
      else if (reference !== undefined) this.#refer(field, value, { ...reference, field: `${prefix}${reference.field}` }, prefix);
      else if (!Object.hasOwn(known, name) && !READ_ONLY.has(name)) this.problems.add(field, `is not a field of a ${this.row.type}`);
    }
    for (const [name, { required }] of Object.entries(references))
      if (required && !Object.hasOwn(from, name)) this.problems.add(`${prefix}${name}`, "is required");
  }

  #referToAll(field: string, value: unknown, reference: ReferenceField): void {
    if (value === null) return;
    if (!Array.isArray(value)) return this.problems.add(field, "must be a list of references");
    for (const [at, entry] of value.entries())
      this.#refer(`${field}[${at}]`, entry, { to: reference.to, field: `${reference.field}[${at}]`, required: true }, "");
  }

  #refer(field: string, value: unknown, { to, field: takes, required }: ReferenceField, prefix: string): void {
    if (value === null && !required) {
      this.links[takes] = null;
      return;
    }
    const parsed = ImportReference.safeParse(value);
    if (parsed.success)
      this.references.push({ field, takes, to, reference: parsed.data, within: to === "pool" ? `${prefix}network_id` : undefined });
    else
      this.problems.addIssues(
        parsed.error.issues.slice(0, 1).map((issue) => ({ ...issue, path: [] })),
        [field],
      );
  }
}

/** What a row sets, in the fields of the resource, with ids for its references. */
export function rawOf(
  { type, set }: ImportRow,
  links: Readonly<Record<string, string | null>>,
  types: ImportTypes,
): Record<string, unknown> {
  const raw = replaced(set, types.referencesOf(type), links, "");
  if (type === "device" && Array.isArray(set["addresses"])) {
    raw["addresses"] = set["addresses"].map((address: unknown, position) =>
      isObject(address) ? replaced(address, ADDRESS_REFERENCES, links, `addresses[${position}].`) : address,
    );
  }
  return raw;
}

/** The row with the ids that its references led to in place of them. */
export function withIds(row: ImportRow, links: Readonly<Record<string, string | null>>, types: ImportTypes): ImportRow {
  const refer = (
    from: Readonly<Record<string, unknown>>,
    references: Readonly<Record<string, ReferenceField>>,
    prefix: string,
  ): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(from).map(([name, value]) => {
        const reference = Object.hasOwn(references, name) ? references[name] : undefined;
        const takes = `${prefix}${reference?.field ?? ""}`;
        const linked = (at: string, entry: unknown): unknown => {
          const link = reference === undefined ? undefined : links[at];
          return link === undefined || link === null ? entry : { id: link };
        };
        if (reference?.isList === true && Array.isArray(value))
          return [name, value.map((entry: unknown, at) => linked(`${takes}[${at}]`, entry))];
        return [name, linked(takes, value)];
      }),
    );
  const set = refer(row.set, types.referencesOf(row.type), "");
  const { addresses } = row.set;
  if (row.type === "device" && Array.isArray(addresses)) {
    set["addresses"] = addresses.map((address: unknown, position) =>
      isObject(address) ? refer(address, ADDRESS_REFERENCES, `addresses[${position}].`) : address,
    );
  }
  return { ...row, set };
}

function replaced(
  from: Readonly<Record<string, unknown>>,
  references: Readonly<Record<string, ReferenceField>>,
  links: Readonly<Record<string, string | null>>,
  prefix: string,
): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(from)) {
    const reference = Object.hasOwn(references, name) ? references[name] : undefined;
    if (reference === undefined) raw[name] = value;
    else if (reference.isList === true) raw[reference.field] = idsOfList(value, reference.field, links);
    else if (Object.hasOwn(links, `${prefix}${reference.field}`)) raw[reference.field] = links[`${prefix}${reference.field}`];
  }
  return raw;
}

/** The ids of a list of references; what is no list stays, to be refused. */
function idsOfList(value: unknown, field: string, links: Readonly<Record<string, string | null>>): unknown {
  if (value === null) return [];
  return Array.isArray(value) ? value.flatMap((_, at) => links[`${field}[${at}]`] ?? []) : value;
}
