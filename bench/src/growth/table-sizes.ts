import type { Subject } from "../subject.ts";

/** Rows and bytes of a table in a database. */
export interface TableSize {
  readonly table: string;
  readonly rows: number;
  /** Bytes of its rows on the disk, with what lies beside them. */
  readonly heap: number;
  /** Bytes of its indexes; of a text index, all. */
  readonly indexes: number;
}

/** Bytes by table: on SQLite of the pages of each tree (a table that is an index is its own rows), on PostgreSQL of its files. */
const SQLITE = `
  select case when instr(s.tbl_name, '_search') > 0 then substr(s.tbl_name, 1, instr(s.tbl_name, '_search') + 6)
      else s.tbl_name end as "table",
    sum(case when s.type = 'table' and instr(s.tbl_name, '_search') = 0 then d.pgsize else 0 end) as heap,
    sum(case when s.type = 'index' or instr(s.tbl_name, '_search') > 0 then d.pgsize else 0 end) as indexes
  from dbstat d join sqlite_schema s on s.name = d.name where d.aggregate = 1 group by 1`;
const POSTGRESQL = `
  select relname as "table", pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace`;

/** @returns the tables of the database, largest first */
export async function tableSizes({ raw, storage }: Pick<Subject, "raw" | "storage">): Promise<readonly TableSize[]> {
  const found = await raw.all<{ table: string; heap: number | string; indexes: number | string }>(
    storage === "sqlite" ? SQLITE : POSTGRESQL,
  );
  const sizes: TableSize[] = [];
  for (const { table, heap, indexes } of found) {
    const counted = (await raw.get(`select count(*) as rows from "${table}"`)) as { rows: number | string };
    sizes.push({ table, rows: Number(counted.rows), heap: Number(heap), indexes: Number(indexes) });
  }
  return sizes.toSorted((one, other) => other.heap + other.indexes - one.heap - one.indexes);
}
