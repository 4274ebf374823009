import { link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes what the system still holds of a file, or of a folder's names, to the disk. */
export async function sync(path: string): Promise<void> {
  await using handle = await open(path, "r");
  await handle.sync();
}

/**
 * Gives a finished file its name, so that there is never half of it under that name.
 * @throws EEXIST when the name is taken and may not be replaced
 */
export async function giveName(draft: string, name: string, replace: boolean): Promise<void> {
  if (replace) await rename(draft, name);
  else {
    // A link fails where a file is; a rename would replace one that came a moment ago.
    await link(draft, name);
    await rm(draft);
  }
  await sync(dirname(name));
}

/** Removes a draft of a database and what SQLite puts beside it. */
export async function removeDraft(draft: string): Promise<void> {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) await rm(`${draft}${suffix}`, { force: true });
}
