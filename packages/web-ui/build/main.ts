// Builds the page: `node build/main.ts <folder>` into a folder, `node build/main.ts --cached` into one of its own for this
// state of the sources, unless it is there already. Prints the folder.
import { getPriority, setPriority } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedFolder } from "./cached-folder.ts";
import type { Effort } from "./precompress.ts";
import { PAGE_SOURCES, stateOf } from "./sources.ts";

const CACHE = fileURLToPath(new URL("../node_modules/.cache/page/", import.meta.url));

/** A build comes behind whatever else the machine does. */
const LATER = 10;

const [target] = process.argv.slice(2);
if (target === undefined) throw new TypeError("usage: main.ts <folder> | --cached");
process.stdout.write(`${target === "--cached" ? await cached() : await build(resolve(target), "smallest")}\n`);

async function build(folder: string, effort: Effort): Promise<string> {
  // Whether there is one already is soon known. Only an administrator may go before what it was started as.
  if (getPriority() < LATER) setPriority(LATER);
  const { buildPage } = await import("./build-page.ts");
  await buildPage(folder, effort);
  return folder;
}

async function cached(): Promise<string> {
  return await cachedFolder(CACHE, await stateOf(PAGE_SOURCES), async (folder) => await build(folder, "quick"));
}
