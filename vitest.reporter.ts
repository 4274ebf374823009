import { appendFileSync, readFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Number of slowest files in the summary. */
const MAX_SLOWEST = 10;

/** Seconds to load and run a file. */
function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
}

/** The slowest files, a line each. */
function slowestOf(modules: readonly TestModule[]): readonly string[] {
  const slowest = modules
    .map((module) => ({ file: module.relativeModuleId, seconds: secondsOf(module) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, MAX_SLOWEST);
  return [
    `the ${slowest.length} slowest test files:`,
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
  ];
}

/** Tests that passed only when they were retried, with their first error. */
function retriedOf(tests: readonly TestCase[]): readonly string[] {
  return tests
    .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
    .map((test) => `retried: ${test.module.relativeModuleId} › ${test.fullName}: ${test.result().errors?.[0]?.message ?? "no error"}`);
}

/** Totals of earlier runs that share the file `TEST_TOTALS`, this one included. */
function addTotals(passed: number, failed: number): readonly [passed: number, failed: number] {
  const file = process.env["TEST_TOTALS"];
  if (file === undefined) return [passed, failed];
  appendFileSync(file, `${passed} ${failed}\n`);
  const runs = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  return [runs.reduce((sum, [one = 0]) => sum + one, 0), runs.reduce((sum, [, one = 0]) => sum + one, 0)];
}

/**
 * Ends the output of a run with one plain line, `N passed, N failed`, for machines. A file that does not load and an error outside tests
 * count as one failure each. Runs of many files list the slowest files and the retried tests before it. All of it is printed when the
 * process exits, after the coverage report.
 */
export class TotalsReporter implements Reporter {
  #passed = 0;
  #failed = 0;
  #notes: readonly string[] = [];

  onInit(): void {
    process.once("exit", () => {
      const [passed, failed] = addTotals(this.#passed, this.#failed);
      process.stdout.write([...this.#notes, `${passed} passed, ${failed} failed`, ""].join("\n"));
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    this.#notes = [...(modules.length > MAX_SLOWEST ? slowestOf(modules) : []), ...retriedOf(tests)];
    this.#passed = tests.filter((test) => test.result().state === "passed").length;
    this.#failed =
      tests.filter((test) => test.result().state === "failed").length +
      suites.reduce((sum, suite) => sum + suite.errors().length, unhandledErrors.length);
  }
}
