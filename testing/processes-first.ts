import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose tests start processes, and so take longest. */
const WITH_PROCESSES = /\/packages\/(?:cli|create-cadastre|web-ui)\/|\/bench\//;

/**
 * Runs one project after the other, because a worker serves one project, and PostgreSQL's before SQLite's. Within a project the files
 * that start processes come first: a long file at the end leaves the other workers idle. The rest is in Vitest's order, by the duration of
 * the last run or the size of the file.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => (WITH_PROCESSES.test(moduleId) ? 0 : 1);
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => one.project.name.localeCompare(other.project.name) || rankOf(one) - rankOf(other));
  }
}
