// Builds the page: `node build/main.ts <folder>` into a folder, `node build/main.ts --cached` into one of its own for this
// state of the sources, unless it is there already. Prints the folder.
import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout } from "node:timers/promises";
import { takeLock } from "./lock.ts";
import type { Effort } from "./precompress.ts";
import { stateOfSources } from "./sources.ts";

const CACHE = fileURLToPath(new URL("../node_modules/.cache/page/", import.meta.url));

/** How often it is looked whether another process has built the same. */
const POLL_INTERVAL_MS = 200;

/** Behind whatever else the machine does. */
const LATER = 10;

const [target] = process.argv.slice(2);
if (target === undefined) throw new TypeError("usage: main.ts <folder> | --cached");
// Only an administrator may go before what it was started as.
if (getPriority() < LATER) setPriority(LATER);
process.stdout.write(`${target === "--cached" ? await cached() : await build(resolve(target), "smallest")}\n`);

async function build(folder: string, effort: Effort): Promise<string> {
  const { buildPage } = await import("./build-page.ts");
  await buildPage(folder, effort);
  return folder;
}

async function cached(): Promise<string> {
  const folder = join(CACHE, await stateOfSources());
  await mkdir(CACHE, { recursive: true });
  for (;;) {
    if (await isFolder(folder)) return folder;
    // Servers that start together need one build, not one each.
    await using lock = await takeLock(`${folder}.building`);
    if (lock === undefined) await setTimeout(POLL_INTERVAL_MS);
    else if (!(await isFolder(folder))) await buildInto(folder);
  }
}

/** A folder that is there is whole. */
async function buildInto(folder: string): Promise<void> {
  const scratch = await mkdtemp(join(CACHE, "building-"));
  try {
    await build(scratch, "quick");
    await rename(scratch, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
