import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { projectFiles, QUICK_PROJECTS, testsThatLoad } from "./projects.ts";
import { testFoldersOf } from "./test-folders.ts";

/** `pnpm test:quick [COMMIT]`: the tests of what has changed since a commit, without PostgreSQL, processes and browsers. */

const root = fileURLToPath(new URL("../", import.meta.url));
const git = (...words: string[]): readonly string[] => {
  const lines = execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\n");
  return lines.filter((line) => line !== "");
};

const [since = "HEAD"] = process.argv.slice(2);
const changed = [...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")];
const files = projectFiles();
const quick = QUICK_PROJECTS.flatMap((project) => files[project]);
const within = (folders: readonly string[]): readonly string[] =>
  quick.filter((file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`)));
const tests = new Set([...within(changed.flatMap(testFoldersOf)), ...testsThatLoad(changed).filter((file) => quick.includes(file))]);

if (tests.size === 0) {
  console.log(`nothing that ${QUICK_PROJECTS.join(", ")} tests has changed since ${since}: ${changed.length} files changed`);
} else {
  console.log(`${tests.size} test files for ${changed.length} changed files; \`npx --yes pnpm@12 test\` runs all`);
  const words = ["exec", "vitest", "run", ...QUICK_PROJECTS.flatMap((project) => ["--project", project]), ...tests];
  const env = { ...process.env, TEST_STORAGES: "sqlite" };
  process.exitCode = spawnSync("pnpm", words, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}
