import { chown, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** What root makes for a service belongs to the user of the service, who could not read it otherwise; for others nothing is done. */
export async function giveToOwnerOf(model: string, paths: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(model);
  for (const path of paths) await chown(path, uid, gid);
}

/** Makes a folder, and those above it that are missing, for the owner of another one to use. */
export async function makeFolderFor(model: string, folder: string, mode: number): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode });
  if (first === undefined) return;
  const made = [folder];
  while (made.at(-1) !== first) made.push(dirname(made.at(-1) as string));
  await giveToOwnerOf(model, made);
}
