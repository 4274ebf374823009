import { describeSuite, type SuiteSkip, type TestRunner } from "../test-runner.ts";
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

export interface DescribeStorageOptions {
  /** A storage over a new, empty database; called for each case. */
  readonly createStorage: () => Promise<StorageUnderTest> | StorageUnderTest;
  /** Cases to leave out. Names that are no cases fail a test. */
  readonly skip?: readonly SuiteSkip[] | undefined;
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
 * Registers the conformance suite of storages with a test runner. A storage that passes it carries the whole engine.
 *
 * @example
 * import { describe, it } from "vitest"; // or of node:test, or of jest
 *
 * describeStorage({ describe, it }, "mine", { createStorage: () => ({ storage: mine(":memory:") }) });
 */
export function describeStorage(runner: TestRunner, name: string, { createStorage, skip = [] }: DescribeStorageOptions): void {
  describeSuite(runner, `storage ${name}`, {
    cases: storageCases,
    skip,
    create: createStorage,
    declares: ({ storage }, { needs }) => needs === undefined || storage.capabilities[needs] === true,
    run: runStorageCase,
    dispose: async ({ dispose }) => await dispose?.(),
  });
}
