import { afterAll, describe, expect, it } from "vitest";
import { declarationCases } from "./declaration-cases.ts";
import { endingCases } from "./ending-cases.ts";
import { readingCases } from "./reading-cases.ts";
import { reportCases } from "./report-cases.ts";
import { type ScannerCase, ScannerLab, type ScannerUnderTest } from "./scanner-lab.ts";

/** Every behaviour that the contract `Scanner` asks for, as data: run them with {@link describeScanner}. */
export const scannerCases: readonly ScannerCase[] = [...declarationCases, ...reportCases, ...readingCases, ...endingCases];

/** A real scanner takes its time for every kind of scan of every network. */
const MAX_MS = 120_000;

/** Cases that a scanner leaves out, and why. */
export interface ScannerSkip {
  readonly reason: string;
  /** Names of cases. */
  readonly tests: readonly string[];
}

export interface DescribeScannerOptions {
  readonly name: string;
  /** A scanner, and addresses that it may probe; called for each case. */
  readonly createScanner: () => Promise<ScannerUnderTest> | ScannerUnderTest;
  /** What is left out. A case that is named here must exist. */
  readonly skip?: readonly ScannerSkip[];
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
 * The conformance suite of scanners, for vitest. It sends what the scanner sends, to the addresses that are given: give
 * those of this machine or of a lab. That nothing else receives a packet only a lab can prove.
 *
 * @example
 * describeScanner({
 *   name: "mine",
 *   createScanner: () => ({
 *     scanner: new MyScanner(),
 *     networks: [{ subnet: "127.0.0.0/30", family: 4, targets: ["127.0.0.1", "127.0.0.2"], alive: ["127.0.0.1"] }],
 *   }),
 * });
 */
export function describeScanner({ name, createScanner, skip = [] }: DescribeScannerOptions): void {
  const reasons = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason] as const)));
  describe(`scanner ${name}`, { timeout: MAX_MS }, () => {
    let ran = 0;
    for (const test of scannerCases) {
      const reason = reasons.get(test.name);
      it.skipIf(reason !== undefined)(
        `${test.group}: ${test.name}${reason === undefined ? "" : ` (left out: ${reason})`}`,
        async (context) => {
          const subject = await createScanner();
          if (test.needs !== undefined && subject.scanner[test.needs] === undefined) {
            await subject.dispose?.();
            context.skip(`the scanner has no ${test.needs}`);
          }
          await runScannerCase(test, subject);
          ran += 1;
        },
      );
    }
    it("leaves out only what the suite has", () => {
      const names = new Set(scannerCases.map((test) => test.name));
      expect([...reasons.keys()].filter((test) => !names.has(test))).toEqual([]);
    });
    afterAll(() => {
      if (ran === 0) throw new Error(`no case of the suite ran on ${name}`);
    });
  });
}
