import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Servers are often where only root's PATH looks. */
const SERVER_FOLDERS = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/** The path of a program, undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...SERVER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
