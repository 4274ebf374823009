import { setImmediate } from "node:timers/promises";
import Database from "better-sqlite3";
import { Client } from "pg";

/** A program that keeps its place, held where it has written a place with differences and is about to write the next. */
export interface Gate {
  /** What the last place that is written down counts; undefined without one. */
  readonly place: () => Promise<{ readonly count: number } | undefined>;
  /** Opens it. */
  readonly open: () => Promise<void>;
}

/** Until it holds somebody: what is written down has differences, and the next place cannot be. */
export async function held({ place }: Gate, ended: () => boolean): Promise<number> {
  for (;;) {
    const count = (await place())?.count ?? 0;
    if (count > 0) return count;
    if (ended()) throw new Error("it ended before it was held");
    await setImmediate();
  }
}

const progressIn = (text: unknown): { readonly count: number } | undefined =>
  typeof text === "string" ? (JSON.parse(text) as { count: number }) : undefined;

/** On SQLite the statement never ends: the process is to be killed. */
export function sqliteGate(file: string, setting: string): Gate {
  const database = new Database(file);
  database.exec(
    `create trigger gate before update on setting when old.name = '${setting}' and json_extract(old.value, '$.count') > 0 begin
       select count(*) from (with recursive n (i) as (select 1 union all select i + 1 from n) select i from n);
     end`,
  );
  const placed = database.prepare("select value from setting where name = ?").pluck();
  return {
    place: async () => progressIn(placed.get(setting)),
    open: async () => {
      database.exec("drop trigger gate");
      database.close();
    },
  };
}

/** On PostgreSQL it waits for a lock of this process. */
export async function postgresqlGate(url: string, setting: string): Promise<Gate> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_advisory_lock(388);
     create function gate() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(388); return new; end $$;
     create trigger gate before update on setting for each row
       when (old.name = '${setting}' and (old.value::jsonb ->> 'count')::int > 0) execute function gate()`,
  );
  return {
    place: async () => progressIn((await client.query("select value from setting where name = $1", [setting])).rows[0]?.value),
    open: async () => {
      // The server learns that the process is gone when it is let through; what it had begun is taken back, and only then the lock is free.
      await client.query(
        "select pg_advisory_unlock(388); select pg_advisory_lock(388); drop trigger gate on setting; drop function gate()",
      );
      await client.end();
    },
  };
}
