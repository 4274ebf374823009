import type { Reporter, TestModule } from "vitest/node";

/** How many files are told of. */
const LONGEST = 10;

/** Seconds that a file took: to load it, with what it imports, and its tests. */
function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
}

/** The files that took longest, longest first, a line each. */
function longestOf(modules: readonly TestModule[]): readonly string[] {
  const longest = modules
    .map((module) => ({ file: module.relativeModuleId, seconds: secondsOf(module) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, LONGEST);
  return [
    `the ${longest.length} test files that took longest:`,
    ...longest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
  ];
}

/**
 * Ends the output of a run with one plain line, `N passed, N failed`, for machines. A file that does not load and an
 * error outside tests count as one failure each. Before it a run of many files tells which of them took longest. Both are
 * printed when the process exits, after the coverage report.
 */
export class TotalsReporter implements Reporter {
  #passed = 0;
  #failed = 0;
  #longest: readonly string[] = [];

  onInit(): void {
    process.once("exit", () => {
      process.stdout.write([...this.#longest, `${this.#passed} passed, ${this.#failed} failed`, ""].join("\n"));
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    if (modules.length > LONGEST) this.#longest = longestOf(modules);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    this.#passed = tests.filter((test) => test.result().state === "passed").length;
    this.#failed =
      tests.filter((test) => test.result().state === "failed").length +
      suites.reduce((sum, suite) => sum + suite.errors().length, unhandledErrors.length);
  }
}
