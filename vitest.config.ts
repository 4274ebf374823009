import { defineConfig } from "vitest/config";
import { availableParallelism } from "node:os";
import { keepFilesInMemory } from "./testing/memory.ts";
import { ProcessesFirst } from "./testing/processes-first.ts";
import { TIERS } from "./testing/tiers.ts";
import { WAIT_TIMEOUT_MS, Watchdog } from "./testing/hangs/watchdog.ts";
import { TotalsReporter } from "./vitest.reporter.ts";

if (Number(process.versions.node.split(".")[0]) < 24) {
  throw new Error(`Node ${process.versions.node} is too old: run the tests as \`npx --yes pnpm@12 test\`, or with Node 24 or newer.`);
}

keepFilesInMemory();

/** A run that reports which files reach which mutants (testing/mutants): each file loads its own modules then. */
const MUTANTS = process.env["MUTANTS_REACHED"] !== undefined;

const NAMED = MUTANTS ? ["testing/mutants/name-test.ts"] : [];

const TEMPLATES = "testing/templates.ts";
const POSTGRESQL = "testing/servers/start-postgres.ts";
const COMMAND = "testing/build-command.ts";

const project = (name: keyof typeof TIERS, provide: object, test: object = {}): object => ({
  extends: true,
  test: { name, ...TIERS[name], provide, ...test },
});

export default defineConfig({
  test: {
    reporters: ["default", new Watchdog(), new TotalsReporter()],
    // The watchdog ends what hangs. A time limit would measure the machine.
    testTimeout: 0,
    hookTimeout: 0,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    // Node runs the sources as they are: nothing is transformed, and each worker starts sooner.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ["--report-on-signal"],
    // Tests wait for databases, processes and browsers a third of their time. Each worker takes half a gigabyte, its browser as much, and
    // loads all sources.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: ProcessesFirst },
    // Files share a process and its modules. What a file starts, it ends; testing/end-children.ts ends its processes.
    isolate: MUTANTS,
    setupFiles: [
      "testing/plain-loading.ts",
      "testing/hangs/worker-file.ts",
      "testing/end-children.ts",
      "testing/spare-connections.ts",
      "testing/hangs/patient-waits.ts",
      ...NAMED,
    ],
    globalSetup: [TEMPLATES, POSTGRESQL, COMMAND],
    projects: [
      project("sqlite", { storages: ["sqlite"], depth: "few" }),
      project("postgresql-section", { storages: ["postgresql"], depth: "few" }),
      project("postgresql-rest", { storages: ["postgresql"], depth: "few" }),
      project("deep", { storages: ["sqlite", "postgresql"], depth: process.env["DEEP"] === "full" ? "full" : "many" }, { retry: 1 }),
    ],
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
