import { defineConfig } from "vitest/config";
import { TotalsReporter } from "./vitest.reporter.ts";

if (Number(process.versions.node.split(".")[0]) < 24) {
  throw new Error(`Node ${process.versions.node} is too old: run the tests as \`npx --yes pnpm@12 test\`, or with Node 24 or newer.`);
}

export default defineConfig({
  test: {
    // Those of the templates of create-cadastre run as their users run them (.ci/check-templates.ts).
    include: [
      "packages/*/{src,test}/**/*.test.ts",
      "bench/test/**/*.test.ts",
      "docs/**/*.test.ts",
      "examples/**/*.test.ts",
      ".ci/test/*.test.ts",
    ],
    globalSetup: ["packages/inventory-core/test/postgres-global-setup.ts"],
    reporters: ["default", new TotalsReporter()],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: "100%",
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
