import { Client } from "pg";

/** A schema beside ours: what the program does in its own is written down there. */
const RECORDING = "recording";

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Writes down from now on every statement that changes tables. The role must be a superuser, the database empty. */
export async function recordStatements(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`create schema ${RECORDING}`);
    await client.query(`create table ${RECORDING}.statement (number bigserial primary key, text text not null)`);
    await client.query(
      `create function ${RECORDING}.note() returns event_trigger language plpgsql as
       $$ begin insert into ${RECORDING}.statement (text) values (current_query()); end $$`,
    );
    await client.query(`create event trigger ${RECORDING} on ddl_command_end execute function ${RECORDING}.note()`);
  });
}

/**
 * The database as SQL that any client can run: the statements that made its tables, as the program sent them, then the rows and
 * where the sequences are. There is no pg_dump for the servers of tests, and what a newer one writes an older one does not read.
 */
export async function dumpPostgresql(url: string): Promise<string> {
  return await withClient(url, async (client) => {
    const { rows: statements } = await client.query<{ text: string }>(`select text from ${RECORDING}.statement order by number`);
    // An extension is made by one statement of ours and many of its own.
    const lines = statements.map(({ text }) => text.trim()).filter((text, index, all) => text !== all[index - 1]);
    lines.push("set session_replication_role = replica");
    const { rows: tables } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    );
    // Migrations and the first start have written some rows.
    lines.push(`truncate ${tables.map(({ name }) => `"${name}"`).join(", ")}`);
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t order by 1`);
      if (rows.length === 0) continue;
      const json = client.escapeLiteral(`[${rows.map(({ row }) => row).join(",\n")}]`);
      lines.push(`insert into "${name}" overriding system value select * from jsonb_populate_recordset(null::"${name}", ${json}::jsonb)`);
    }
    const { rows: sequences } = await client.query<{ name: string; value: string | null }>(
      "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1",
    );
    for (const { name, value } of sequences) if (value !== null) lines.push(`select setval('"${name}"', ${value})`);
    lines.push("set session_replication_role = default");
    return `${lines.map((line) => line.replace(/;$/, "")).join(";\n")};\n`;
  });
}

/** Runs a dump in an empty database. */
export async function loadPostgresql(url: string, dump: string): Promise<void> {
  await withClient(url, async (client) => await client.query(dump));
}
