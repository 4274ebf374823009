import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { databaseFile } from "../database.ts";
import { CommandFailure } from "../../exit-codes.ts";
import type { Settings } from "../../settings/settings.ts";

/**
 * The file of the embedded database of the settings.
 * @throws CommandFailure when it is PostgreSQL's, which has commands of its own, or is not there
 */
export async function sqliteFileOf(settings: Settings, mayBeMissing = false): Promise<string> {
  const named = databaseFile(settings);
  if (settings.DATABASE_URL?.kind === "postgresql")
    throw new CommandFailure(
      "the database is PostgreSQL: back it up with pg_dump and restore it with pg_restore, which docs/guides/backup.md shows",
    );
  if (named === undefined) throw new CommandFailure("the database is in memory: set DATA_DIR or DATABASE_URL as for cadastre serve");
  // Absolute in messages too: cron and systemd start commands in a folder that nobody has in mind.
  const file = resolve(named);
  if (!mayBeMissing) {
    await access(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT")
        throw new CommandFailure(`${file} cannot be accessed (${error.code}): run the command as the user of the server`);
      throw new CommandFailure(`no database at ${file}: set DATA_DIR or DATABASE_URL as for cadastre serve`);
    });
  }
  return file;
}
