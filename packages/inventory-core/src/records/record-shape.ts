import type { DialectName, MigrationTransaction, StorageMigration } from "../contract/storage/storage.ts";
import { recordErrors } from "./check-declaration.ts";
import { typeOf } from "./field-types.ts";
import type { NamedField, RecordKind, UniqueKey } from "../contract/record-kind.ts";
import { rewriteClaims } from "./functions/record-claims.ts";
import { orderColumns } from "./record-names.ts";
import { memberShapes, objectsProblem } from "./fields/stored-objects.ts";
import type { FieldShape, RecordShape } from "../storage/record-shapes/record-shape.ts";
import {
  additionOf,
  columnsOf,
  columnType,
  digest,
  indexStatement,
  listStatements,
  uniqueName,
} from "../storage/record-shapes/shape-statements.ts";
import { MIGRATION_TABLE } from "../storage/opening/migrate.ts";
import { documentsOf, isFolded, isNullable, listTable } from "./record-table.ts";
import { rewriteNextTexts } from "./texts/record-text.ts";

function fieldShape(kind: RecordKind, field: NamedField): FieldShape {
  const { facts } = field;
  const type = typeOf(facts);
  const column = type.column(facts);
  const nullable = isNullable(field);
  const value =
    facts.default !== undefined && facts.default !== null
      ? type.written(facts.default)
      : column === "text"
        ? textWhereUnset(type.unset)
        : 0;
  return {
    name: field.name,
    type: facts.kind,
    column,
    isNullable: nullable,
    isFolded: isFolded(kind, field),
    default: nullable || column === "list" ? null : (value as string | number),
    refersTo: facts.to === undefined || facts.onDelete === "keep" ? null : { to: facts.to, onDelete: facts.onDelete ?? "refuse" },
    isRequired: facts.presence === "required",
    ...(facts.kind === "objects" && { members: memberShapes(facts) }),
  };
}

const textWhereUnset = (unset: unknown): string => (typeof unset === "object" && unset !== null ? JSON.stringify(unset) : "");

const shapes = new WeakMap<RecordKind, RecordShape>();

/** The shape of a kind: the same object each time. */
export function shapeOf(kind: RecordKind): RecordShape {
  const shape = shapes.get(kind) ?? makeShape(kind);
  shapes.set(kind, shape);
  return shape;
}

function makeShape(kind: RecordKind): RecordShape {
  const indexed = kind.fields.filter(({ facts }) => ["reference", "choice", "owner"].includes(facts.kind)).map(({ name }) => [name]);
  return {
    kind: kind.name,
    title: kind.title,
    fields: kind.fields.map((field) => fieldShape(kind, field)),
    unique: kind.unique,
    search: kind.search,
    indexes: [[kind.title], orderColumns(kind), ...indexed, ...kind.index.map((name) => [name])].filter(
      (index, at, all) => index[0] !== "id" && all.findIndex((other) => other.join() === index.join()) === at,
    ),
    ...(kind.functions.claims && { claims: true }),
  };
}

function uniqueStatement({ kind, fields }: RecordShape, key: UniqueKey): string {
  const columns = key.fields.map((name) => {
    const field = fields.find((one) => one.name === name);
    if (!key.nullsEqual || field?.isNullable !== true) return name;
    return field.column === "text" ? `coalesce(${name}, '')` : `coalesce(${name}, -1)`;
  });
  return `create unique index ${uniqueName(kind, key)} on ${kind} (${columns.join(", ")})`;
}

/** The statements that make the tables of a kind. */
function creation(shape: RecordShape, dialect: DialectName): string[] {
  const { kind, fields, unique, indexes } = shape;
  const text = columnType("text", dialect);
  const columns = fields.filter(({ column }) => column !== "list").flatMap((field) => columnsOf(field, dialect));
  return [
    `create table ${kind} (id ${text} not null primary key, ${columns.join(", ")}, ` +
      `created_at ${text} not null, updated_at ${text} not null)`,
    ...fields.filter(({ column }) => column === "list").flatMap((field) => listStatements(kind, field, dialect)),
    ...unique.map((key) => uniqueStatement(shape, key)),
    ...indexes.map((index) => indexStatement(kind, index)),
  ];
}

const sameKey = (one: UniqueKey, other: UniqueKey): boolean =>
  one.nullsEqual === other.nullsEqual && one.fields.join() === other.fields.join();

