import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Need } from "../trial.ts";

/** What a clean Debian is made with, and entered. */
export const MACHINE_NEEDS: readonly Need[] = [
  { program: "mmdebstrap", debian: "mmdebstrap" },
  { program: "systemd-nspawn", debian: "systemd-container" },
  { program: "nsenter", debian: "util-linux" },
];

export interface Said {
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end. @throws Error with what it said, when it does not end with 0 */
export async function finish(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly signal?: AbortSignal; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Said> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { ...options, maxBuffer: 64 * 1024 * 1024 });
    return { out: stdout, err: stderr };
  } catch (error) {
    const { stdout = "", stderr = "", code } = error as { stdout?: string; stderr?: string; code?: unknown };
    throw new Error(`${[command, ...args].join(" ")} ended with ${String(code)}:\n${stdout}${stderr}`, { cause: error });
  }
}
