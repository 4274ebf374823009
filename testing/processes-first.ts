import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose tests start processes, and so take longest. */
const WITH_PROCESSES = /\/packages\/(?:cli|create-cadastre|web-ui)\/|\/bench\//;

/**
 * Runs one project after the other, as workers that turn to another project are started anew, and in each the files that start processes
 * first: a long file that starts last leaves the other workers idle. Apart from that the order is Vitest's, which knows the durations of
 * the last run, or else the sizes of the files.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => (WITH_PROCESSES.test(moduleId) ? 0 : 1);
    const sorted = await super.sort(files);
    // Those of PostgreSQL first: processes and the quick files of SQLite are the last, when few workers are left.
    return sorted.toSorted((one, other) => one.project.name.localeCompare(other.project.name) || rankOf(one) - rankOf(other));
  }
}
