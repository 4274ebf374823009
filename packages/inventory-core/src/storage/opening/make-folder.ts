import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { storageErrors } from "../storage-errors.ts";

/**
 * Makes a folder, and those above it that are missing.
 *
 * Each is made by itself: the recursive mkdir of Node never returns, and hears no signal, where the system says of a
 * folder that is there that it is not (under /proc, in a working directory that was deleted).
 *
 * @param mode of folders that are made
 * @returns those that were made, the uppermost first
 * @throws FOLDER_NOT_MADE
 */
export function makeFolder(path: string, mode = 0o777): readonly string[] {
  const missing = missingFolders(path);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process made it since.
      if (codeOf(error) !== "EEXIST" || !isFolder(folder)) throw refused(path, dirname(folder), error);
    }
  }
  return missing;
}

/** Absolute paths of the folders that are missing, the uppermost first. */
function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  let folder = path;
  try {
    folder = resolve(path);
    while (!isFolder(folder)) {
      missing.unshift(folder);
      folder = dirname(folder);
    }
  } catch (error) {
    throw refused(path, folder, error);
  }
  return missing;
}

/** False when nothing is there. @throws ENOTDIR when something else is there; what the system says when it cannot be seen */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isDirectory()) throw Object.assign(new Error(`${path} is not a directory`), { code: "ENOTDIR" });
  return true;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

function refused(folder: string, within: string, cause: unknown): Error {
  return storageErrors.FOLDER_NOT_MADE({ folder, reason: reasonOf(within, cause) }, { cause });
}

function reasonOf(within: string, error: unknown): string {
  if ((error as NodeJS.ErrnoException).syscall === "uv_cwd") return "it is relative to a working directory that was deleted";
  const code = codeOf(error);
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `this user may not write to ${within}, or not look into it`;
    case "EROFS":
      return `${within} is read-only`;
    case "ENOTDIR":
      return `${within} is a file, not a folder`;
    case "EEXIST":
      return `a link in ${within} leads nowhere`;
    case "ENOENT":
      return `no folder can be created in ${within}`;
    case "ENOSPC":
    case "EDQUOT":
      return `no space left in ${within}`;
    default:
      return `${code} in ${within}`;
  }
}
