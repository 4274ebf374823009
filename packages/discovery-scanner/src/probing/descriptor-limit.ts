import { readFile } from "node:fs/promises";

/** Files and sockets that this process may have open; undefined where the system does not say. */
export async function descriptorLimit(): Promise<number | undefined> {
  try {
    return descriptorLimitIn(await readFile("/proc/self/limits", "utf8"));
  } catch {
    return undefined;
  }
}

/** @param limits the text of /proc/self/limits */
export function descriptorLimitIn(limits: string): number | undefined {
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}
