import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const FIXTURE = `
import { fork, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
const begin = (name, args) => {
  const child = spawn("sh", ["-c", "sleep 600 & echo $!; wait"], { stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((resolve) => child.stdout.once("data", (text) => { writeFileSync(name, child.pid + " " + text); resolve(child); }));
};
let server;
beforeAll(async () => { server = await begin("before"); });
it("fails beside a child that spins", async () => {
  await begin("inside");
  const greedy = fork("greedy.mjs");
  writeFileSync("greedy", String(greedy.pid));
  expect(1).toBe(2);
});
it("still has what was begun before the tests", () => expect([server.exitCode, server.signalCode]).toEqual([null, null]));
`;

/** Whether a process runs; one that has ended and is still listed does not. */
function runs(pid: string): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) Z /.test(readFileSync(file, "utf8"));
}

it.skipIf(!existsSync("/proc/self/stat"))(
  "processes end with the test that began them, and those that they began, and the run with it",
  async () => {
    const folder = await mkdtemp(join(ROOT, "node_modules", ".test-fixture-"));
    try {
      await writeFile(join(folder, "fixture.test.mjs"), FIXTURE);
      await writeFile(join(folder, "greedy.mjs"), "process.on('message', () => {}); for (;;);");
      const config = { test: { setupFiles: [join(ROOT, "testing/end-children.ts")], include: ["*.test.mjs"] } };
      await writeFile(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)};`);
      const run = promisify(execFile)(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), "run"], { cwd: folder });
      const { stdout } = await run.catch((error: unknown) => error as { readonly stdout: string });
      expect(stdout).toMatch(/1 failed[^]*1 passed/);
      const pids = ["before", "inside", "greedy"].flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split(" "));
      expect(pids).toHaveLength(5);
      await vi.waitFor(() => expect(pids.filter(runs)).toEqual([]));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
