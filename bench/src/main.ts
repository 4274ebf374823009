import { parseArgs } from "node:util";
import { choose } from "./run/choose.ts";
import { Context } from "./context.ts";
import { ENGINES } from "./run/engines.ts";
import { printMachine, printMarkdown, printProgress, printResults, type Result, type Row } from "./report.ts";
import { DEVICE_COUNTS, FULL, QUICK, type Scale } from "./scale.ts";
import type { Workload } from "./workload.ts";
import { WORKLOADS } from "./workloads.ts";

const HELP = `pnpm bench [--quick] [--markdown] [--storage ${Object.keys(ENGINES).join("|")}]...
  [--devices ${Object.keys(DEVICE_COUNTS).join("|")}]...
  [--workload NAME]... with a name of ${Object.keys(WORKLOADS).join(", ")}`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    storage: { type: "string", multiple: true, default: Object.keys(ENGINES) },
    workload: { type: "string", multiple: true, default: Object.keys(WORKLOADS) },
    devices: { type: "string", multiple: true },
  },
});

async function run(): Promise<void> {
  const usual = values.quick ? QUICK : FULL;
  const devices = values.devices === undefined ? usual.devices : choose(DEVICE_COUNTS, values.devices).toSorted((a, b) => a - b);
  const scale: Scale = { ...usual, devices };
  const workloads = choose(WORKLOADS, values.workload);
  const results: Result[] = [];
  printMachine("the database or a bare server needs");
  for (const start of choose(ENGINES, values.storage)) {
    const engine = await start();
    console.log(engine.about);
    const context = new Context(engine, scale);
    try {
      for (const workload of workloads) {
        for (const row of await measured(workload, context)) {
          results.push([engine.storage, row]);
          printProgress([engine.storage, row]);
        }
      }
    } finally {
      await context.close();
    }
  }
  if (values.markdown) printMarkdown(results);
  else printResults(results);
}

/** One that fails does not take the others with it. */
async function measured(workload: Workload, context: Context): Promise<Row[]> {
  try {
    return await workload(context);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return [{ work: workload.name, limit: "", value: undefined, unit: "x", note: `failed: ${String(error)}` }];
  }
}

if (values.help) console.log(HELP);
else await run();
