import { parseArgs } from "node:util";
import { labForbidden } from "../../../packages/discovery-scanner/test/lab/lab.ts";
import { printMachine, printMarkdown, printProgress, type Result, type Row } from "../report.ts";
import { BenchLab } from "./bench-lab.ts";
import { BenchRun, type DiscoveryWork, skipped } from "./bench-run.ts";
import { WORKS } from "./works.ts";

/** `pnpm bench:discovery`: scans of networks of known truth, held against other tools in the same minute. */
const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    work: { type: "string", multiple: true, default: Object.keys(WORKS) },
  },
});

async function measured(name: string, work: DiscoveryWork, run: BenchRun): Promise<Row[]> {
  try {
    return await work(run);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return [skipped(name, `failed: ${String(error)}`)];
  }
}

async function bench(): Promise<void> {
  const chosen = values.work.map((name) => {
    const work = WORKS[name];
    if (work === undefined) throw new Error(`${name} is none of ${Object.keys(WORKS).join(", ")}`);
    return [name, work] as const;
  });
  const forbidden = labForbidden();
  if (forbidden !== null) {
    console.log(`Not measured: ${forbidden}`);
    return;
  }
  printMachine("a usual tool needs for the same network");
  const results: Result[] = [];
  const add = (name: string, row: Row): void => {
    results.push([name, row]);
    printProgress([name, row]);
  };
  const lab = await BenchLab.start();
  try {
    const run = new BenchRun(lab, values.quick);
    for (const [name, work] of chosen) for (const row of await measured(name, work, run)) add(name, row);
    add("all", run.falsePositives);
  } finally {
    lab.close();
  }
  printMarkdown(results, "scan");
}

if (values.help) console.log(`pnpm bench:discovery [--quick] [--work NAME]... with a name of ${Object.keys(WORKS).join(", ")}`);
else await bench();
