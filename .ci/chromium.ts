import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The shell is the engine without windows, and takes a third less processor time (decision 0430). */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * For tests, pictures and benches: the path of the browser of the system: `TEST_CHROMIUM`, or what is on the PATH; undefined where there is
 * none.
 */
export function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return process.env["TEST_CHROMIUM"] ?? NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}
