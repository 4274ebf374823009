import { defineConfig } from "vitest/config";
import { TotalsReporter } from "./vitest.reporter.ts";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  throw new Error(`Node ${process.versions.node} is too old: run the tests as \`npx --yes pnpm@12 test\`, or with Node 22.18 or newer.`);
}

export default defineConfig({
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts", "bench/test/**/*.test.ts", "docs/**/*.test.ts", "examples/**/*.test.ts"],
    globalSetup: ["packages/inventory-core/test/postgres-global-setup.ts"],
    reporters: ["default", new TotalsReporter()],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: "100%",
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      // Its tests scan from processes of their own, in network namespaces: what runs there is not counted.
      exclude: ["packages/discovery-scanner/src/**"],
      reporter: ["text-summary", "html", "json-summary"],
      reportOnFailure: true,
      thresholds: { lines: 92, functions: 92, branches: 85 },
    },
  },
});
