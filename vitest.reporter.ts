import type { Reporter, TestModule } from "vitest/node";

/**
 * Ends the output of a run with one plain line, `N passed, N failed`, for machines. A file that does not load and an
 * error outside tests count as one failure each. The line is printed when the process exits, after the coverage report.
 */
export class TotalsReporter implements Reporter {
  #passed = 0;
  #failed = 0;

  onInit(): void {
    process.once("exit", () => process.stdout.write(`${this.#passed} passed, ${this.#failed} failed\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    this.#passed = tests.filter((test) => test.result().state === "passed").length;
    this.#failed =
      tests.filter((test) => test.result().state === "failed").length +
      suites.reduce((sum, suite) => sum + suite.errors().length, unhandledErrors.length);
  }
}
