import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const VITEST = `${ROOT}node_modules/vitest/vitest.mjs`;
const CORE = "packages/inventory-core/test/";

/** Tests over random worlds, each with a seed of its own, and so many cases in a world: a slice of seeds is a slice of the long trial. */
const SLICED = {
  effects: { file: `${CORE}plans/random-plans.scaled.test.ts`, variable: "CADASTRE_PLANS", world: 100 },
  tenures: { file: `${CORE}addresses/tenures.scaled.test.ts`, variable: "CADASTRE_OPERATIONS", world: 600 },
} as const;

/** Worlds that one process tries: what it prints, and how long it takes to end, is bounded by it. */
const WORLDS = 10;

/** Characters of the output of a slice that failed. */
const MAX_SHOWN = 4000;

export interface SlicesTrialOptions {
  readonly of: keyof typeof SLICED;
  readonly storage: "sqlite" | "postgresql";
  /** Plans or writes. */
  readonly cases: number;
  /** Seed of the first world. */
  readonly seed: number;
  readonly report: (line: string) => void;
  /** Ends after the slice in which so many minutes are over. */
  readonly minutes?: number;
}

export interface SlicesTrialResult {
  readonly cases: number;
  /** Seed to go on with. */
  readonly next: number;
  readonly seconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

/** Runs a test of the engine over many seeds, slice by slice: `next` of one run is the `--seed` of the next. */
export async function slicesTrial({
  of,
  storage,
  cases,
  seed,
  report,
  minutes = Infinity,
}: SlicesTrialOptions): Promise<SlicesTrialResult> {
  const { file, variable, world } = SLICED[of];
  const began = performance.now();
  const violations: string[] = [];
  const seconds = (): number => Math.round((performance.now() - began) / 1000);
  let next = seed;
  let done = 0;
  while (done < cases && seconds() < minutes * 60 && violations.length === 0) {
    const count = Math.min(cases - done, WORLDS * world);
    const failure = await tried(file, storage, { CADASTRE_SEED: String(next), [variable]: String(count) });
    if (failure !== undefined) violations.push(`${storage}, seeds from ${next}: ${failure}`);
    done += count;
    next += Math.ceil(count / world);
    report(`${done} of ${cases} on ${storage} after ${seconds()} s; go on with --seed ${next}`);
  }
  return { cases: done, next, seconds: seconds(), violations };
}

/** What was printed where the test failed; undefined where it passed. */
async function tried(file: string, storage: string, env: Readonly<Record<string, string>>): Promise<string | undefined> {
  const child = spawn(process.execPath, [VITEST, "run", "--project", storage === "sqlite" ? "sqlite" : "postgresql-rest", file], {
    cwd: ROOT,
    env: { ...process.env, ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-MAX_SHOWN)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // A name that nothing has would pass, too.
  return code === 0 && / [1-9]\d* passed/.test(output) ? undefined : output;
}
