import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import { SkippedTrial, type Trial } from "./trial.ts";

export type Outcome =
  | { readonly is: "passed" }
  | { readonly is: "skipped"; readonly because: string }
  | { readonly is: "failed"; readonly error: unknown };

/** Runs one trial in a folder of its own, and puts away what it leaves. Never rejects. */
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
  try {
    await trial.run({
      folder,
      signal,
      report,
      program: (name) => {
        const path = found.get(name);
        if (path === undefined) throw new Error(`${trial.name} does not say that it needs ${name}`);
        return path;
      },
      afterwards: (work) => after.push(work),
    });
  } catch (error) {
    outcome = error instanceof SkippedTrial ? { is: "skipped", because: error.message } : { is: "failed", error };
  }
  for (const work of after.toReversed()) {
    try {
      await work();
    } catch (error) {
      if (outcome.is === "passed") outcome = { is: "failed", error };
    }
  }
  return outcome;
}
