import { BaseSequencer, type TestSpecification } from "vitest/node";
import { type Project, PROJECTS } from "./projects.ts";

/**
 * Begins with the files that start programs and ends with those that need nothing: a file of a minute and a half that begins last
 * has the other workers wait for it. Within a project the order is Vitest's.
 */
export class LongestKindsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name as Project);
    return (await super.sort(files)).toSorted((one, other) => rankOf(other) - rankOf(one));
  }
}
