/** What is about to be published. */
export interface ReleaseState {
  /** Of the root's package.json. */
  readonly repository: unknown;
  /** What `git status --porcelain` prints. */
  readonly uncommitted: string;
  /** Names of files in .changeset that are in no version yet. */
  readonly pending: readonly string[];
  readonly packages: readonly { readonly name: string; readonly version: string; readonly changelog: string }[];
}

/** What stands in the way of a release, each with what to do. */
export function releaseProblems({ repository, uncommitted, pending, packages }: ReleaseState): string[] {
  const problems: string[] = [];
  if (repository === undefined) {
    problems.push(
      'package.json of the root names no repository, and provenance ties packages to one: write "repository", "homepage" and "bugs" ' +
        "there, then run: node .ci/packages/manifests.ts --write",
    );
  }
  if (uncommitted !== "") problems.push("there are changes that are not committed");
  if (pending.length > 0)
    problems.push(`changesets are not in a version yet (${pending.length}): run pnpm release:version, look at the changelogs, commit`);
  for (const { name, version, changelog } of packages)
    if (!changelog.includes(`\n## ${version}\n`)) problems.push(`${name} has no changelog of ${version}`);
  return problems;
}
