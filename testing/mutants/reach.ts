import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reporting } from "./reports.ts";
import type { Candidate } from "./sample.ts";
import { runTests } from "./vitest-run.ts";

/** The tests that evaluate a mutated place, those that take least time first. */
export type Reach = ReadonlyMap<Candidate, readonly ReachingTest[]>;

export interface ReachingTest {
  readonly file: string;
  readonly ms: number;
}

const REPORT_REACHED = new URL("report-reached.mjs", import.meta.url);

/** Enough for a run of all tests, three times over. */
const MAX_RUN_MS = 6_000_000;

interface Summary {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

/**
 * Runs the tests of `test` once with sources that report which mutated places are evaluated.
 * @param root folder of the repository, whose sources are written to and restored
 */
export async function reachOf(root: string, mutants: readonly Candidate[]): Promise<Reach> {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  const texts = new Map(mutants.map(({ file }) => [file, readFileSync(join(root, file), "utf8")]));
  try {
    for (const [file, text] of texts) {
      const reports = mutants.flatMap((mutant, id) => (mutant.file === file ? [{ id, span: mutant.evaluated }] : []));
      writeFileSync(join(root, file), reporting(text, reports));
    }
    const summary = join(folder, "summary.json");
    await runTests(root, {
      words: ["--reporter", "json", "--outputFile", summary],
      env: {
        MUTANTS_REACHED: folder,
        NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import ${REPORT_REACHED.href}`,
      },
      maxMs: MAX_RUN_MS,
    });
    return read(root, folder, mutants, JSON.parse(readFileSync(summary, "utf8")) as Summary);
  } finally {
    for (const [file, text] of texts) writeFileSync(join(root, file), text);
    rmSync(folder, { recursive: true });
  }
}

function read(root: string, folder: string, mutants: readonly Candidate[], { testResults }: Summary): Reach {
  const times = new Map(testResults.map(({ name, startTime, endTime }) => [name.slice(root.length), endTime - startTime]));
  const reach = new Map<Candidate, ReachingTest[]>(mutants.map((mutant) => [mutant, []]));
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".txt"))) {
    const file = name.slice(0, -".txt".length).replaceAll("+", "/");
    const ids = new Set(readFileSync(join(folder, name), "utf8").trim().split("\n").map(Number));
    for (const id of ids) reach.get(mutants[id] as Candidate)?.push({ file, ms: times.get(file) ?? 0 });
  }
  for (const reaching of reach.values()) reaching.sort((one, other) => one.ms - other.ms);
  return reach;
}
