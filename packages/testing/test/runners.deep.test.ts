import { storageCases } from "@cadastre/testing";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const FOLDER = fileURLToPath(new URL("runners/", import.meta.url));
const require = createRequire(import.meta.url);
const binary = (name: string, file: string): string => join(dirname(require.resolve(`${name}/package.json`)), file);

/** What one run of the suite says. */
interface Result {
  readonly code: number;
  readonly output: string;
}

/** Arguments of Node that run the suite for SQLite under a runner, and how that counts tests. */
const RUNNERS: Readonly<
  Record<string, { readonly args: readonly string[]; readonly count: (word: "pass" | "fail" | "skipped") => RegExp }>
> = {
  "node:test": {
    args: ["--test", "--test-reporter=tap", "on-node.ts"],
    count: (word) => new RegExp(`^# ${word} (\\d+)$`, "m"),
  },
  jest: {
    args: ["--experimental-vm-modules", binary("jest", "bin/jest.js"), "--config", "jest.config.json", "--runInBand"],
    count: (word) => new RegExp(`^Tests:.*?(\\d+) ${{ pass: "passed", fail: "failed", skipped: "skipped" }[word]}`, "m"),
  },
  vitest: {
    args: [binary("vitest", "vitest.mjs"), "run", "--config", "vitest.config.ts"],
    count: (word) => new RegExp(`^ +Tests .*?(\\d+) ${{ pass: "passed", fail: "failed", skipped: "skipped" }[word]}`, "m"),
  },
};

/** Runs the suite under a runner. */
async function run(runner: string, env: Readonly<Record<string, string>> = {}): Promise<Result> {
  const { NODE_OPTIONS: _, VITEST: __, ...surroundings } = process.env;
  const options = { cwd: FOLDER, env: { ...surroundings, ...env, NO_COLOR: "1", CI: "1" }, maxBuffer: 64e6 };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...(RUNNERS[runner]?.args ?? [])], options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

describe.each(Object.keys(RUNNERS))("the suite of storages under %s", (runner) => {
  const countOf = (word: "pass" | "fail" | "skipped", { output }: Result): number =>
    Number(RUNNERS[runner]?.count(word).exec(output)?.[1] ?? 0);

  it("runs every case that applies to SQLite, and reports the others as skipped", async () => {
    const result = await run(runner);
    expect(result.code, result.output).toBe(0);
    // Jest cannot skip a test that runs: it passes, and its title says that it does not apply.
    const skipped = 1 + (runner === "jest" ? 0 : storageCases.filter(({ needs }) => needs === "durable").length);
    // One test is about what is left out.
    const tests = storageCases.length + 1;
    expect([countOf("pass", result), countOf("fail", result), countOf("skipped", result)]).toEqual([tests - skipped, 0, skipped]);
  });

  it("fails for a storage that reads no single rows", async () => {
    const result = await run(runner, { FAULTY_STORAGE: "1" });
    expect(result.code).toBe(1);
    expect(countOf("fail", result)).toBeGreaterThan(0);
  });
});
