import { statSync } from "node:fs";
import { coreErrors } from "../../../contract/errors/core-errors.ts";

/**
 * Notices that the database file was moved or deleted. In WAL mode SQLite goes on writing to the file that no name leads
 * to any more, and a commit that was acknowledged would be lost with the process.
 */
export class FileWatch {
  readonly #file: string;
  readonly #inode: bigint;

  constructor(file: string) {
    this.#file = file;
    this.#inode = statSync(file, { bigint: true }).ino;
  }

  /** @throws UNAVAILABLE while the file is not in its place */
  check(): void {
    if (statSync(this.#file, { bigint: true, throwIfNoEntry: false })?.ino === this.#inode) return;
    throw coreErrors.UNAVAILABLE(
      { reason: "the database file is gone or was replaced: put it back, or restart" },
      { retryAfterSeconds: 5 },
    );
  }
}
