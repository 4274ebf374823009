import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose tests start processes, and so take longest. */
const WITH_PROCESSES = /\/packages\/(?:cli|create-cadastre|web-ui)\/|\/bench\//;

/**
 * Runs files that start processes before the others: a long file that starts last leaves the other workers idle. Within both the order
 * is Vitest's, which knows the durations of the last run, or else the sizes of the files.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => (WITH_PROCESSES.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
