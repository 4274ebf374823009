import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

// For the watchdog, which kills a worker by its process id (testing/hangs/watchdog.ts).
const folder = process.env["TEST_WORKERS"];
const { testPath } = expect.getState();
if (folder !== undefined && testPath !== undefined) {
  writeFileSync(join(folder, String(process.pid)), testPath);
  if (process.report) process.report.directory = folder;
}
