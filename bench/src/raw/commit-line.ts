import type { Subject } from "../subject.ts";
import type { RawDatabase } from "./raw-database.ts";

/** A table of one column of text, for transactions of one row. */
export async function createLineTable({ raw, storage }: Subject): Promise<void> {
  const id = storage === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key";
  await raw.run(`create table bench_line (id ${id}, text text not null)`);
}

/** One row in a transaction of its own. */
export const commitLine = (raw: RawDatabase, text: string): unknown => raw.run("insert into bench_line (text) values (?)", [text]);
