import { realpath } from "node:fs/promises";
import path from "node:path";

/** Whether a path is a folder, or lies in it. */
const liesIn = (folder: string, file: string): boolean => file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);

/** Why a path is not one that this server may read, as the end of a sentence; undefined when it is. Nothing is looked up. */
export function pathProblem(file: string, folders: readonly string[]): string | undefined {
  if (!path.isAbsolute(file)) return "must be an absolute path";
  if (path.normalize(file) !== file) return "must be written without . and .. and double slashes";
  if (folders.length === 0) return "cannot be read by this server: DISCOVERY_LEASE_PATHS names no folder";
  if (!folders.some((folder) => liesIn(folder, file))) return "does not lie in a folder of DISCOVERY_LEASE_PATHS of this server";
  return undefined;
}

/**
 * Where a file really is. Links lead wherever who may write the folder wants, so it is looked at what they lead to.
 * @throws Error with a sentence when that is outside the folders; what the file system throws
 */
export async function allowedFile(file: string, folders: readonly string[]): Promise<string> {
  const problem = pathProblem(file, folders);
  if (problem !== undefined) throw new Error(`The path ${problem}.`);
  const real = await realpath(file);
  const roots = await Promise.all(folders.map(async (folder) => await realpath(folder).catch(() => folder)));
  if (!roots.some((root) => liesIn(root, real))) throw new Error("The path leads out of the folders of DISCOVERY_LEASE_PATHS.");
  return real;
}
