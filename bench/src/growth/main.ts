// Prints how long each operation takes in companies of several sizes, and what power of the number of devices that grows with.
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { ENGINES } from "../run/engines.ts";
import { printMachine } from "../report.ts";
import type { Engine, Subject } from "../subject.ts";
import { growthTable, type Size } from "./growth-table.ts";
import { makeCompany, seededOptions } from "./large-company.ts";
import { type Measurement, measureAll } from "./measure-growth.ts";
import { projectionTable } from "./projection.ts";
import { Samples } from "./samples.ts";
import { tableSizes } from "./table-sizes.ts";

const HELP = `pnpm bench:growth [--devices N]... [--storage sqlite|postgresql]... [--changes N] [--seed N] 
  [--only PART OF A NAME] [--skip PART OF A NAME]... [--project DEVICES]
  With --project nothing is timed: rows and bytes of each table are measured, and told for so many devices.
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
    help: { type: "boolean", default: false },
  },
});

async function databaseMb({ storage, raw, url }: Subject): Promise<number> {
  if (storage === "sqlite") return statSync(url.replace("sqlite://", "")).size / 2 ** 20;
  const { size } = (await raw.get("select pg_database_size(current_database()) as size")) as { size: string };
  return Number(size) / 2 ** 20;
}

async function sizeOf(engine: Engine, devices: number): Promise<Size> {
  const seed = Number(values.seed);
  const changes = Number(values.changes);
  // No older than what retention leaves there.
  const at = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - (changes + 1) * DAY_MS).toISOString();
  const { ids, ...options } = seededOptions({ seed, at });
  const subject = await engine.open({ options });
  try {
    const began = performance.now();
    const company = await makeCompany(subject.inventory, subject.raw, { devices, changes, seed, at, ids }, (line) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${line}  `);
    });
    await subject.settle();
    const seconds = (performance.now() - began) / 1000;
    console.error(`${engine.storage}, ${devices} devices: made in ${seconds.toFixed(0)} s, ${(await databaseMb(subject)).toFixed(0)} MB`);
    if (values.project !== undefined) {
      const lines = projectionTable(await tableSizes(subject), devices, Number(values.project));
      console.log(`\n${engine.about}, by ${devices.toLocaleString("en")} devices:\n\n${lines.join("\n")}`);
      return { devices, measured: [] };
    }
    const storage = engine.storage === "sqlite" ? sqlite(subject.url.replace("sqlite://", "")) : postgresql(subject.url);
    const inventory = await createInventory({ storage });
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

async function run(): Promise<void> {
  printMachine("a look-up of one row by its key takes");
  for (const [name, start] of Object.entries(ENGINES)) {
    if (!values.storage.includes(name)) continue;
    const engine = await start();
    try {
      const sizes: Size[] = [];
      for (const devices of values.devices.map(Number).toSorted((a, b) => a - b)) sizes.push(await sizeOf(engine, devices));
      if (values.project === undefined) console.log(`\n${engine.about}\n\n${growthTable(sizes).join("\n")}`);
    } finally {
      await engine.close();
    }
  }
}

if (values.help) console.log(HELP);
else await run();
