import type { ImportProblem } from "@cadastre/inventory-core";
import type { ImportTypes } from "@cadastre/inventory-core/exchange";
import { columnName, type Column, columnsOf, OWN_FIELD, ownColumn } from "./columns.ts";
import { cellValue, clearedValue } from "./cell-value.ts";
import type { CsvLine } from "./csv-lines.ts";
import { withoutGuard } from "./formula-guard.ts";

/** What a line says of a record, and of one address of it. */
export interface CsvRecord {
  readonly line: number;
  readonly record: Readonly<Record<string, unknown>>;
  readonly address: Readonly<Record<string, unknown>>;
}

/** Puts a value where its column says. */
function put({ record, address }: CsvRecord, { part, field, kind }: Column, value: unknown): void {
  const of = (part === "address" ? address : record) as Record<string, unknown>;
  // Names are those of the file: one that is called __proto__ is kept, for the inventory to tell of.
  if (kind === "own") of["fields"] = Object.fromEntries([...Object.entries((of["fields"] ?? {}) as object), [field, value]]);
  else of[field] = value;
}

/** Puts what a record is in beside the name that another column has of it. @returns what is wrong with that */
function narrow({ record, address }: CsvRecord, { part, of }: Column, value: unknown): string | undefined {
  if (of === undefined) return undefined;
  const values = (part === "address" ? address : record) as Record<string, unknown>;
  const reference = values[of.field];
  if (typeof reference !== "object" || reference === null)
    return `says which ${of.field} is meant: name one in the column ${of.field}, too`;
  // An id leaves nothing open.
  if (!("id" in reference)) values[of.field] = { ...reference, [of.by]: value };
  return undefined;
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100));

/** Reads lines by the names of their columns. */
export class CsvHeader {
  readonly type: string;
  readonly #types: ImportTypes;
  /** What is wrong with the line of names; nothing can be read if one is an error. */
  readonly problems: readonly ImportProblem[];
  readonly #columns: readonly (Column | undefined)[];
  readonly #names: readonly string[];
  readonly #clears: boolean;

  /** @param clears an empty cell clears the field, instead of leaving it as it is */
  constructor(types: ImportTypes, type: string, { line, cells }: CsvLine, clears: boolean) {
    this.type = type;
    this.#types = types;
    this.#clears = clears;
    const known = columnsOf(types, type);
    this.#names = cells.map((cell) => cell ?? "");
    this.#columns = this.#names.map((name) => known.get(columnName(name)) ?? ownColumn(types, type, columnName(name)));
    this.problems = [...this.#wrong(line)];
  }

  *#wrong(line: number): Generator<ImportProblem> {
    const at = { line };
    const unknown = this.#names.filter((name, index) => this.#columns[index] === undefined);
    if (unknown.length === this.#names.length) {
      yield {
        at,
        type: this.type,
        severity: "error",
        message:
          `the first line contains no column names of a ${this.type}, such as ` +
          `${[...columnsOf(this.#types, this.type).keys()].slice(0, 4).join(", ")}`,
      };
    } else if (unknown.length > 0) {
      yield {
        at,
        type: this.type,
        severity: "warning",
        message:
          `${unknown.length === 1 ? "the column" : "the columns"} ${unknown.map(quoted).join(", ")} ` +
          `${unknown.length === 1 ? "is" : "are"} ignored: the inventory has no such ` +
          `${unknown.length === 1 ? "field" : "fields"}`,
      };
    }
    const seen = new Map<string, string>();
    for (const [index, column] of this.#columns.entries()) {
      if (column === undefined) continue;
      const field = `${column.kind === "own" ? OWN_FIELD : column.part} ${column.field}`;
      const name = this.#names[index] as string;
      const other = seen.get(field);
      if (other !== undefined)
        yield {
          at,
          type: this.type,
          field: column.field,
          severity: "error",
          message: `the columns ${quoted(other)} and ${quoted(name)} are both ${column.field}`,
        };
      seen.set(field, name);
    }
  }

  /** A line, or everything that is wrong with it. */
  read({ line, cells, wrong, isOpen }: CsvLine): CsvRecord | readonly ImportProblem[] {
    const at = { line };
    if (wrong !== undefined) return [{ at, type: this.type, severity: "error", message: wrong }];
    // A short line is complete when it has an end; what follows the last column must be empty.
    if ((isOpen === true && cells.length < this.#columns.length) || cells.slice(this.#columns.length).some((cell) => cell !== "")) {
      return [
        { at, type: this.type, severity: "error", message: `has ${cells.length} columns, but the first line has ${this.#columns.length}` },
      ];
    }
    const problems: ImportProblem[] = [];
    const found: CsvRecord = { line, record: {}, address: {} };
    const scopes: { readonly column: Column; readonly value: unknown }[] = [];
    let vlan: { readonly column: Column; readonly value: unknown } | undefined;
    for (const [index, column] of this.#columns.entries()) {
      // Spreadsheets leave out empty cells at the end of a line.
      if (index >= cells.length) break;
      if (column === undefined || column.kind === "ignored") continue;
      const cell = cells[index];
      const value = this.#valueOf(cell, column);
      if (value === undefined) continue;
      if (value.ok && column.kind === "scope") scopes.push({ column, value: value.value });
      else if (value.ok && column.kind === "vlan") vlan = { column, value: value.value };
      else if (value.ok) put(found, column, value.value);
      else problems.push({ at, type: this.type, field: column.field, severity: "error", message: value.message });
    }
    if (vlan !== undefined) {
      const message = this.#putVlan(found, vlan.column, vlan.value);
      if (message !== undefined) problems.push({ at, type: this.type, field: "vlan", severity: "error", message });
    }
    for (const { column, value } of scopes) {
      const message = narrow(found, column, value);
      if (message !== undefined) problems.push({ at, type: this.type, field: column.field, severity: "error", message });
    }
    return problems.length > 0 ? problems : found;
  }

  /** Puts the VLAN of a network: its number goes to a field of its own. @returns what is wrong with it */
  #putVlan({ record }: CsvRecord, { to }: Column, value: unknown): string | undefined {
    const fields = record as Record<string, unknown>;
    const hasNumber = this.#columns.some((column) => column?.field === "vlan_id");
    if (typeof value === "number") {
      if ((fields["vlan_id"] ?? value) !== value)
        return `is ${value}, but vlan_id is ${String(fields["vlan_id"])}: leave one of the two empty`;
      fields["vlan_id"] = value;
      // Where the number has no column, an empty cell means neither.
    } else if (value === null && !hasNumber) fields["vlan_id"] = null;
    else if (to !== undefined) fields["vlan"] = value;
    return undefined;
  }

  #valueOf(cell: string | undefined, column: Column): ReturnType<typeof cellValue> | undefined {
    if (cell === undefined) return { ok: false, message: "is not UTF-8: save the file as UTF-8" };
    const text = withoutGuard(cell);
    if (text.trim() !== "") return cellValue(text, column);
    // An address without an ip is none; an id that is not there is not the record's.
    const clears = this.#clears && column.part === "record" && column.field !== "id" && column.kind !== "scope";
    return clears ? { ok: true, value: clearedValue(column) } : undefined;
  }
}
