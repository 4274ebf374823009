import assert from "node:assert/strict";

/** A test of a suite. Runners that can skip a running test pass a context with `skip`. */
export type SuiteTest = (...context: readonly unknown[]) => Promise<void>;

/**
 * What the suites use of a test runner: `describe` and `it` of vitest, jest and node:test as they are.
 *
 * @example
 * import { describe, it } from "node:test";
 *
 * describeStorage({ describe, it }, "mine", { createStorage: () => ({ storage: mine() }) });
 */
export interface TestRunner {
  /** Groups the tests that `body` registers. */
  readonly describe: (name: string, body: () => void) => unknown;
  /** Registers a test, and with `skip` one that does not run. */
  readonly it: ((name: string, test: SuiteTest, timeoutMs: number) => unknown) & {
    readonly skip: (name: string, test: SuiteTest) => unknown;
  };
}

/** One behaviour of a contract. `run` throws when the implementation does not have it. */
interface SuiteCase<Needs extends string> {
  readonly group: string;
  readonly name: string;
  /** Applies only to implementations that declare it. */
  readonly needs?: Needs;
}

/** Cases that are left out, and why. */
export interface SuiteSkip {
  readonly reason: string;
  /** Names of cases. */
  readonly tests: readonly string[];
}

/** Longest time of one case, in milliseconds. The default of runners, 5 s, is too short for machines at work. */
const CASE_TIMEOUT_MS = 600_000;

/** How a suite runs: what each of its cases is tried on. */
interface Suite<Case, Subject> {
  readonly cases: readonly Case[];
  readonly skip: readonly SuiteSkip[];
  /** A new subject for each case. */
  readonly create: () => Promise<Subject> | Subject;
  /** Returns whether a subject declares what a case needs. */
  readonly declares: (subject: Subject, test: Case) => boolean;
  /** Runs a case and disposes of its subject. */
  readonly run: (test: Case, subject: Subject) => Promise<void>;
  /** Disposes of a subject that no case used. */
  readonly dispose: (subject: Subject) => Promise<void> | void;
}

/** Registers the tests of a suite with a runner, and one that fails when `skip` names no case or leaves none. */
export function describeSuite<Case extends SuiteCase<string>, Subject>(
  { describe, it }: TestRunner,
  name: string,
  { cases, skip, create, declares, run, dispose }: Suite<Case, Subject>,
): void {
  const reasons = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason] as const)));
  describe(name, () => {
    for (const test of cases) {
      const reason = reasons.get(test.name);
      const title = `${test.group}: ${test.name}${test.needs === undefined ? "" : ` (where it declares ${test.needs})`}`;
      const body: SuiteTest = async (...context) => {
        const subject = await create();
        if (declares(subject, test)) return await run(test, subject);
        await dispose(subject);
        skipRunning(context[0], `it does not declare ${test.needs}`);
      };
      if (reason === undefined) it(title, body, CASE_TIMEOUT_MS);
      else it.skip(`${title} (left out: ${reason})`, body);
    }
    it(
      "leaves out only cases of the suite, and not all",
      async () => {
        const names = cases.map((test) => test.name);
        assert.deepEqual(
          [...reasons.keys()].filter((test) => !names.includes(test)),
          [],
          "names in `skip` that are no cases",
        );
        assert.ok(
          cases.some((test) => test.needs === undefined && !reasons.has(test.name)),
          "no case is left to run",
        );
      },
      CASE_TIMEOUT_MS,
    );
  });
}

/** Marks a running test as skipped where the runner can: vitest, whose contexts are functions, and node:test. */
function skipRunning(context: unknown, reason: string): void {
  const skip: unknown = Reflect.get(Object(context) as object, "skip");
  if (typeof skip === "function") Reflect.apply(skip, context, [reason]);
}
