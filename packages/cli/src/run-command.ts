import { type Command, CommanderError } from "commander";
import { safeLines } from "./client/output/safe-text.ts";
import { isGone, ReaderGone } from "./client/output/write-out.ts";
import { CommandFailure, EXIT } from "./exit-codes.ts";

/**
 * Runs the command that words call for.
 * @param words what follows the name of the program. @param make makes the program
 * @returns the exit code
 */
export async function runCommand(words: readonly string[], make: () => Command | Promise<Command>): Promise<number> {
  // The help of `cadastre --help | head` too.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (!isGone(error)) process.exitCode = EXIT.failed;
  });
  // `2>&1 | head` as well: what cannot be told is not told.
  process.stderr.on("error", () => {});
  try {
    await (await make()).parseAsync([...words], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has said what is wrong, or printed the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    // `| head` has what it wanted.
    if (error instanceof ReaderGone) return EXIT.ok;
    if (error instanceof CommandFailure) {
      if (error.message !== "") process.stderr.write(`cadastre: ${safeLines(error.message)}\n`);
      return error.exitCode;
    }
    throw error;
  }
}
