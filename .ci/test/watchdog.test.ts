import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const testing = (file: string): string => JSON.stringify(join(ROOT, "testing", file));

const CONFIG = `
import { Watchdog } from ${testing("hangs/watchdog.ts")};
const watchdog = new Watchdog({ hangMs: 500, checkIntervalMs: 50, reportMs: 1000 });
export default { test: {
  include: ["*.test.mjs"], reporters: ["default", watchdog], setupFiles: [${testing("hangs/worker-file.ts")}],
  execArgv: ["--report-on-signal"], testTimeout: 0, experimental: { viteModuleRunner: false, nodeLoader: false },
} };`;

it("the watchdog kills the worker of a file that blocks, and the run fails with a report", async () => {
  const folder = await mkdtemp(join(ROOT, "node_modules", ".test-fixture-"));
  try {
    await writeFile(join(folder, "vitest.config.mjs"), CONFIG);
    await writeFile(join(folder, "blocked.test.mjs"), 'import { it } from "vitest"; it("blocks", () => { for (;;); });');
    const run = promisify(execFile)(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), "run"], { cwd: folder });
    const ended = await run.then(
      () => undefined,
      (error: unknown) => error as { readonly code: number; readonly stderr: string },
    );
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/blocked\.test\.mjs: no test ended for 0\.5 s; killing its worker \d+/),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
