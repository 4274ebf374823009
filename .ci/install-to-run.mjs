// Before `start`: installs what the server runs with, and not what it is tested, checked and documented with. Where that
// is installed already, it is kept up to date as well: to install less would remove it. Plain JavaScript without packages,
// because the Node of the machine runs it the first time.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Of the development dependencies, and of nothing else. */
const everything = existsSync(new URL("../node_modules/vitest", import.meta.url));

const words = everything ? ["install"] : ["install", "--prod", "--frozen-lockfile", "--filter", "@cadastre/cli..."];
const { status, error } = spawnSync("pnpm", words, { cwd: ROOT, stdio: "inherit", shell: process.platform === "win32" });
if (status !== 0) {
  const why = error === undefined ? "" : `: ${error.message}`;
  const installed = existsSync(new URL("../packages/cli/node_modules", import.meta.url));
  // No network, or a file system that is read only: what was installed before may do.
  if (installed) console.error(`cadastre: \`pnpm ${words.join(" ")}\` failed${why}; it goes on with what is installed`);
  else {
    console.error(`cadastre: \`pnpm ${words.join(" ")}\` failed${why}; start again when the package registry can be reached`);
    process.exitCode = 1;
  }
}
