// Prints how long each operation takes in companies of several sizes, and what power of the number of devices that grows with.
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { createInventory, type Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { ENGINES } from "../run/engines.ts";
import { openPostgresql } from "../postgresql-engine.ts";
import { printMachine } from "../report.ts";
import { openSqlite } from "../sqlite-engine.ts";
import type { OpenOptions, Subject } from "../subject.ts";
import { growthTable, type Size } from "./growth-table.ts";
import { type CompanyOptions, type LargeCompany, makeCompany, seededOptions } from "./large-company.ts";
import { type Measurement, measureAll } from "./measure-growth.ts";
import { projectionTable } from "./projection.ts";
import { Samples } from "./samples.ts";
import type { SeededIds } from "./seeded-ids.ts";
import { storedCompany } from "./stored-company.ts";
import { tableSizes } from "./table-sizes.ts";

const HELP = `pnpm bench:growth [--devices N]... [--storage sqlite|postgresql]... [--changes N] [--seed N] 
  [--only PART OF A NAME] [--skip PART OF A NAME]... [--project DEVICES] [--database URL]
  With --project nothing is timed: rows and bytes of each table are measured, and told for so many devices.
  With --database, a DATABASE_URL, the company is made there unless it has one, and stays; of one size that --devices says.
  A million devices with four changes of each take 36 GB on the disk (TMPDIR says where) and a good while.`;
const DAY_MS = 86_400_000;

const { values } = parseArgs({
  options: {
    devices: { type: "string", multiple: true, default: ["1000", "10000", "100000"] },
    storage: { type: "string", multiple: true, default: Object.keys(ENGINES) },
    changes: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    skip: { type: "string", multiple: true, default: [] },
    project: { type: "string" },
    database: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

async function databaseMb({ storage, raw, url }: Subject): Promise<number> {
  if (storage === "sqlite") return statSync(fileOf(url)).size / 2 ** 20;
  const { size } = (await raw.get("select pg_database_size(current_database()) as size")) as { size: string };
  return Number(size) / 2 ** 20;
}

/** The company of a database, which is made where none is. */
async function companyIn(subject: Subject, options: CompanyOptions & { readonly ids: SeededIds }): Promise<LargeCompany> {
  const { devices } = options;
  const there = await storedCompany(subject.raw);
  if (there !== undefined) return there;
  const began = performance.now();
  const company = await makeCompany(subject.inventory, subject.raw, options, (line) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${line}  `);
  });
  await subject.settle();
  const seconds = (performance.now() - began) / 1000;
  console.error(`${subject.storage}, ${devices} devices: made in ${seconds.toFixed(0)} s, ${(await databaseMb(subject)).toFixed(0)} MB`);
  return company;
}

async function sizeOf(open: (options: OpenOptions) => Promise<Subject>, devices: number): Promise<Size> {
  const seed = Number(values.seed);
  const changes = Number(values.changes);
  // No older than what retention leaves there.
  const at = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - (changes + 1) * DAY_MS).toISOString();
  const { ids, ...options } = seededOptions({ seed, at });
  const subject = await open({ options });
  try {
    const company = await companyIn(subject, { devices, changes, seed, at, ids });
    if (values.project !== undefined) {
      const lines = projectionTable(await tableSizes(subject), devices, Number(values.project));
      console.log(`\n${subject.storage}, by ${devices.toLocaleString("en")} devices:\n\n${lines.join("\n")}`);
      return { devices, measured: [] };
    }
    const inventory = await createInventory({ storage: storageAt(subject.url) });
    try {
      const place = { inventory, company, samples: await Samples.of(subject.raw, company) };
      const measured = await measureAll(subject.raw, place, values, ({ name, ms, ratio, turnMs }: Measurement) =>
        console.error(`  ${name}: ${ms.toFixed(2)} ms, ${ratio.toFixed(0)}× a look-up, longest turn ${turnMs.toFixed(0)} ms`),
      );
      return { devices, measured };
    } finally {
      await inventory.close();
    }
  } finally {
    await subject.close();
  }
}

const fileOf = (url: string): string => url.replace("sqlite://", "");
const isSqlite = (url: string): boolean => url.startsWith("sqlite://");
const storageAt = (url: string): Storage => (isSqlite(url) ? sqlite(fileOf(url)) : postgresql(url));

/** Prints how long each operation takes at each size. */
async function printSizes(about: string, devices: readonly string[], open: (options: OpenOptions) => Promise<Subject>): Promise<void> {
  const sizes: Size[] = [];
  for (const size of devices.map(Number).toSorted((a, b) => a - b)) sizes.push(await sizeOf(open, size));
  if (values.project === undefined) console.log(`\n${about}\n\n${growthTable(sizes).join("\n")}`);
}

async function run(): Promise<void> {
  const { database } = values;
  printMachine("a look-up of one row by its key takes");
  if (database !== undefined) {
    const open = async (options: OpenOptions): Promise<Subject> =>
      isSqlite(database) ? await openSqlite(fileOf(database), options) : await openPostgresql(database, options);
    await printSizes(database, values.devices.slice(-1), open);
    return;
  }
  for (const [name, start] of Object.entries(ENGINES)) {
    if (!values.storage.includes(name)) continue;
    const engine = await start();
    try {
      await printSizes(engine.about, values.devices, async (options) => await engine.open(options));
    } finally {
      await engine.close();
    }
  }
}

if (values.help) console.log(HELP);
else await run();
