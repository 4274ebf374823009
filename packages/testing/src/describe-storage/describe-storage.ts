import { afterAll, describe, expect, it } from "vitest";
import { besideCases } from "./beside-cases.ts";
import { closingCases } from "./closing-cases.ts";
import { openingCases } from "./opening-cases.ts";
import { pageCases } from "./page-cases.ts";
import { statementCases } from "./statement-cases.ts";
import { type StorageCase, StorageLab, type StorageUnderTest } from "./storage-lab.ts";
import { transactionCases } from "./transaction-cases.ts";

/** Every behaviour that the contract `Storage` asks for, as data: run them with {@link describeStorage}. */
export const storageCases: readonly StorageCase[] = [
  ...statementCases,
  ...transactionCases,
  ...besideCases,
  ...pageCases,
  ...openingCases,
  ...closingCases,
];

/** Cases that a storage leaves out, and why. */
export interface StorageSkip {
  readonly reason: string;
  /** Names of cases. */
  readonly tests: readonly string[];
}

export interface DescribeStorageOptions {
  readonly name: string;
  /** A storage over a new, empty database; called for each case. */
  readonly createStorage: () => Promise<StorageUnderTest> | StorageUnderTest;
  /** What is left out. A case that is named here must exist. */
  readonly skip?: readonly StorageSkip[];
}

/** Runs one case on a new database. Rejects when the storage does not behave. */
export async function runStorageCase(test: StorageCase, subject: StorageUnderTest): Promise<void> {
  const lab = new StorageLab(subject);
  try {
    await test.run(lab);
  } finally {
    await lab.close();
  }
}

/**
 * The conformance suite of storages, for vitest. A storage that passes it carries the whole engine.
 *
 * @example
 * describeStorage({ name: "mine", createStorage: () => ({ storage: mine(":memory:") }) });
 */
export function describeStorage({ name, createStorage, skip = [] }: DescribeStorageOptions): void {
  const reasons = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason] as const)));
  describe(`storage ${name}`, () => {
    let ran = 0;
    for (const test of storageCases) {
      const reason = reasons.get(test.name);
      it.skipIf(reason !== undefined)(
        `${test.group}: ${test.name}${reason === undefined ? "" : ` (left out: ${reason})`}`,
        async (context) => {
          const subject = await createStorage();
          if (test.needs !== undefined && !subject.storage.capabilities[test.needs]) {
            await subject.dispose?.();
            context.skip(`the storage does not declare ${test.needs}`);
          }
          await runStorageCase(test, subject);
          ran += 1;
        },
      );
    }
    it("leaves out only what the suite has", () => {
      const names = new Set(storageCases.map((test) => test.name));
      expect([...reasons.keys()].filter((test) => !names.has(test))).toEqual([]);
    });
    afterAll(() => {
      if (ran === 0) throw new Error(`no case of the suite ran on ${name}`);
    });
  });
}
