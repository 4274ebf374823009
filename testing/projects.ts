import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Where tests lie. Those of the templates of create-cadastre run as their users run them (.ci/check-templates.ts). */
const TESTS = [
  "packages/*/{src,test}/**/*.test.ts",
  "bench/test/**/*.test.ts",
  "docs/**/*.test.ts",
  "examples/**/*.test.ts",
  ".ci/test/*.test.ts",
];

/** What a test needs beside itself, from nothing to a program that runs. A file belongs to the last of these that it needs. */
export const PROJECTS = ["unit", "sqlite", "postgresql", "browser", "slow"] as const;

/** Those that `pnpm test:quick` runs: with `TEST_STORAGES=sqlite`, no PostgreSQL is started, and what is named after it is left out. */
export const QUICK_PROJECTS = ["unit", "sqlite", "postgresql"] as const satisfies readonly Project[];

export type Project = (typeof PROJECTS)[number];

/** By what is written in a test, or in a file beside it that it imports, what it needs. */
const SIGNS: readonly (readonly [RegExp, Project])[] = [
  [/\b(?:\w*[sS]qlite|libsql|pglite|createInventory|createServer)\(|better-sqlite3|node:sqlite/, "sqlite"],
  [/postgresAdminUrl|startPostgres/, "postgresql"],
  [/node:child_process|node:worker_threads|TEST_COMMAND/, "slow"],
  [/playwright/, "browser"],
];

/** What takes longer than its kind: it compiles, builds, or tries out everything there is. */
const LONG = [
  "bench/test/",
  "docs/test/",
  ".ci/test/",
  "packages/auth/test/passwords.test.ts",
  "packages/client/test/bundle.test.ts",
  "packages/client/test/types.test.ts",
  "packages/importers/test/exports.test.ts",
  "packages/importers/test/nmap.test.ts",
  "packages/inventory-core/test/discovery/scanner-mutants.test.ts",
  "packages/inventory-core/test/discovery/scanner-suite.test.ts",
  "packages/inventory-core/test/model/",
];

interface Loaded {
  readonly needs: ReadonlySet<Project>;
  /** The file, and those beside it that it imports. */
  readonly files: ReadonlySet<string>;
}

const loaded = new Map<string, Loaded>();

/** What a file needs, with what it imports of the files of tests. Sources are left out: whoever uses them says for what. */
function loadedBy(file: string): Loaded {
  const known = loaded.get(file);
  if (known !== undefined) return known;
  const needs = new Set<Project>();
  const files = new Set([file]);
  loaded.set(file, { needs, files });
  const text = readFileSync(file, "utf8");
  for (const [sign, project] of SIGNS) if (sign.test(text)) needs.add(project);
  for (const [, path = ""] of text.matchAll(/from "(\.[^"]+\.ts)"/g)) {
    const imported = join(dirname(file), path);
    // Some tests have files as texts.
    if (!/\/(?:test|testing)\//.test(imported) || imported.includes("/src/") || !existsSync(imported)) continue;
    const other = loadedBy(imported);
    for (const need of other.needs) needs.add(need);
    for (const one of other.files) files.add(one);
  }
  return { needs, files };
}

/** The test files that load one of some files of tests, by their paths from the root. */
export function testsThatLoad(changed: readonly string[]): readonly string[] {
  const wanted = changed.map((file) => join(ROOT, file));
  return Object.values(projectFiles())
    .flat()
    .filter((file) => wanted.some((one) => loadedBy(join(ROOT, file)).files.has(one)));
}

/** The project of a test file, by its path from the root. */
function projectOf(file: string): Project {
  const { needs } = loadedBy(join(ROOT, file));
  if (LONG.some((path) => file.startsWith(path))) return "slow";
  if (needs.has("browser")) return "browser";
  return PROJECTS.findLast((project) => needs.has(project)) ?? "unit";
}

/** The test files of each project: every test file is in one. */
export function projectFiles(): Readonly<Record<Project, readonly string[]>> {
  const files = Object.fromEntries(PROJECTS.map((project) => [project, [] as string[]])) as Record<Project, string[]>;
  for (const file of globSync(TESTS, { cwd: ROOT, exclude: (path) => path.includes("node_modules") }).toSorted())
    files[projectOf(file)].push(file);
  return files;
}
