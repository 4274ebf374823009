import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose tests take longest: they start processes, or measure each write operation. */
const LONGEST = /\/packages\/(?:cli|create-cadastre|web-ui)\/|\/bench\/|\/write-work\//;

/** A fraction whose multiples lie far apart from each other. */
const APART = (Math.sqrt(5) - 1) / 2;

/**
 * Runs one project after the other, because a worker serves one project, and PostgreSQL's before SQLite's. Within a project the files
 * of those folders come first: a long file at the end leaves the other workers idle. The rest is in Vitest's order, by the duration of
 * the last run or the size of the file, but for the longer half, which is mixed: the longest files wait for clocks and sockets, and
 * would wait together.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification, index: number): number => {
      if (LONGEST.test(moduleId)) return -1;
      return index < sorted.length / 2 ? (index * APART) % 1 : 1;
    };
    const ranks = new Map(sorted.map((file, index) => [file, rankOf(file, index)]));
    return sorted.toSorted(
      (one, other) => one.project.name.localeCompare(other.project.name) || (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0),
    );
  }
}
