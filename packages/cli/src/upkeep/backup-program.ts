import { type Command, InvalidArgumentError } from "commander";
import type { Environment } from "../settings/read-settings.ts";
import type { BackupCreateOptions } from "./backup-create.ts";
import type { BackupRestoreOptions } from "./backup-restore.ts";
import { JSON_OPTION, type JsonOption } from "./json-option.ts";

/** `cadastre backup create|verify|restore`. @param databaseHelp which database it works on */
export function addBackupCommands(program: Command, environment: Environment, databaseHelp: string): void {
  const backup = program.command("backup").description("backups of the SQLite database (PostgreSQL has pg_dump)");
  backup
    .command("create")
    .description("back it up while servers write to it, and print the path of the backup")
    .argument("[target]", "a file, or a folder in which it gets a name; the folder backups beside the database unless given")
    .option("--force", "replace a backup of that name")
    .option("--keep <number>", "remove all but so many of the newest backups of the folder", atLeastOne)
    .option(...JSON_OPTION)
    .addHelpText("after", `${databaseHelp}\nEvery change that was acknowledged before it began is in it. The encryption key is not.`)
    .action(async (target: string | undefined, options: BackupCreateOptions) => await (await import("./backup-create.ts")).runBackupCreate(environment, target, options));
  backup
    .command("verify")
    .description("check a backup, without changing it: checksum, file, migrations, and as cadastre verify")
    .argument("<file>", "the backup")
    .option(...JSON_OPTION)
    .addHelpText("after", "\nIt ends with 0 when the backup is sound, with 65 when it is not. It needs room for a copy in the folder of temporary files (TMPDIR).")
    .action(async (file: string, options: JsonOption) => await (await import("./backup-verify.ts")).runBackupVerify(environment, file, options));
  backup
    .command("restore")
    .description("put a backup in the place of the database, which is kept aside, and print its path")
    .argument("<file>", "the backup")
    .option("--to <path>", "put it there instead")
    .option("-y, --yes", "there may be a database already")
    .addHelpText("after", `${databaseHelp.replace(", while a server runs or not", "; no server may run")}\nSessions end. Keys and grants that were revoked since the backup are valid again.`)
    .action(async (file: string, options: BackupRestoreOptions) => await (await import("./backup-restore.ts")).runBackupRestore(environment, file, options));
}

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of at least 1.");
  return Number(text);
}
