import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Spool, SpoolFile } from "../../contract/storage/spool.ts";
import { storageErrors } from "../storage-errors.ts";
import { TemporaryFile } from "./temporary-file.ts";

const DEFAULT_BYTES = 1024 ** 3;

/** Size limit of one file. */
const MAX_FILE_BYTES = 512 * 1024 ** 2;

/** Limit of open files. */
const MAX_FILES = 256;

/** Where temporary files are, and how large they may be. */
export interface SpoolOptions {
  /** Folder of the files; default is that of the operating system. Created with mode 0700 when only it is missing. */
  readonly spoolFolder?: string | undefined;
  /** Size limit of all files together, in bytes; default 1 GiB. With 0, lists for slow clients fail and large bodies are refused. */
  readonly spoolBytes?: number | undefined;
}

/**
 * Temporary files in a folder. A file may be as large as the remaining space, so that new files find room however much the others use
 * (dynamic thresholds: Choudhury and Hahne, 1998).
 */
export class FolderSpool implements Spool {
  readonly bytes: number;
  readonly #folder: string;
  #free: number;
  #files = 0;

  /** @throws DATABASE_NOT_OPENED when the folder is not writable */
  constructor({ spoolFolder, spoolBytes = DEFAULT_BYTES }: SpoolOptions = {}) {
    if (spoolFolder !== undefined) makeWritable(spoolFolder);
    this.#folder = spoolFolder ?? tmpdir();
    this.bytes = spoolBytes;
    this.#free = spoolBytes;
  }

  open(): SpoolFile | undefined {
    if (this.#files >= MAX_FILES) return undefined;
    this.#files += 1;
    return new TemporaryFile(this.#folder, {
      take: (had, bytes) => {
        const total = had + bytes;
        if (total > MAX_FILE_BYTES || total > this.#free) return false;
        this.#free -= bytes;
        return true;
      },
      close: (had) => {
        this.#files -= 1;
        this.#free += had;
      },
    });
  }
}

/** Checks the folder at the start, not when the first file is needed. */
function makeWritable(folder: string): void {
  try {
    // Not with `recursive`, which never returns for a folder in /proc.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw storageErrors.DATABASE_NOT_OPENED(
      { problem: `the folder ${folder} for temporary files cannot be written to (${code ?? String(error)})`, advice: "choose another" },
      { cause: error },
    );
  }
}
