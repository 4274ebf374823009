import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface Run {
  /** Paths from the root; all files of `test` by default. */
  readonly tests?: readonly string[];
  readonly words: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds after which the run, and all that it has started, is killed. */
  readonly maxMs: number;
}

/** Runs test files with the projects of `test`; resolves to whether all passed. */
export async function runTests(root: string, { tests = [], words, env, maxMs }: Run): Promise<boolean> {
  const projects = ["--project", "sqlite", "--project", "postgresql-section"];
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...projects, ...words, ...tests], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "ignore",
    detached: true,
  });
  const late = setTimeout(() => process.kill(-(child.pid as number), "SIGKILL"), maxMs);
  const [code] = await once(child, "exit");
  clearTimeout(late);
  return code === 0;
}
