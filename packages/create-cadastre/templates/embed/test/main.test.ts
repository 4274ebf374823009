import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "my-inventory-"));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

/** Runs the program, which keeps its database in the folder it is started in. */
async function start(machine: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, machine], { cwd: folder });
  return stdout.trim();
}

it("gives each machine an address of its own, and the same one again", async () => {
  expect(await start("web-01")).toBe("web-01 has 10.20.0.10");
  expect(await start("db-01")).toBe("db-01 has 10.20.0.11");
  expect(await start("web-01")).toBe("web-01 has 10.20.0.10");
}, 300_000);
