import type { RecordTimes } from "../contract/storage/storage.ts";
import type { Column, StoredEntity } from "../contract/storage/unit-of-work.ts";
import { valueTable } from "../fields/value-tables.ts";
import { DocumentType } from "../storage/document-type.ts";
import { privateTo } from "./access/record-scope.ts";
import { foldText } from "../storage/search-text.ts";
import { foldedKey, mayBeNull, typeOf } from "./field-types.ts";
import { isSecret, shownName } from "./fields/record-secrets.ts";
import { withLazy } from "../contract/lazy-members.ts";
import type { NamedField, RecordKind } from "../contract/record-kind.ts";

/** A row of a kind: every column by its name. */
export type RecordRow = Record<string, string | number | null> & { id: string };

/** The column that has the folded text of a field. */
export const keyColumn = (field: string): string => `${field}_key`;

/** The table that has the values of a list. */
export const listTable = (kind: Pick<RecordKind, "name">, field: string): string => `${kind.name}_${field}`;

/** Whether an earlier table holds a list as JSON in a column. */
export const isJsonList = ({ earlier }: Pick<RecordKind, "earlier">, { name }: NamedField): boolean =>
  earlier?.lists?.includes(name) === true;

/** Whether an earlier table holds a field by further columns. */
export const isInColumns = (kind: Pick<RecordKind, "earlier">, field: NamedField): boolean =>
  isJsonList(kind, field) || kind.earlier?.json?.[field.name] !== undefined;

/** The lists of a kind that have a table. */
export const listsOf = (kind: RecordKind): readonly NamedField[] =>
  isDocument(kind) ? [] : kind.fields.filter((field) => isList(field) && !isInColumns(kind, field));

export const isList = ({ facts }: NamedField): boolean => typeOf(facts).column(facts) === "list";

/** Whether a column has the folded text of a field. An earlier table has one where it says so. */
export const isFolded = ({ earlier }: Pick<RecordKind, "earlier">, { name, facts }: NamedField): boolean =>
  typeOf(facts).isFolded && (earlier === undefined || keyColumn(name) in earlier.columns);

/** Whether the documents of a kind are the only copy of its records. */
export const isDocument = ({ earlier }: Pick<RecordKind, "earlier">): boolean => earlier?.documents !== undefined;

/** The folded text of a field, as its column has it. Hosts of an earlier version write it at any length. */
export const foldedOf = ({ earlier }: Pick<RecordKind, "earlier">, value: string): string =>
  earlier === undefined ? foldedKey(value) : foldText(value);

/** Whether the texts of records are in their own table, and not in `record_text`. */
export const hasOwnTexts = ({ earlier }: Pick<RecordKind, "earlier">): boolean => earlier !== undefined && "search_text" in earlier.columns;

/** Whether `record_text` has the texts of the records of a kind. */
export const hasTexts = (kind: Pick<RecordKind, "earlier" | "doors" | "search">): boolean =>
  !hasOwnTexts(kind) && (kind.search.length > 0 || kind.doors.has("names"));

/** The title of a record as a text. @param alias of the table */
export function titleSql({ title, fields }: Pick<RecordKind, "title" | "fields">, alias: string): string {
  const facts = fields.find(({ name }) => name === title)?.facts;
  const column = `${alias}.${title}`;
  // SQLite takes no index for an expression.
  return facts === undefined || typeOf(facts).column(facts) === "text" ? column : `cast(${column} as text)`;
}

/** Whether a field may be null in the database. */
export const isNullable = ({ facts }: NamedField): boolean => facts.kind === "secret" || mayBeNull(facts);

const entities = new WeakMap<RecordKind, StoredEntity<RecordRow>>();

/** What the unit of work knows of the table of a kind: the same object each time. */
export function entityOf(kind: RecordKind): StoredEntity<RecordRow> {
  const entity = entities.get(kind) ?? makeEntity(kind);
  entities.set(kind, entity);
  return entity;
}

function makeEntity(kind: RecordKind): StoredEntity<RecordRow> {
  const columns: Record<string, Column> = { id: { type: "text", primary: true } };
  const named = { name: kind.schema, tableName: kind.name };
  if (isDocument(kind)) return { ...named, columns: { ...columns, ...kind.earlier?.columns } };
  for (const field of kind.fields) {
    if (isList(field) || isInColumns(kind, field)) continue;
    const type = typeOf(field.facts).column(field.facts) as "text" | "integer" | "bigint";
    columns[field.name] = { type, ...(isNullable(field) && { nullable: true as const }) };
    if (isFolded(kind, field)) columns[keyColumn(field.name)] = { type: "text" };
  }
  columns["created_at"] = { type: "text" };
  columns["updated_at"] = { type: "text" };
  return { ...named, columns: { ...columns, ...kind.earlier?.columns } };
}

/** Most arguments of a function: PostgreSQL takes 100. */
const MAX_ARGUMENTS = 100;

