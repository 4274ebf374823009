import { tmpdir } from "node:os";

/** Bytes of all temporary files of lists together. */
const DEFAULT_SPOOL_BYTES = 1024 ** 3;

/** Bytes of one temporary file. */
const MAX_FILE_BYTES = 512 * 1024 ** 2;

/** Temporary files that are open at once. */
const MAX_FILES = 256;

/** Where lists are kept whose readers are slower than the database. */
export interface SpoolOptions {
  /** Folder of the temporary files; that of the operating system unless set. Made when only it is missing. */
  readonly spoolFolder?: string | undefined;
  /** Bytes of all temporary files together; 1 GiB unless set. With 0 a list that is read slowly fails at once. */
  readonly spoolBytes?: number | undefined;
}

/**
 * Disk space that the lists of one storage share. A list may have as much as is still free after it, so that whoever comes
 * last finds room, however much the others have taken (dynamic thresholds: Choudhury and Hahne, 1998).
 */
export class SpoolBudget {
  readonly folder: string;
  #free: number;
  #files = 0;

  constructor({ spoolFolder, spoolBytes }: SpoolOptions) {
    this.folder = spoolFolder ?? tmpdir();
    this.#free = spoolBytes ?? DEFAULT_SPOOL_BYTES;
  }

  /** @returns false when there are as many files as there may be */
  openFile(): boolean {
    if (this.#files >= MAX_FILES) return false;
    this.#files += 1;
    return true;
  }

  /** @param had bytes that the file has so far @returns false when there is no room for more */
  take(had: number, bytes: number): boolean {
    const total = had + bytes;
    if (total > MAX_FILE_BYTES || total > this.#free) return false;
    this.#free -= bytes;
    return true;
  }

  /** The file is gone. @param had bytes that it had */
  closeFile(had: number): void {
    this.#files -= 1;
    this.#free += had;
  }
}
