import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { findProgram } from "../find-program.ts";
import { REPOSITORY } from "../machine/packed.ts";
import { finish } from "../machine/programs.ts";
import { SkippedTrial, type TrialContext } from "../trial.ts";

/** Names the older version: a commit or tag of this repository, or the path of an installed program (`…/dist/main.js`). */
const FROM = "ROLLING_UPGRADE_FROM";

/** The version that is replaced. */
export interface OlderProgram {
  /** What Node runs as the command `cadastre`. */
  readonly main: string;
  readonly name: string;
}

/**
 * The version of `ROLLING_UPGRADE_FROM`, or else of the commit that is recorded beside this file, from its own sources and with its own
 * dependencies, out of the store that pnpm has.
 * @throws SkippedTrial where there is no repository with that commit
 */
export async function olderProgram(context: TrialContext): Promise<OlderProgram> {
  const wanted = process.env[FROM] ?? (await recorded());
  if ((await stat(wanted).catch(() => undefined))?.isFile() === true) return { main: wanted, name: wanted };
  const git = findProgram("git");
  if (git === undefined) throw new SkippedTrial(`git is not installed, and ${FROM} names no program`);
  const run = async (...args: readonly string[]): Promise<string> =>
    (await finish(git, ["-C", REPOSITORY, ...args], { signal: context.signal })).out.trim();
  const commit = await run("rev-parse", "--verify", "--quiet", `${wanted}^{commit}`).catch(() => "");
  if (commit === "")
    throw new SkippedTrial(`the repository has no commit ${wanted}: fetch it, write another one into older-version.json, or set ${FROM}`);
  const tree = join(context.folder, "older");
  await run("worktree", "add", "--detach", tree, commit);
  context.afterwards(async () => await finish(git, ["-C", REPOSITORY, "worktree", "remove", "--force", tree]));
  await finish("pnpm", ["install", "--prod", "--prefer-offline", "--frozen-lockfile", "--filter", "@cadastre/cli..."], {
    cwd: tree,
    signal: context.signal,
  });
  return { main: join(tree, "packages/cli/src/main.ts"), name: commit.slice(0, 12) };
}

async function recorded(): Promise<string> {
  const text = await readFile(new URL("older-version.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly commit: string }).commit;
}
