import Database from "better-sqlite3";
import { SqliteSnapshot } from "./sqlite-snapshot.ts";

/** Pages of one step (4 MB, some milliseconds): progress is told and a signal is heard between two. */
const STEP_PAGES = 1024;

export interface SqliteBackupOptions {
  /** Is told what part is done, from 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies a database that others write to. The copy is the state of the moment of the call: every commit that was
 * acknowledged before is in it, and none that came after. Writers do not wait for it; the log grows until it is done.
 * The pages are read in one snapshot, as SQLite starts over after each foreign write otherwise, and never ends.
 *
 * @param target a file that is not there; what is left of it after an error is the caller's to remove
 * @throws SqliteError, SQLITE_FULL for instance; the reason of `signal`
 */
export async function backUpSqlite(source: string, target: string, { onProgress, signal }: SqliteBackupOptions = {}): Promise<void> {
  using snapshot = new SqliteSnapshot(source);
  await snapshot.copyTo(target, (totalPages, remainingPages) => {
    signal?.throwIfAborted();
    if (totalPages > 0) onProgress?.(1 - remainingPages / totalPages);
    return STEP_PAGES;
  });
  signal?.throwIfAborted();
  const copy = new Database(target);
  try {
    // One file that can be read from a folder nobody may write to; the server turns the log on again.
    copy.pragma("journal_mode = DELETE");
  } finally {
    copy.close();
  }
}
