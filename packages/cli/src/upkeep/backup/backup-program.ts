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
    .description("back it up while servers write to it, and print the path of the backup")
    .argument("[target]", "a file, or a folder in which it gets a name; the folder backups beside the database unless given")
    .option("--force", "replace a backup of that name")
    .option("--verify", "verify it, as cadastre backup verify does, before older ones are removed")
    .option("--keep <number>", "of the backups in the folder so many of the newest stay; all do without --keep…", atLeastOne)
    .option("--keep-daily <number>", "and the newest of each of so many days", atLeastOne)
    .option("--keep-weekly <number>", "and of so many weeks", atLeastOne)
    .option("--keep-monthly <number>", "and of so many months", atLeastOne)
    .option("-q, --quiet", "no notes on standard error")
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `${databaseHelp}\nEvery change that was acknowledged before it began is in it. The encryption key is not.\nOne run at a time ` +
        `writes into a folder: a second one ends with ${EXIT.conflict}. With --verify it ends with ${EXIT.data} when the backup is not ` +
        `sound, and removes nothing.`,
    )
    .action(
      async (target: string | undefined, options: BackupCreateOptions) =>
        await (await import("./backup-create.ts")).runBackupCreate(environment, target, options),
    );
  backup
    .command("verify")
    .description("check a backup, without changing it: checksum, file, migrations, and as cadastre verify")
    .argument("<file>", "the backup")
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      "\nIt ends with 0 when the backup is sound, with 65 when it is not. It needs room for a copy in the folder of temporary files " +
        "(TMPDIR).",
    )
    .action(
      async (file: string, options: JsonOption) => await (await import("./backup-verify.ts")).runBackupVerify(environment, file, options),
    );
  backup
    .command("restore")
    .description("put a backup in the place of the database, which is kept aside, and print its path")
    .argument("<file>", "the backup")
    .option("--to <path>", "put it there instead")
    .option("-y, --yes", "there may be a database already")
    .addHelpText(
      "after",
      `${databaseHelp.replace(", while a server runs or not", "; no server may run")}\nSessions end. Keys and grants that were ` +
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
