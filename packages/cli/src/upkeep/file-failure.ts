import { CommandFailure } from "../exit-codes.ts";

/** What to do about the failures of a file system that operators meet, by code. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/,
    ". The disk or a quota is full: free some space, or pass a folder on another disk. Nothing was left behind",
  ],
  // SQLite says no more than this of a quota, a limit on the size of files, and a disk that breaks.
  [
    /^(EIO|SQLITE_IOERR.*)$/,
    ". The disk or a quota may be full, or the disk is failing: free some space, check the system log, or pass a folder on another " +
      "disk. Nothing was left behind",
  ],
  [/^(EACCES|EPERM|SQLITE_READONLY.*|SQLITE_PERM)$/, ". Run the command as the user of the server, who can write there"],
  [/^SQLITE_CANTOPEN/, ". It must exist and be readable: run the command as the user of the server"],
  [/^(EROFS)$/, ". Pass a folder on a writable file system"],
];

/** A failure in a sentence, with what to do about it; one that has its sentence stays as it is. @param outcome `the backup was not made` */
export function fileFailure(error: unknown, outcome: string): CommandFailure {
  if (error instanceof CommandFailure) return error;
  const code = (error as { readonly code?: string }).code ?? "";
  const message = error instanceof Error ? error.message : String(error);
  return new CommandFailure(`${outcome}: ${message}${ADVICE.find(([pattern]) => pattern.test(code))?.[1] ?? ""}`, undefined, {
    cause: error,
  });
}
