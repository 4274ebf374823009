// Prints how long a database of so many documents takes to become that of a next version: the statements and the step in code that it
// is opened with, and the documents that are rewritten behind the start. The limit of each is one statement that does all of it at once,
// which nobody could wait for.
import { parseArgs } from "node:util";
import { createInventory, type Logger, silentLogger } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock } from "@cadastre/testing";
import { DelayWatch } from "../delay-watch.ts";
import { postgresqlEngine } from "../postgresql-engine.ts";
import { printMachine, printProgress, printResults, type Result } from "../report.ts";
import { sqliteEngine } from "../sqlite-engine.ts";
import type { Engine, Subject } from "../subject.ts";
import { cablesPlugin, firstDocument } from "./cables.ts";

const POLL_MS = 60_000;
const ID_DIGITS = 12;

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    storage: { type: "string", multiple: true, default: ["sqlite", "postgresql"] },
  },
});
const rows = Number(values.rows);

const openStorage = ({ storage, url }: Subject) => (storage === "sqlite" ? sqlite(url.replace("sqlite://", "")) : postgresql(url));

async function secondsOf(work: () => Promise<unknown> | unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** A table of the first version, and a copy of it for the limits. */
async function load(subject: Subject): Promise<void> {
  await (await createInventory({ storage: openStorage(subject), plugins: [cablesPlugin(1)] })).close();
  const { raw } = subject;
  const numbers =
    subject.storage === "sqlite"
      ? "with recursive number(n) as (select 1 union all select n + 1 from number where n < ?) select n from number"
      : "select n from generate_series(1, ?::int) as number(n)";
  const id = subject.storage === "sqlite" ? `printf('%0${ID_DIGITS}d', n)` : `lpad(n::text, ${ID_DIGITS}, '0')`;
  await raw.run(`insert into cable (id, doc) select ${id}, ${firstDocument(id)} from (${numbers}) as numbers`, [rows]);
  await raw.run("create table copy (id text primary key, doc text not null, label_key text not null default '')");
  await raw.run("insert into copy (id, doc) select id, doc from cable order by id");
  await subject.settle();
}

/** A logger that settles when something is told. */
function waitFor(message: string): { readonly logger: Logger; readonly told: Promise<Readonly<Record<string, unknown>>> } {
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, unknown>>>();
  const info: Logger["info"] = (text, fields) => {
    if (text === message) resolve(fields ?? {});
  };
  return { logger: { ...silentLogger, info }, told: promise };
}

function rowOf(work: string, limit: string, seconds: number, limitSeconds: number, note = ""): Result[1] {
  const perSecond = `${Math.round(rows / seconds).toLocaleString("en")} rows/s`;
  const times = `${seconds.toFixed(1)} s / ${limitSeconds.toFixed(1)} s; ${perSecond}`;
  return { work, limit, value: seconds / limitSeconds, unit: "x", note: note === "" ? times : `${times}; ${note}` };
}

async function measure(engine: Engine): Promise<readonly Result[]> {
  const results: Result[] = [];
  const add = (row: Result[1]): void => {
    results.push([engine.storage, row]);
    printProgress([engine.storage, row]);
  };
  const subject = await engine.open();
  try {
    await load(subject);
    const { raw } = subject;
    const field = engine.storage === "sqlite" ? "json_extract(doc, '$.label')" : "doc::json ->> 'label'";
    const column = await secondsOf(async () => await raw.run(`update copy set label_key = upper(${field})`));
    await subject.settle();
    const text = await secondsOf(
      async () => await raw.run(`update copy set doc = substr(doc, 1, length(doc) - 1) || ',"colour":"","$version":2}'`),
    );
    await subject.settle();

    const clock = new FakeClock();
    const { logger, told } = waitFor("documents were rewritten in the version of this program");
    const start = performance.now();
    const inventory = await createInventory({ storage: openStorage(subject), plugins: [cablesPlugin(2)], clock, logger });
    try {
      const opened = (performance.now() - start) / 1000;
      add(rowOf("opening: an index of all documents, and a column filled by a step in code", "one update of the column", opened, column));
      const watch = new DelayWatch();
      const rewritten = await secondsOf(
        async () =>
          await watch.during(async () => {
            await clock.advance(POLL_MS);
            const { count } = await told;
            if (count !== rows) throw new Error(`${String(count)} of ${rows} documents were rewritten`);
          }),
      );
      add(rowOf("documents rewritten behind the start", "one update of the documents", rewritten, text, watch.note));
      const left = (await raw.get(`select count(*) as n from cable where label_key <> 'PATCH CABLE'`)) as { n: number | string };
      if (Number(left.n) > 0) throw new Error(`${left.n} rows have no label_key`);
    } finally {
      await inventory.close();
    }
  } finally {
    await subject.close();
  }
  return results;
}

printMachine("one statement takes");
const results: Result[] = [];
for (const open of [sqliteEngine, postgresqlEngine]) {
  const engine = await open();
  try {
    if (!values.storage.includes(engine.storage)) continue;
    console.log(engine.about);
    results.push(...(await measure(engine)));
  } finally {
    await engine.close();
  }
}
printResults(results);
