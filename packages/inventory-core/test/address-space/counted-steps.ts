import type { Storage } from "@cadastre/inventory-core";
import Database from "libsql";
import { sessionStorage } from "../../src/storage/sessions/session-storage.ts";
import type { Session } from "../../src/storage/sessions/session.ts";

/** Counts virtual machine steps by statement. SQLite reports them in the table `sqlite_stmt`, which libSQL is built with. */
export class StepCounter {
  readonly #byStatement = new Map<string, number>();
  #next = 0;

  count(database: Database.Database, sql: string, run: (marked: string) => void): void {
    const mark = `/* ${(this.#next += 1)} */`;
    run(`${sql} ${mark}`);
    const row = database.prepare("select nstep from sqlite_stmt where sql like ?").get(`%${mark}`) as { nstep: number } | undefined;
    this.#byStatement.set(sql, (this.#byStatement.get(sql) ?? 0) + (row?.nstep ?? 0));
  }

  take(): ReadonlyMap<string, number> {
    const taken = new Map(this.#byStatement);
    this.#byStatement.clear();
    return taken;
  }
}

function countedSession(database: Database.Database, steps: StepCounter): Session {
  return {
    async query(sql, params) {
      if (sql.startsWith("begin")) return (database.exec(sql), { rows: [], changes: 0 });
      let result = { rows: [] as object[], changes: 0 };
      steps.count(database, sql, (marked) => {
        const statement = database.prepare(marked);
        result = statement.reader
          ? { rows: statement.all(...params) as object[], changes: 0 }
          : { rows: [], changes: statement.run(...params).changes };
      });
      return result;
    },
    rows: (sql, params) => database.prepare(sql).iterate(...params) as IterableIterator<object>,
    close: () => void database.close(),
  };
}

/** A file of SQLite whose statements are counted. */
export function countedStorage(file: string, steps: StepCounter): Storage {
  return sessionStorage({
    name: "counted",
    dialect: "sqlite",
    capabilities: { severalProcesses: true, durable: false },
    connect: (purpose) => countedSession(new Database(file, { readonly: purpose !== "write", timeout: 0 }), steps),
  });
}

/** Returns the steps of all statements. */
export const totalSteps = (work: ReadonlyMap<string, number>): number => [...work.values()].reduce((sum, count) => sum + count, 0);
