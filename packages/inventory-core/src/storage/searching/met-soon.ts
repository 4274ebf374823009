import type { Queries, SqlFragment } from "../../contract/storage/storage.ts";
import type { RecordCondition } from "./walked-records.ts";

/** Records from the beginning of the names that are looked at, to learn whether many meet a condition. */
export const SAMPLED_RECORDS = 1000;

/** As many of them meet what many do: the first page of a walk along the names is there after three times as many records, about. */
const MANY_OF_SAMPLED = 10;

/** A statement that counts as `met` how many of the first records of a table by name meet a condition. */
export const metByName = (table: string, { sql, params }: RecordCondition): SqlFragment => ({
  sql: `select count(*) as met from (select t.* from ${table} t order by t.name, t.id limit ${SAMPLED_RECORDS}) as t where ${sql}`,
  params,
});

/**
 * Whether a walk along the names soon meets records that meet a condition. It is looked at in the records themselves: what a database
 * estimates may be of another day, and says nothing of where in the names they are.
 * @param counted a statement that counts as {@link metByName} counts, or among other records that are walked along
 */
export async function isMetSoon(read: Queries, { sql, params }: SqlFragment): Promise<boolean> {
  const row = await read.get<{ met: number | string }>(sql, params);
  return Number(row?.met) >= MANY_OF_SAMPLED;
}

/**
 * A condition that PostgreSQL looks at record by record, along the order that a list asks for: it can be turned into no join, served by no
 * index, and counts as one that nearly all records meet.
 */
export const oneByOne = ({ sql, params }: RecordCondition): RecordCondition => ({
  sql: `case when ${sql} then 1 else 0 end <> 0`,
  params,
});
