import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * All that goes into the page: its sources, how they are built, the client, the formats with what they are made of, and by the lock file
 * every library.
 */
const FOLDERS = ["../page/", "../formats/", "./", "../../client/src/", "../../importers/src/", "../../inventory-core/src/"].map(folderOf);
const FILES = [folderOf("../../../pnpm-lock.yaml")];

/** A name for what the sources are now. */
export async function stateOfSources(): Promise<string> {
  const paths = [...FILES];
  for (const folder of FOLDERS) {
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
