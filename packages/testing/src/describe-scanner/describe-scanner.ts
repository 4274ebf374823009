import { describeSuite, type SuiteSkip, type TestRunner } from "../test-runner.ts";
import { declarationCases } from "./declaration-cases.ts";
import { endingCases } from "./ending-cases.ts";
import { readingCases } from "./reading-cases.ts";
import { reportCases } from "./report-cases.ts";
import { type ScannerCase, ScannerLab, type ScannerUnderTest } from "./scanner-lab.ts";

/** Every behaviour that the contract `Scanner` asks for, as data: run them with {@link describeScanner}. */
export const scannerCases: readonly ScannerCase[] = [...declarationCases, ...reportCases, ...readingCases, ...endingCases];

export interface DescribeScannerOptions {
  /** A scanner, and addresses that it may probe; called for each case. */
  readonly createScanner: () => Promise<ScannerUnderTest> | ScannerUnderTest;
  /** Cases to leave out. Names that are no cases fail a test. */
  readonly skip?: readonly SuiteSkip[] | undefined;
}

/** Runs one case. Rejects when the scanner does not behave. */
export async function runScannerCase(test: ScannerCase, subject: ScannerUnderTest): Promise<void> {
  try {
    await test.run(new ScannerLab(subject));
  } finally {
    await subject.dispose?.();
  }
}

/**
 * Registers the conformance suite of scanners with a test runner. The scanner sends packets to the addresses that are given: use
 * addresses of this machine or of a lab. Only a lab can prove that no other address receives a packet.
 *
 * @example
 * import { describe, it } from "vitest"; // or of node:test, or of jest
 *
 * describeScanner({ describe, it }, "mine", {
 *   createScanner: () => ({
 *     scanner: new MyScanner(),
 *     networks: [{ subnet: "127.0.0.0/30", family: 4, targets: ["127.0.0.1", "127.0.0.2"], alive: ["127.0.0.1"] }],
 *   }),
 * });
 */
export function describeScanner(runner: TestRunner, name: string, { createScanner, skip = [] }: DescribeScannerOptions): void {
  describeSuite(runner, `scanner ${name}`, {
    cases: scannerCases,
    skip,
    create: createScanner,
    declares: ({ scanner }, { needs }) => needs === undefined || scanner[needs] !== undefined,
    run: runScannerCase,
    dispose: async ({ dispose }) => await dispose?.(),
  });
}
