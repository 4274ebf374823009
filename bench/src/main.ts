import { parseArgs } from "node:util";
import { postgresqlSubject } from "./postgresql-subject.ts";
import { type Line, printLines, printMachine } from "./report.ts";
import { FULL, QUICK } from "./scale.ts";
import { sqliteSubject } from "./sqlite-subject.ts";
import { create } from "./workloads/create.ts";
import { fill } from "./workloads/fill.ts";
import { list } from "./workloads/list.ts";
import { nextIp } from "./workloads/next-ip.ts";

const SUBJECTS = { sqlite: sqliteSubject, postgresql: postgresqlSubject };
const WORKLOADS = { "next-ip": nextIp, create, fill, list };
const HELP = `pnpm bench [--quick] [--storage ${Object.keys(SUBJECTS).join("|")}]... [--workload ${Object.keys(WORKLOADS).join("|")}]...`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    storage: { type: "string", multiple: true, default: Object.keys(SUBJECTS) },
    workload: { type: "string", multiple: true, default: Object.keys(WORKLOADS) },
  },
});

/** The chosen entries of a table. @throws for a name that it does not have */
function choose<T>(table: Readonly<Record<string, T>>, names: readonly string[]): T[] {
  return names.map((name) => {
    const chosen = Object.hasOwn(table, name) ? table[name] : undefined;
    if (chosen === undefined) throw new Error(`${name} is none of ${Object.keys(table).join(", ")}`);
    return chosen;
  });
}

async function run(): Promise<void> {
  const scale = values.quick ? QUICK : FULL;
  const workloads = choose<typeof nextIp>(WORKLOADS, values.workload);
  const lines: Line[] = [];
  printMachine();
  for (const open of choose<typeof sqliteSubject>(SUBJECTS, values.storage)) {
    const subject = await open();
    console.log(subject.about);
    try {
      for (const workload of workloads) lines.push(...(await workload(subject, scale)));
    } finally {
      await subject.close();
    }
  }
  printLines(lines);
}

if (values.help) console.log(HELP);
else await run();