/** Joins texts. One call copies them once, where `||` copies what it has so far for each. */
function concatOf(parts: readonly string[]): string {
  if (parts.length <= MAX_ARGUMENTS) return `concat(${parts.join(", ")})`;
  return `concat(${concatOf(parts.slice(0, MAX_ARGUMENTS - 1))}, ${concatOf(parts.slice(MAX_ARGUMENTS - 1))})`;
}

/**
 * Documents of a kind. They are built from the columns when they are read: the texts are those that JSON.stringify makes of the records,
 * so that entity tags of both are equal.
 */
export class RecordDocuments extends DocumentType<RecordKind["schemas"]["record"]> {
  readonly #kind: RecordKind;
  readonly #names: ReadonlySet<string> | undefined;

  /** @param names of the fields that they have beside the id; all unless given */
  constructor(kind: RecordKind, names?: readonly string[]) {
    super(withLazy({ table: kind.name, steps: [], times: timesOf(kind) }, { schema: () => kind.schemas.record }));
    this.#kind = kind;
    this.#names = names && new Set(names);
  }

  privateTo(record: Readonly<Record<string, unknown>>): string | null | undefined {
    return privateTo(this.#kind, record);
  }

  /** No document is stored. */
  override lengthSql(): string {
    return "null";
  }

  override docSql(alias: string): string {
    // A kind without custom fields looks for none of a record: a database asks once for all of them.
    const custom =
      `case when exists (select 1 from field where record = '${this.table}') then coalesce(` +
      `(select string_agg('"' || f.name || '":' || coalesce(v.value, 'null'), ',' order by f.position, f.name) from field f ` +
      `left join ${valueTable(this.table).name} v on v.field_id = f.id and v.record_id = ${alias}.id ` +
      `where f.record = '${this.table}'), '') else '' end`;
    const quoted = (name: string): string => `'"' || ${alias}.${name} || '"'`;
    const members: readonly (readonly [name: string, sql: string])[] = [
      ["id", quoted("id")],
      ...this.#kind.fields.map((field) => [shownName(field), this.#jsonOf(field, alias)] as const),
      ...(this.#kind.doors.has("custom") ? [["fields", `'{' || ${custom} || '}'`] as const] : []),
      ["created_at", quoted("created_at")],
      ["updated_at", quoted("updated_at")],
    ];
    const shown = members.filter(([name]) => name === "id" || this.#has(name));
    return concatOf([...shown.flatMap(([name, sql], at) => [`'${at === 0 ? "{" : ","}"${name}":'`, sql]), "'}'"]);
  }

  #has(name: string): boolean {
    return this.#names?.has(name) ?? true;
  }

  #jsonOf(field: NamedField, alias: string): string {
    const own = this.#kind.earlier?.json?.[field.name];
    if (own !== undefined) return own(alias);
    if (isJsonList(this.#kind, field)) return `${alias}.${field.name}`;
    const type = typeOf(field.facts);
    if (!isList(field)) {
      const text = type.json(`${alias}.${field.name}`, field.facts);
      // Also a required reference is null in rows of hosts that do not know it.
      const mayBeNull = (isNullable(field) && !isSecret(field)) || field.facts.kind === "reference";
      return mayBeNull ? `case when ${alias}.${field.name} is null then 'null' else ${text} end` : text;
    }
    const value = type.json("x.value", field.facts);
    const rows = `from ${listTable(this.#kind, field.name)} x where x.record_id = ${alias}.id`;
    const joined = `select '[' || string_agg(r.v, ',') || ']' from (select ${value} as v ${rows} order by x.position) r`;
    // PostgreSQL sorts for each record, unless it learns first that there is nothing to sort.
    return `case when exists (select 1 ${rows}) then (${joined}) else '[]' end`;
  }
}

type KindDocuments = DocumentType<RecordKind["schemas"]["record"]>;

const documents = new WeakMap<RecordKind, KindDocuments>();

/** The documents of a kind: stored, or built from its columns. */
export function documentsOf(kind: RecordKind): KindDocuments {
  const own = documents.get(kind) ?? makeDocuments(kind);
  documents.set(kind, own);
  return own;
}

function makeDocuments(kind: RecordKind): KindDocuments {
  const steps = kind.earlier?.documents?.steps;
  if (steps === undefined) return new RecordDocuments(kind);
  return new DocumentType(withLazy({ table: kind.name, steps, times: timesOf(kind) }, { schema: () => kind.schemas.record }));
}

/** What the service sets by itself follows from the time of a change. */
const timesOf = ({ fields }: RecordKind): RecordTimes => ({
  set: fields.flatMap(({ name, facts }) => (facts.presence === "state" ? [name] : [])),
});

/** The tables of the lists of a kind, as copies and checks know them. */
export const listEntities = (kind: RecordKind): readonly StoredEntity[] =>
  listsOf(kind).map(({ name }) => ({
    name: `${kind.schema} ${name}`,
    tableName: listTable(kind, name),
    columns: {
      record_id: { type: "text", primary: true },
      position: { type: "integer", primary: true },
      value: { type: "text" },
    },
  }));
