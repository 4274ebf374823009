import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Folders of all that goes into the page: its sources, how they are built, the client, and the formats with what they are made of.
 */
export const PAGE_SOURCES: readonly string[] = [
  "../page/",
  "../formats/",
  "./",
  "../../client/src/",
  "../../importers/src/",
  "../../inventory-core/src/",
].map(folderOf);

const LOCK_FILE = folderOf("../../../pnpm-lock.yaml");

/** A name for what folders hold now and, by the lock file, for every library. */
export async function stateOf(folders: readonly string[]): Promise<string> {
  const paths = [LOCK_FILE];
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash("sha256");
  for (const path of paths.toSorted())
    hash
      .update(path)
      .update("\0")
      .update(await readFile(path))
      .update("\0");
  return hash.digest("hex").slice(0, 24);
}
