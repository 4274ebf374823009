// Kysely, by which transactions run statements of an application: `tx.sql` of `inventory.transaction`.
export { type ColumnType, type Generated, type Insertable, Kysely, type Selectable, sql, type Updateable } from "kysely";
