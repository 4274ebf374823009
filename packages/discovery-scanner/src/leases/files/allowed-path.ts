import { realpath } from "node:fs/promises";
import path from "node:path";

/** Whether a path is a folder, or lies in it. */
const liesIn = (folder: string, file: string): boolean => file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);

/** Who reads files, and the setting that names the folders in which they lie. */
export interface Reader {
  readonly who: string;
  readonly setting: string;
}

export const SERVER: Reader = { who: "this server", setting: "DISCOVERY_LEASE_PATHS" };

/** What is wrong with a path whoever reads it, as the end of a sentence; undefined when nothing is. */
export function pathFormProblem(file: string): string | undefined {
  if (!path.isAbsolute(file)) return "must be an absolute path";
  return path.normalize(file) === file ? undefined : "must be written without . and .. and double slashes";
}

/** Why a path is not one that may be read, as the end of a sentence; undefined when it is. Nothing is looked up. */
export function pathProblem(file: string, folders: readonly string[], { who, setting }: Reader = SERVER): string | undefined {
  const problem = pathFormProblem(file);
  if (problem !== undefined) return problem;
  if (folders.length === 0) return `cannot be read by ${who}: ${setting} names no folder`;
  return folders.some((folder) => liesIn(folder, file)) ? undefined : `does not lie in a folder of ${setting} of ${who}`;
}

/**
 * Where a file really is. Links lead wherever who may write the folder wants, so it is looked at what they lead to.
 * @throws Error with a sentence when that is outside the folders; what the file system throws
 */
export async function allowedFile(file: string, folders: readonly string[], reader: Reader = SERVER): Promise<string> {
  const problem = pathProblem(file, folders, reader);
  if (problem !== undefined) throw new Error(`The path ${problem}.`);
  const real = await realpath(file);
  const roots = await Promise.all(folders.map(async (folder) => await realpath(folder).catch(() => folder)));
  if (!roots.some((root) => liesIn(root, real))) throw new Error(`The path leads out of the folders of ${reader.setting}.`);
  return real;
}
