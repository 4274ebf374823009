import { makeFolder } from "@cadastre/inventory-core/sqlite";
import { chown, stat } from "node:fs/promises";

/** What root makes for a service belongs to the user of the service, who could not read it otherwise; for others nothing is done. */
export async function giveToOwnerOf(model: string, paths: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(model);
  for (const path of paths) await chown(path, uid, gid);
}

/** Makes a folder, and those above it that are missing, for the owner of another one to use. */
export async function makeFolderFor(model: string, folder: string, mode: number): Promise<void> {
  await giveToOwnerOf(model, makeFolder(folder, mode));
}
