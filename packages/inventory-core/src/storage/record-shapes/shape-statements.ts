import { createHash } from "node:crypto";
import type { UniqueKey } from "../../contract/record-kind.ts";
import type { DialectName } from "../../contract/storage/storage.ts";
import { TEXT } from "../dialect-words.ts";
import type { FieldShape, RecordShape } from "./record-shape.ts";

/** Longest name that PostgreSQL keeps whole. */
const MAX_IDENTIFIER = 60;

export const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

function identifier(...parts: readonly string[]): string {
  const name = parts.join("_");
  return name.length <= MAX_IDENTIFIER ? name : `${name.slice(0, MAX_IDENTIFIER - 13)}_${digest(name)}`;
}

const literal = (value: string | number): string => (typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);

const ON_DELETE: Readonly<Record<NonNullable<FieldShape["refersTo"]>["onDelete"], string>> = {
  refuse: "",
  clear: " on delete set null",
  cascade: " on delete cascade",
};

export function columnsOf(
  { name, column, isNullable: nullable, isFolded: folded, default: value, refersTo }: FieldShape,
  dialect: DialectName,
): string[] {
  const type = columnType(column as "text" | "integer" | "bigint", dialect);
  // A host that does not know the column writes rows without it.
  const rest = nullable ? "" : ` not null default ${literal(value ?? "")}`;
  const foreign = refersTo === null ? "" : ` references ${refersTo.to} (id)${ON_DELETE[refersTo.onDelete]}`;
  // A required reference has no default that would refer to something: a host that does not know it leaves it null.
  const own = refersTo === null ? `${name} ${type}${rest}` : `${name} ${type}${foreign}`;
  return folded ? [own, `${name}_key ${columnType("text", dialect)} not null default ''`] : [own];
}

export function listStatements(kind: string, { name, refersTo }: FieldShape, dialect: DialectName): string[] {
  const table = `${kind}_${name}`;
  const text = columnType("text", dialect);
  // A list loses an entry whose record is cleared, as its row goes.
  const foreign = refersTo === null ? "" : ` references ${refersTo.to} (id)${refersTo.onDelete === "refuse" ? "" : " on delete cascade"}`;
  return [
    `create table ${table} (record_id ${text} not null references ${kind} (id) on delete cascade, position integer not null,
       value ${text} not null${foreign}, primary key (record_id, position))`,
    `create index ${identifier(table, "value")} on ${table} (value, record_id)`,
  ];
}

export const uniqueName = (kind: string, key: UniqueKey): string => identifier(kind, ...key.fields, "unique");
export const indexName = (kind: string, index: readonly string[]): string => identifier(kind, ...index, "index");
export const indexStatement = (kind: string, index: readonly string[]): string =>
  `create index ${indexName(kind, index)} on ${kind} (${index.join(", ")}, id)`;

/** A column in the words of a database. */
export function columnType(type: "text" | "integer" | "bigint", dialect: DialectName): string {
  return type === "text" ? TEXT[dialect] : type === "bigint" && dialect === "sqlite" ? "integer" : type;
}

/** The statements that add fields to the tables of a kind. */
export const additionOf = (kind: string, fields: readonly FieldShape[], dialect: DialectName): readonly string[] =>
  fields.flatMap((field) =>
    field.column === "list"
      ? listStatements(kind, field, dialect)
      : columnsOf(field, dialect).map((column) => `alter table ${kind} add column ${column}`),
  );

/** The statements that add the fields and indexes of `all` which `some` lacks. */
export function missingOf(some: RecordShape, all: RecordShape, dialect: DialectName): readonly string[] {
  const known = new Set(some.fields.map(({ name }) => name));
  const indexes = all.indexes.filter((index) => !some.indexes.some((one) => one.join() === index.join()));
  return [
    ...additionOf(
      all.kind,
      all.fields.filter(({ name }) => !known.has(name)),
      dialect,
    ),
    ...indexes.map((index) => indexStatement(all.kind, index)),
  ];
}
