import { execFile } from "node:child_process";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));

/** The command as it is published, in a folder where its dependencies are found. */
export interface Bundle extends AsyncDisposable {
  readonly folder: string;
  readonly main: string;
}

export async function buildBundle(): Promise<Bundle> {
  const place = join(PACKAGE, "node_modules", `.test-${process.pid}`);
  const folder = join(place, "dist");
  await mkdir(place, { recursive: true });
  // It looks its version up beside its folder.
  await copyFile(join(PACKAGE, "package.json"), join(place, "package.json"));
  await promisify(execFile)(join(PACKAGE, "../../node_modules/.bin/tsup"), ["--no-dts", "--out-dir", folder], { cwd: PACKAGE });
  return { folder, main: join(folder, "main.js"), [Symbol.asyncDispose]: async () => await rm(place, { recursive: true, force: true }) };
}
