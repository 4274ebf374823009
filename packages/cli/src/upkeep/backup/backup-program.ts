import { type Command, InvalidArgumentError } from "commander";
import { EXIT } from "../../exit-codes.ts";
import type { Environment } from "../../settings/read-settings.ts";
import type { BackupCreateOptions } from "./backup-create.ts";
import type { BackupRestoreOptions } from "./backup-restore.ts";
import { JSON_OPTION, type JsonOption } from "../json-option.ts";

/** `cadastre backup create|verify|restore`. @param databaseHelp which database it works on */
export function addBackupCommands(program: Command, environment: Environment, databaseHelp: string): void {
  const backup = program.command("backup").description("backups of the SQLite database (PostgreSQL has pg_dump)");
  backup
    .command("create")
    .description("create a backup, also while servers write, and print its path")
    .argument("[target]", "file, or folder in which a name is generated (default: the folder backups next to the database)")
    .option("--force", "replace an existing file")
    .option("--verify", "verify the backup (see cadastre backup verify) before older ones are removed")
    .option("--keep <number>", "keep this many of the newest backups in the folder (default: all)", atLeastOne)
    .option("--keep-daily <number>", "also keep the newest of each of this many days", atLeastOne)
    .option("--keep-weekly <number>", "also keep the newest of each of this many weeks", atLeastOne)
    .option("--keep-monthly <number>", "also keep the newest of each of this many months", atLeastOne)
    .option("-q, --quiet", "suppress messages on standard error")
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `${databaseHelp}\nThe backup contains every change acknowledged before it began. It does not contain the ` +
        `encryption key.\nOnly one run at a time can ` +
        `write to a folder: a second one exits with ${EXIT.conflict}. With --verify it exits with ${EXIT.data} when the backup has ` +
        `problems, and removes nothing.`,
    )
    .action(
      async (target: string | undefined, options: BackupCreateOptions) =>
        await (await import("./backup-create.ts")).runBackupCreate(environment, target, options),
    );
  backup
    .command("verify")
    .description("verify a backup without changing it: checksum, file, migrations, and the checks of cadastre verify")
    .argument("<file>", "the backup")
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      "\nExits with 0 when the backup is intact, with 65 when not. Requires space for a copy in the folder of temporary files " +
        "(TMPDIR).",
    )
    .action(
      async (file: string, options: JsonOption) => await (await import("./backup-verify.ts")).runBackupVerify(environment, file, options),
    );
  backup
    .command("restore")
    .description("replace the database with a backup; the old database is kept, and its path printed")
    .argument("<file>", "the backup")
    .option("--to <path>", "restore to this path instead")
    .option("-y, --yes", "replace an existing database")
    .addHelpText(
      "after",
      `${databaseHelp.replace(", whether a server runs or not", "; no server may be running")}\nSessions end. Keys and grants that were ` +
        `revoked since the backup are valid again.`,
    )
    .action(
      async (file: string, options: BackupRestoreOptions) =>
        await (await import("./backup-restore.ts")).runBackupRestore(environment, file, options),
    );
}

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of at least 1.");
  return Number(text);
}
