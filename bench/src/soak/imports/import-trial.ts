import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { faultyLines, writeFaultyDevices } from "./faulty-devices.ts";
import { type ImportBench, type ImportPlace, longTurns, type Step, withImportBench } from "./import-bench.ts";
import type { ProbeReading } from "./probed-program.ts";

export interface ImportTrialOptions extends ImportPlace {
  readonly rows: number;
  readonly report: (line: string) => void;
}

/** What a command took, and the server meanwhile, at most. */
export interface StepTaken {
  readonly ms: number;
  readonly server: ProbeReading;
  readonly command: ProbeReading;
}

export interface ImportTrialResult {
  readonly plan: StepTaken;
  readonly apply: StepTaken;
  readonly again: StepTaken;
  readonly violations: readonly string[];
}

/**
 * Imports a CSV of devices of which a tenth is wrong, through the command and a server that runs by itself: as a plan, row by
 * row, and once more, which must change nothing.
 */
export async function importTrial({ rows, report, maxBusyMs, ...place }: ImportTrialOptions): Promise<ImportTrialResult> {
  return await withImportBench(place, async (bench, folder) => {
    const source = join(folder, "devices.csv");
    const networks = join(folder, "networks.csv");
    await writeFaultyDevices(source, rows);
    await writeFile(networks, "name,subnet\nall,10.0.0.0/8\n");
    const { ended } = await bench.run(["import", networks, "--as", "csv", "--type", "network", "--apply", "--yes"]);
    if (ended.code !== 0) throw new Error(`the network was not imported: ${ended.err}`);
    return await imported(bench, source, { rows, report, maxBusyMs });
  });
}

async function imported(
  bench: ImportBench,
  source: string,
  { rows, report, maxBusyMs }: Pick<ImportTrialOptions, "rows" | "report" | "maxBusyMs">,
): Promise<ImportTrialResult> {
  const violations: string[] = [];
  const expect = (what: string, found: unknown, wanted: unknown): void => {
    if (!isDeepStrictEqual(found, wanted))
      violations.push(
        `${what}: ${String(JSON.stringify(found)).slice(0, 300)} in place of ${String(JSON.stringify(wanted)).slice(0, 300)}`,
      );
  };
  const run = async (what: string, args: readonly string[]): Promise<Step> => {
    const step = await bench.run(["import", source, "--as", "csv", ...args]);
    report(`${what}: ${JSON.stringify(takenOf(step))}`);
    return step;
  };
  const faulty = faultyLines(rows);
  const good = rows - faulty.length;

  const plan = await run("plan", ["-o", "json"]);
  expect("exit code of the plan", plan.ended.code, 1);
  expect("lines that are told", toldLines(plan.ended.out), faulty);

  const rowByRow = ["--apply", "--per-row", "--yes", "-o", "csv"];
  const apply = await run("apply", rowByRow);
  expect("exit code of the import", apply.ended.code, 8);
  expect("what was done", /created .*/.exec(apply.ended.err)?.[0], `created ${good}, changed 0, unchanged 0, failed ${faulty.length}`);

  const before = await bench.content();
  const again = await run("again", rowByRow);
  expect(
    "what the second time would do",
    /rows: .* unchanged/.exec(again.ended.err)?.[0],
    `rows: 0 to create, 0 to change, ${good} unchanged`,
  );
  expect("devices after the import", before.devices, good);
  expect("what is there after the second import", await bench.content(), before);

  violations.push(...longTurns({ planning: plan, applying: apply, "the second time": again }, maxBusyMs));
  return { plan: takenOf(plan), apply: takenOf(apply), again: takenOf(again), violations };
}

const takenOf = ({ ms, server, command }: Step): StepTaken => ({ ms, server, command });

/** Lines of the file that a plan says cannot be imported, once for each time. */
function toldLines(plan: string): number[] {
  const shown = JSON.parse(plan) as readonly { readonly action: string; readonly at: string }[];
  const told = shown
    .filter(({ action }) => action === "error" || action === "conflict")
    .map(({ at }) => Number(/^line (\d+)/.exec(at)?.[1]));
  return told.toSorted((one, other) => one - other);
}
