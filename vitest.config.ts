import { defineConfig } from "vitest/config";
import { availableParallelism } from "node:os";
import { LongestKindsFirst } from "./testing/longest-kinds-first.ts";
import { keepFilesInMemory } from "./testing/memory.ts";
import { type Project, projectFiles, PROJECTS } from "./testing/projects.ts";
import { TotalsReporter } from "./vitest.reporter.ts";

if (Number(process.versions.node.split(".")[0]) < 24) {
  throw new Error(`Node ${process.versions.node} is too old: run the tests as \`npx --yes pnpm@12 test\`, or with Node 24 or newer.`);
}

keepFilesInMemory();

const FILES = projectFiles();

const POSTGRES = "packages/inventory-core/test/postgres-global-setup.ts";
/** A run that tells which files reach which mutants (testing/mutants): each loads what it uses itself then. */
const MUTANTS = process.env["MUTANTS_REACHED"] !== undefined;
const WITHOUT_POSTGRES = process.env["TEST_STORAGES"] === "sqlite";
const TEMPLATES = "testing/templates.ts";
const COMMAND = "testing/build-command.ts";

/** What is begun before the tests of a project, when some of them run. */
const SET_UPS: Readonly<Record<Project, string[]>> = {
  unit: [],
  sqlite: [TEMPLATES],
  postgresql: WITHOUT_POSTGRES ? [TEMPLATES] : [TEMPLATES, POSTGRES],
  browser: [TEMPLATES, POSTGRES, COMMAND],
  slow: [TEMPLATES, POSTGRES, COMMAND],
};

/**
 * What is done in each test file before its tests. Files share a process, and what it has loaded, which is a quarter of their time:
 * what a file leaves behind, it sees to itself, but for the programs that it started.
 */
const NAMED = MUTANTS ? ["testing/mutants/name-test.ts"] : [];
const EACH_FILE = { setupFiles: ["testing/wait-timeouts.ts", "testing/end-children.ts", ...NAMED], isolate: MUTANTS };
const EACH: Readonly<Record<Project, object>> = {
  // Those of units start nothing.
  unit: { setupFiles: ["testing/wait-timeouts.ts", ...NAMED], isolate: MUTANTS, pool: "threads" },
  sqlite: EACH_FILE,
  postgresql: EACH_FILE,
  browser: EACH_FILE,
  slow: EACH_FILE,
};

export default defineConfig({
  test: {
    // Tests that run on each storage have its name in theirs.
    ...(WITHOUT_POSTGRES ? { testNamePattern: /^(?!.*postgres)/i } : {}),
    reporters: ["default", new TotalsReporter()],
    // To end what hangs. How long something takes is no test's matter: the machine may have much else to do.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Node takes the sources as they are: nothing is transformed, and each process of tests starts sooner.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests wait for databases, processes and browsers half of their time: with three workers two processors were idle for a quarter of
    // the run. Each takes half a gigabyte, and its browser as much.
    maxWorkers: Math.ceil(availableParallelism() * 1.5) + 1,
    sequence: { sequencer: LongestKindsFirst },
    projects: PROJECTS.map((name) => ({
      extends: true,
      test: { name, include: [...FILES[name]], globalSetup: SET_UPS[name], ...EACH[name] },
    })),
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      // Their tests run processes, the scanner's in network namespaces and the real command: what runs there is not counted.
      exclude: [
        "packages/discovery-scanner/src/**",
        "packages/cli/src/**",
        "packages/create-cadastre/src/**",
        "packages/inventory-core/src/storage/*/upkeep/**",
      ],
      reporter: ["text-summary", "html", "json-summary"],
      reportOnFailure: true,
      thresholds: { lines: 92, functions: 92, branches: 85 },
    },
  },
});
