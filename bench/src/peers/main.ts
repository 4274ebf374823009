// Runs the same work with us and with others in turns: `pnpm bench:peers`. Their sources are given by path, and built by go.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printMachine, printMarkdown, printProgress, printResults, type Result, type Row } from "../report.ts";
import type { Engine } from "../subject.ts";
import { buildGo } from "./go-build.ts";
import { compareGoIpam } from "./go-ipam/compare-go-ipam.ts";
import { buildGoIpam } from "./go-ipam/go-ipam-program.ts";
import { HELP, type PeerOptions, readOptions } from "./options.ts";
import { PeerError } from "./peer-error.ts";
import { compareRackd } from "./rackd/compare-rackd.ts";
import { FULL, QUICK } from "./scale.ts";

/** What compares one peer on a storage. */
interface Comparison {
  readonly peer: string;
  readonly compare: (engine: Engine, add: (rows: readonly Row[]) => void) => Promise<void>;
}

/** Builds the peers that are given, and says which are not. @throws PeerError when one does not build */
async function comparisonsOf({ rackd, goIpam, quick }: PeerOptions, folder: string): Promise<Comparison[]> {
  const scale = quick ? QUICK : FULL;
  const comparisons: Comparison[] = [];
  if (rackd === undefined) console.log("rackd is left out: --rackd gives the path of its sources");
  else {
    const program = join(folder, "rackd");
    await buildGo(rackd, program);
    comparisons.push({ peer: "rackd", compare: async (engine, add) => await compareRackd(engine, { program, folder, scale }, add) });
  }
  if (goIpam === undefined) console.log("go-ipam is left out: --go-ipam gives the path of its sources");
  else {
    const program = await buildGoIpam(goIpam, join(folder, "go-ipam"));
    comparisons.push({ peer: "go-ipam", compare: async (engine, add) => add(await compareGoIpam(engine, program, scale.rounds)) });
  }
  return comparisons;
}

/** One that fails does not take the others with it, nor what was measured of it before. */
async function measure({ peer, compare }: Comparison, engine: Engine, results: Result[]): Promise<void> {
  const add = (rows: readonly Row[]): void => {
    for (const row of rows) {
      results.push([engine.storage, row]);
      printProgress([engine.storage, row]);
    }
  };
  try {
    await compare(engine, add);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    add([{ work: peer, limit: peer, value: undefined, unit: "x", note: `failed: ${String(error)}` }]);
  }
}

async function run(options: PeerOptions, folder: string): Promise<void> {
  const comparisons = await comparisonsOf(options, folder);
  printMachine("the peer needs");
  const results: Result[] = [];
  for (const start of options.engines) {
    const engine = await start();
    console.log(engine.about);
    try {
      for (const comparison of comparisons) await measure(comparison, engine, results);
    } finally {
      await engine.close();
    }
  }
  if (options.markdown) printMarkdown(results);
  else printResults(results);
}

// What is interrupted ends what it has started, too.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else {
    const folder = mkdtempSync(join(tmpdir(), "cadastre-bench-peers-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    await run(options, folder);
  }
} catch (error) {
  if (!(error instanceof PeerError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
