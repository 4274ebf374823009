import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";

/** Bytes. A run takes a tenth of it. */
const ENOUGH = 4 * 2 ** 30;

/**
 * Has this process, and those it starts, keep temporary files in memory, where Linux offers enough of it that programs may run from:
 * tests make and drop thousands of databases, each of hundreds of files. They go with this process. Elsewhere nothing changes.
 */
export function keepFilesInMemory(): void {
  if (!offersMemory()) return;
  const folder = mkdtempSync(join(MEMORY, "cadastre-"));
  // PostgreSQL is another user where tests are run by root, and removes its own folder in it.
  chmodSync(folder, 0o1777);
  process.env["TEST_DISK"] = tmpdir();
  process.env["TMPDIR"] = folder;
  // Most files load the whole engine, each in a process of its own: the first to do so compiles it, and strips it of types, for all.
  process.env["NODE_COMPILE_CACHE"] ??= join(folder, "compiled");
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** Where files of tests lie that are about a disk: which takes its time to write, and has a commit wait for it. */
export function diskFolder(): string {
  return process.env["TEST_DISK"] ?? tmpdir();
}

function offersMemory(): boolean {
  if (process.env["TMPDIR"] !== undefined || process.platform !== "linux" || !existsSync(MEMORY)) return false;
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === MEMORY);
  const { bavail, bsize } = statfsSync(MEMORY);
  return mount !== undefined && !mount.includes("noexec") && bavail * bsize >= ENOUGH;
}
