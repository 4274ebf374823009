import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findProgram } from "./find-program.ts";
import { SkippedTrial, type Trial } from "./trial.ts";

export type Outcome =
  | { readonly is: "passed" }
  | { readonly is: "skipped"; readonly because: string }
  | { readonly is: "failed"; readonly error: unknown };

/** The longest trial takes three minutes; on a machine that does other work, twice as much. */
const MAX_TRIAL_MS = 600_000;

/** Runs one trial in a folder of its own, and puts away what it leaves. Never rejects, and always ends. */
export async function runTrial(trial: Trial, signal: AbortSignal, report: (line: string) => void): Promise<Outcome> {
  const found = new Map(trial.needs.map(({ program }) => [program, findProgram(program)]));
  const missing = trial.needs.filter(({ program }) => found.get(program) === undefined);
  if (missing.length > 0)
    return {
      is: "skipped",
      because: `not installed: ${missing.map(({ program, debian }) => `${program} (package ${debian})`).join(", ")}`,
    };
  if (trial.root === true && process.getuid?.() !== 0) return { is: "skipped", because: "only root can run it" };
  const folder = await mkdtemp(join(tmpdir(), `cadastre-trial-${trial.name}-`));
  const after: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  let outcome: Outcome = { is: "passed" };
  const ended = new AbortController();
  try {
    const run = trial.run({
      folder,
      signal: AbortSignal.any([signal, ended.signal]),
      report,
      program: (name) => {
        const path = found.get(name);
        if (path === undefined) throw new Error(`${trial.name} does not say that it needs ${name}`);
        return path;
      },
      afterwards: (work) => after.push(work),
    });
    await withinTime(run, "the trial");
  } catch (error) {
    outcome = error instanceof SkippedTrial ? { is: "skipped", because: error.message } : { is: "failed", error };
  }
  ended.abort(new Error("the trial is over"));
  for (const work of after.toReversed()) {
    try {
      await withinTime(Promise.resolve(work()), "putting away what it left");
    } catch (error) {
      if (outcome.is === "passed") outcome = { is: "failed", error };
    }
  }
  return outcome;
}

async function withinTime(work: Promise<unknown>, what: string): Promise<void> {
  const timer = new AbortController();
  const late = delay(MAX_TRIAL_MS, undefined, { signal: timer.signal });
  late.catch(() => {});
  try {
    await Promise.race([
      work,
      late.then(() => {
        throw new Error(`${what} took longer than ${MAX_TRIAL_MS / 1000} s`);
      }),
    ]);
  } finally {
    timer.abort();
  }
}
