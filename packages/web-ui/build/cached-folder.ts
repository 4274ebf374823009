import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { takeLock } from "./lock.ts";

/** How often it is looked whether another process has built the same. */
const POLL_INTERVAL_MS = 200;

/**
 * The folder of what is built of sources as they are now, which is built unless it is there. Processes that ask at once need one build,
 * not one each.
 * @param cache where such folders are
 * @param state a name for what the sources are now
 */
export async function cachedFolder(cache: string, state: string, build: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(cache, state);
  await mkdir(cache, { recursive: true });
  for (;;) {
    if (await isFolder(folder)) return folder;
    await using lock = await takeLock(`${folder}.building`);
    if (lock === undefined) await setTimeout(POLL_INTERVAL_MS);
    else if (!(await isFolder(folder))) await buildInto(cache, folder, build);
  }
}

/** A folder that is there is whole. */
async function buildInto(cache: string, folder: string, build: (folder: string) => Promise<unknown>): Promise<void> {
  const scratch = await mkdtemp(join(cache, "building-"));
  try {
    await build(scratch);
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
