/**
 * Does what `pg_dump` and `pg_restore` do, by SQL, as the binaries for tests have neither: the rows, defaults, comments and
 * sequences of one database in another, which nobody has opened as restored yet.
 *
 * @param target URL of a database that has the same tables, as a host with the same plugins has made them; its rows go
 */
export async function restoreInto(source: string, target: string): Promise<void> {
  // Loaded when it is needed: the other helpers of this subpath work without the optional peer pg.
  const { Client } = await import("pg");
  const [from, to] = [new Client({ connectionString: source }), new Client({ connectionString: target })];
  await Promise.all([from.connect(), to.connect()]);
  try {
    await from.query("begin isolation level repeatable read read only");
    await to.query("begin");
    // As pg_restore does with a dump: triggers and references come last.
    await to.query("set local session_replication_role = replica");
    const { rows: tables } = await from.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = current_schema() order by 1",
    );
    for (const { name } of tables) await to.query(`truncate "${name}" cascade`);
    for (const { name } of tables) {
      const { rows } = await from.query(`select to_jsonb(t) as row from "${name}" t`);
      const json = JSON.stringify(rows.map(({ row }: { row: unknown }) => row));
      await to.query(`insert into "${name}" overriding system value select * from jsonb_populate_recordset(null::"${name}", $1::jsonb)`, [
        json,
      ]);
    }
    const { rows: columns } = await from.query<{
      relname: string;
      attname: string;
      expression: string | null;
      comment: string | null;
      sequence: string | null;
    }>(
      `select c.relname, a.attname, case when a.attidentity = '' then pg_get_expr(d.adbin, d.adrelid) end as expression,
        col_description(c.oid, a.attnum) as comment,
         pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 left join pg_attrdef d on d.adrelid = c.oid
         and d.adnum = a.attnum
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not a.attisdropped`,
    );
    for (const { relname, attname, expression, comment, sequence } of columns) {
      if (expression !== null && sequence === null)
        await to.query(`alter table "${relname}" alter column "${attname}" set default ${expression}`);
      await to.query(`comment on column "${relname}"."${attname}" is ${comment === null ? "null" : to.escapeLiteral(comment)}`);
      if (sequence === null) continue;
      const {
        rows: [last],
      } = await from.query<{ last_value: string; is_called: boolean }>(`select last_value, is_called from ${sequence}`);
      await to.query("select setval($1, $2, $3)", [sequence, last?.last_value, last?.is_called]);
    }
    await to.query("commit");
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}