const isEmptyIn = async (transaction: MigrationTransaction, kind: string, column: string): Promise<boolean> =>
  (await transaction.get(`select 1 as one from ${kind} where coalesce(${column}, '') = '' limit 1`)) !== undefined;

const HAS_TABLE: Readonly<Record<DialectName, string>> = {
  sqlite: "select name from sqlite_master where name = any(?) limit 1",
  postgresql:
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_name = any(?) limit 1",
};

/** @throws RECORD_INVALID when the database has a table that a new kind needs */
async function mustBeFree(transaction: MigrationTransaction, { kind, fields }: RecordShape, dialect: DialectName): Promise<void> {
  const lists = fields.filter(({ column }) => column === "list").map(({ name }) => listTable({ name: kind }, name));
  const taken = await transaction.get<{ name: string }>(HAS_TABLE[dialect], [[kind, ...lists]]);
  if (taken === undefined) return;
  const reason = `the database has a table ${taken.name} already: give the kind or the field another name`;
  throw recordErrors.RECORD_INVALID({ record: kind, reason });
}

/**
 * The statements that bring the tables of a kind from one shape to the next.
 * @param next with the fields that the database has and the declaration does not
 * @throws RECORD_INVALID for a change that rows do not survive
 */
async function growth(transaction: MigrationTransaction, before: RecordShape, next: RecordShape, dialect: DialectName): Promise<string[]> {
  const { kind } = next;
  const refuse = (reason: string): never => {
    throw recordErrors.RECORD_INVALID({ record: kind, reason });
  };
  const known = new Map(before.fields.map((field) => [field.name, field]));
  const added = next.fields.filter(({ name }) => !known.has(name));
  for (const field of next.fields) {
    const was = known.get(field.name);
    if (was === undefined) continue;
    if (was.type !== field.type || was.column !== field.column) refuse(`the type of ${field.name} cannot change: declare another field`);
    if (was.refersTo?.to !== field.refersTo?.to || was.refersTo?.onDelete !== field.refersTo?.onDelete)
      refuse(`${field.name} cannot refer to another kind, or be cleared otherwise, than before: declare another field`);
    if (was.isNullable && !field.isNullable) refuse(`${field.name} is null in some records: it must stay optional`);
    if (!was.isNullable && field.isNullable)
      refuse(`${field.name} was required, so that it cannot be null: it must stay so, or get a default`);
    const objects = { kind, field: field.name, before: was.members ?? [], next: field.members ?? [] };
    const problem = await objectsProblem(transaction, objects);
    if (problem !== undefined) refuse(problem);
    if (!was.isRequired && field.isRequired && field.column === "text" && (await isEmptyIn(transaction, kind, field.name)))
      refuse(`${field.name} is empty in some records: it must stay optional, or fill it first`);
  }
  const required = added.find(({ isRequired }) => isRequired);
  if (required !== undefined && (await transaction.get(`select 1 as one from ${kind} limit 1`)) !== undefined)
    refuse(`${required.name} is required, and there are records without it: make it optional, or give it a default`);
  const keys = next.unique.filter((key) => !before.unique.some((one) => sameKey(one, key)));
  for (const key of keys.filter(({ fields }) => fields.every((name) => known.has(name)))) {
    const columns = key.fields.join(", ");
    const nulls = key.nullsEqual ? "" : ` where ${key.fields.map((name) => `${name} is not null`).join(" and ")}`;
    const twice = await transaction.get(`select ${columns} from ${kind}${nulls} group by ${columns} having count(*) > 1 limit 1`);
    if (twice !== undefined)
      refuse(`${key.fields.join(" and ")} cannot be unique: records share ${JSON.stringify(twice)}; change them first`);
  }
  for (const { fields, nullsEqual } of keys) {
    const first = fields.find((name) => !known.has(name));
    if (first === undefined) continue;
    const isDistinct = !nullsEqual && fields.some((name) => next.fields.find((field) => field.name === name)?.isNullable === true);
    const columns = fields.filter((name) => known.has(name));
    const grouped = columns.length === 0 ? "" : `group by ${columns.join(", ")}`;
    const twice = isDistinct
      ? undefined
      : await transaction.get(`select count(*) as count from ${kind} ${grouped} having count(*) > 1 limit 1`);
    if (twice !== undefined)
      refuse(`${fields.join(" and ")} cannot be unique: all records would share its first value; add the field first, then fill it`);
  }
  const indexes = next.indexes.filter((index) => !before.indexes.some((one) => one.join() === index.join()));
  return [
    ...additionOf(kind, added, dialect),
    ...before.unique.filter((key) => !next.unique.some((one) => sameKey(one, key))).map((key) => `drop index ${uniqueName(kind, key)}`),
    ...keys.map((key) => uniqueStatement(next, key)),
    ...indexes.map((index) => indexStatement(kind, index)),
  ];
}

