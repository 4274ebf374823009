import type { Line } from "@cadastre/importers/readers";
import type { ReadableFiles } from "./allowed-path.ts";
import { identityOf, isMissing, isThere } from "./file-state.ts";
import { fileLines } from "./file-lines.ts";

/**
 * The lines of the files that make up the leases of a memfile, the oldest first, as Kea itself loads them. While it cleans up (LFC) it
 * moves the file to `.1`, begins a new one, and writes what remains of `.2` and `.1` to `.completed`, which becomes `.2`.
 */
export async function* keaLines(file: string, readable: ReadableFiles, signal: AbortSignal): AsyncGenerator<Line> {
  const older = (await isThere(`${file}.completed`)) ? [".completed"] : [".2", ".1"];
  for (const end of older) {
    try {
      yield* fileLines(file + end, readable, signal);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  // The one that Kea writes to is always there.
  yield* fileLines(file, readable, signal);
}

/** Tells whether the files were moved: which they are, not how long. */
export async function keaState(file: string): Promise<string> {
  const all = await Promise.all([".completed", ".2", ".1", ""].map(async (end) => await identityOf(file + end)));
  return all.join(" ");
}
