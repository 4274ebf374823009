import { constants } from "node:fs";
import fs, { type FileHandle } from "node:fs/promises";
import path from "node:path";
import { identityIn, identityOf } from "./file-state.ts";

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

/** Which files may be read. */
export interface ReadableFiles {
  /** Folders that contain them. */
  readonly folders: readonly string[];
  /** This server unless given. */
  readonly reader?: Reader;
}

/** A file that is replaced each time that it is opened is given up after so many times. */
const MAX_OPENINGS = 5;

/**
 * Opens a file for reading, and refuses one outside the folders. The opened file is checked, not the path before it: whoever may write
 * to a folder may put a link there at any time.
 * @throws Error with a sentence; what the file system throws
 */
export async function openReadable(file: string, { folders, reader = SERVER }: ReadableFiles): Promise<FileHandle> {
  const roots = await Promise.all(folders.map(async (folder) => await fs.realpath(folder).catch(() => folder)));
  for (let opening = 1; opening <= MAX_OPENINGS; opening += 1) {
    // O_NONBLOCK: opening a pipe would wait for a writer.
    const handle = await fs.open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const real = await fs.realpath(file);
      if (!roots.some((root) => liesIn(root, real))) throw new Error(`The path leads out of the folders of ${reader.setting}.`);
      // Another file may have taken its place between the two.
      if (identityIn(await handle.stat({ bigint: true })) === (await identityOf(real))) return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
    await handle.close();
  }
  throw new Error("The file is replaced each time that it is opened.");
}
