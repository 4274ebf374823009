// Kysely, by which transactions run statements of an application: `tx.sql` of `inventory.transaction`.
import { type Sql, sql as template } from "kysely";

export {
  type ColumnType,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Generated,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  Kysely,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type Updateable,
  type UpdateQueryBuilder,
  type UpdateResult,
} from "kysely";

/**
 * A statement, or a part of one, as text. What is put into it becomes a parameter. This is `sql` of Kysely.
 *
 * @example
 * await sql`update shop_order set paid = ${1} where id = ${id}`.execute(tx.sql);
 */
export const sql: Sql = template;
