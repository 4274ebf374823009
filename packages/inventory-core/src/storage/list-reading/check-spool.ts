import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { storageErrors } from "../storage-errors.ts";
import type { SpoolOptions } from "./spool-budget.ts";

/**
 * Makes the folder of temporary files where it is missing (not those above it), so that a wrong one is told at the start. @throws
 * DATABASE_NOT_OPENED
 */
export function checkSpool({ spoolFolder }: SpoolOptions): void {
  if (spoolFolder === undefined) return;
  try {
    // Not with `recursive`, which never returns for a folder in /proc.
    if (!existsSync(spoolFolder)) mkdirSync(spoolFolder, { mode: 0o700 });
    accessSync(spoolFolder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw storageErrors.DATABASE_NOT_OPENED(
      {
        problem: `the folder ${spoolFolder} for temporary files of lists cannot be written to (${code ?? String(error)})`,
        advice: "choose another",
      },
      { cause: error },
    );
  }
}
