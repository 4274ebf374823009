import type { SqlValue, Transaction } from "../contract/storage/storage.ts";
import type { Column, StoredEntity } from "../contract/storage/unit-of-work.ts";

type Columns = Readonly<Record<string, Column>>;

/** A bigint is a text as the ORM gives it: it may be more than a number holds exactly. */
type ValueOf<C extends Column> =
  | (C["type"] extends "integer" ? number : C["oneOf"] extends readonly (infer Text)[] ? Text : string)
  | (C["nullable"] extends true ? null : never);

type Written<C extends Columns> = { [Name in keyof C]: C[Name]["persist"] extends false ? never : Name }[keyof C] & string;

type Row<C extends Columns> = { -readonly [Name in Written<C>]: ValueOf<C[Name]> };

/** A table: what the ORM knows of it, its rows and lists of its columns are read off one definition. */
export interface Table<C extends Columns> {
  /** What the unit of work knows of it: for `entities` of a plugin's model. */
  readonly entity: StoredEntity<Row<C>>;
  /** Name in SQL. */
  readonly name: string;
  /** Names of the columns that we write, in the order of the definition. */
  readonly columns: readonly Written<C>[];
}

/** A row of a table, with every column that we write. */
export type RowOf<T> = T extends Table<infer C> ? Row<C> : never;

/**
 * Defines a table that migrations make: the entity for the unit of work, the type of a row and its columns follow from it.
 * @param entity name of its entity
 * @param name as in SQL
 * @example
 * const rackTable = defineTable("Rack", "rack", { id: { type: "text", primary: true }, height: { type: "integer", nullable: true } });
 * type RackRow = RowOf<typeof rackTable>; // { id: string; height: number | null }
 */
export function defineTable<const C extends Columns>(entity: string, name: string, columns: C): Table<C> {
  return {
    name,
    entity: { name: entity, tableName: name, columns },
    columns: Object.keys(columns).filter((column) => columns[column]?.persist !== false) as Written<C>[],
  };
}

/** A schema of an object, of which nothing but the names of its fields is looked at. */
export interface SchemaShape<Field extends string> {
  /** Its fields, by name. */
  readonly shape: Readonly<Record<Field, unknown>>;
}

/** The columns of a table that are fields of a record, too. */
export function columnsOf<C extends Columns, Field extends string>(
  { columns }: Table<C>,
  schema: SchemaShape<Field>,
): readonly (Written<C> & Field)[] {
  return columns.filter((column): column is Written<C> & Field => Object.hasOwn(schema.shape, column));
}

/** Inserts a row, with every column of its table. */
export async function insertRow<C extends Columns>(transaction: Transaction, { name, columns }: Table<C>, row: Row<C>): Promise<void> {
  await transaction.insert(name, columns, [columns.map((column) => row[column] as SqlValue)]);
}
