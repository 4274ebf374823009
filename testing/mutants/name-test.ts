import { ChildProcess } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

// What reports reached mutants, in this process and those that it starts, says for which test file.
process.env["MUTANTS_TEST"] = relative(fileURLToPath(new URL("../../", import.meta.url)), expect.getState().testPath ?? "");

/** What a process must be told, also by a test that gives it an environment of its own. */
const TOLD = ["NODE_OPTIONS", "MUTANTS_REACHED", "MUTANTS_TEST"];

const prototype = ChildProcess.prototype as unknown as { spawn: (options: { readonly envPairs: string[] }) => unknown };
const { spawn } = prototype;
prototype.spawn = function (this: ChildProcess, options) {
  options.envPairs.push(...TOLD.map((name) => `${name}=${process.env[name] ?? ""}`));
  return spawn.call(this, options);
};