/** A shape with what an earlier one has and it does not: the columns stay, and new records have nothing in them. */
function merged(before: RecordShape, shape: RecordShape): RecordShape {
  const names = new Set(shape.fields.map(({ name }) => name));
  const kept = before.fields.filter(({ name }) => !names.has(name)).map((field) => ({ ...field, isRequired: false }));
  const indexes = before.indexes.filter((index) => !shape.indexes.some((one) => one.join() === index.join()));
  return { ...shape, fields: [...shape.fields, ...kept], indexes: [...shape.indexes, ...indexes] };
}

/** Whether a database of a shape also holds for the declaration of an earlier one. */
function covers(next: RecordShape, before: RecordShape): boolean {
  const has = (all: readonly unknown[], one: unknown): boolean => all.some((other) => JSON.stringify(other) === JSON.stringify(one));
  return (
    next.title === before.title &&
    next.search.join() === before.search.join() &&
    next.claims === before.claims &&
    before.fields.every((field) => has(next.fields, field)) &&
    before.unique.every((key) => has(next.unique, key))
  );
}

/** Forgets the migrations of earlier declarations: one that returns must check records and rewrite their texts anew. */
async function forgetMigrations(transaction: MigrationTransaction, prefix: string): Promise<void> {
  await transaction.run(`delete from ${MIGRATION_TABLE} where substr(name, 1, ${prefix.length}) = ?`, [prefix]);
}

/**
 * The migration of a kind, for a dialect. Its name has a digest of the shape, so that a start with the same shape runs no statement. What
 * it does follows from the shape that the database has, which other hosts may have grown.
 */
export function recordMigration(plugin: string, kind: RecordKind, dialect: DialectName): StorageMigration {
  const shape = shapeOf(kind);
  return {
    name: `${plugin}/${kind.name}@${digest(JSON.stringify(shape))}`,
    statements: [],
    compatibility: "additive",
    plan: async (transaction) => {
      const row = await transaction.get<{ shape: string }>("select shape from record_shape where kind = ?", [kind.name]);
      const before = row === undefined ? undefined : (JSON.parse(row.shape) as RecordShape);
      const next = before === undefined ? shape : merged(before, shape);
      if (before === undefined) await mustBeFree(transaction, shape, dialect);
      else if (!covers(shape, before)) await forgetMigrations(transaction, `${plugin}/${kind.name}@`);
      const statements = before === undefined ? creation(next, dialect) : await growth(transaction, before, next, dialect);
      await transaction.run(
        "insert into record_shape (kind, plugin, shape) values (?, ?, ?) " +
          "on conflict (kind) do update set plugin = excluded.plugin, shape = excluded.shape",
        [kind.name, plugin, JSON.stringify(next)],
      );
      return statements;
    },
    step: async (transaction, after) => {
      if (after === "" && kind.functions.claims) await claimAll(transaction, kind);
      return await rewriteNextTexts(transaction, kind, after);
    },
  };
}

/** Records that are read together. */
const PAGE = 500;

/** Claims the keys of the records that are there. @throws RECORD_INVALID when two of them claim one key */
async function claimAll(transaction: MigrationTransaction, kind: RecordKind): Promise<null> {
  const key = await rewriteClaims(transaction, kind, allRecords(transaction, kind));
  if (key === undefined) return null;
  throw recordErrors.RECORD_INVALID({ record: kind.name, reason: `two records claim ${key}; change or delete one of them first` });
}

async function* allRecords(transaction: MigrationTransaction, kind: RecordKind): AsyncGenerator<readonly string[]> {
  let after = "";
  for (;;) {
    const rows = await transaction.all<{ id: string; doc: string }>(
      `select t.id, ${documentsOf(kind).docSql("t")} as doc from ${kind.name} t where t.id > ? order by t.id limit ${PAGE}`,
      [after],
    );
    if (rows.length === 0) return;
    yield rows.map(({ doc }) => doc);
    after = rows.at(-1)?.id ?? after;
  }
}
