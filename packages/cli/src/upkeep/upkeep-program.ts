import type { Command } from "commander";
import { EXIT } from "../exit-codes.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { AuditVerifyOptions } from "./audit-verify.ts";
import { addBackupCommands } from "./backup/backup-program.ts";
import type { CopyCommandOptions } from "./backup/copy.ts";
import { JSON_OPTION, type JsonOption } from "./json-option.ts";

const DATABASE_HELP =
  "\nIt works on the database of DATABASE_URL, or else of DATA_DIR (cadastre serve --help lists the settings), while a server runs or not.";

// What a command needs is loaded when it runs: the drivers of both databases take longer than other commands do.

/**
 * What operators do to a database: `verify`, `rebuild`, `backup …`, `migrate …`, `copy`, `doctor`, `secrets …` and
 * `audit verify`.
 * @param audit the noun, whose other commands are of clients
 */
export function addUpkeepCommands(program: Command, audit: Command, environment: Environment): void {
  program
    .command("verify")
    .summary("compare what is derived in the database with what it is derived from")
    .description(
      "compare what is derived in the database (documents, keys, counters, free addresses, search, conflicts) with what it is derived from",
    )
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `${DATABASE_HELP}\nDifferences go to standard output, a line each, counts to standard error. It ends with 0 when there are ` +
        `none, with ${EXIT.data} when there are some.`,
    )
    .action(async (options: JsonOption) => await (await import("./verify.ts")).runVerify(environment, options));
  program
    .command("rebuild")
    .description("write anew what cadastre verify finds")
    .option(...JSON_OPTION)
    .addHelpText("after", `${DATABASE_HELP}\nWhat it mended goes to standard output. Damage of the database's own files it cannot mend.`)
    .action(async (options: JsonOption) => await (await import("./verify.ts")).runRebuild(environment, options));
  addBackupCommands(program, environment, DATABASE_HELP);
  addMigrateCommands(program, environment);
  program
    .command("copy")
    .description("copy the SQLite database into an empty PostgreSQL database, compare every row, and verify it")
    .requiredOption("--to <url>", "postgresql://user@host/database, env:NAME for a variable or file:PATH for a file that has it")
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `${DATABASE_HELP}\nThe password is never an argument: set PGPASSWORD, PGPASSFILE, or use env: or file:. It copies one moment, ` +
        `so stop the server before.`,
    )
    .action(async (options: CopyCommandOptions) => await (await import("./backup/copy.ts")).runCopy(environment, options));
  program
    .command("doctor")
    .description("look for what is wrong with settings, database and machine, and say what to do about it")
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `\nIt changes nothing and prints no secret. It ends with 0 when nothing is wrong, with ${EXIT.data} when something is; what is ` +
        `only worth a look is no error.`,
    )
    .action(async (options: JsonOption) => await (await import("./doctor/doctor.ts")).runDoctor(environment, options));
  program
    .command("secrets")
    .description("what is encrypted in the database")
    .command("rotate")
    .description("encrypt it under the newest key of ENCRYPTION_KEY")
    .option(...JSON_OPTION)
    .addHelpText("after", DATABASE_HELP)
    .action(async (options: JsonOption) => await (await import("./rotate-secrets.ts")).runRotate(environment, options));
  audit
    .command("verify")
    .description("check the sealed audit log: whether a row was altered, taken out, put in or moved")
    .option("--head <number:hmac>", 'a head that was kept (from the log line "audit head"), which the log must still lead to')
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `${DATABASE_HELP}\nIt needs the keys of ENCRYPTION_KEY. Findings go to standard output, a line each, the head to standard ` +
        `error. It ends with 0 when nothing is wrong, with ${EXIT.data} when something is.`,
    )
    .action(async (options: AuditVerifyOptions) => await (await import("./audit-verify.ts")).runAuditVerify(environment, options));
}

function addMigrateCommands(program: Command, environment: Environment): void {
  const migrate = program.command("migrate").description("the version of the database");
  migrate
    .command("status")
    .description("list the migrations of the core and the plugins: applied, pending, unknown")
    .option(...JSON_OPTION)
    .addHelpText("after", `${DATABASE_HELP} It changes nothing, and ends with ${EXIT.data} when some are pending or unknown.`)
    .action(async (options: JsonOption) => await (await import("./migrate.ts")).runMigrateStatus(environment, options));
  migrate
    .command("up")
    .description("apply the pending ones, as the start of a server does")
    .option(...JSON_OPTION)
    .addHelpText("after", `${DATABASE_HELP} A database that is not there is made.`)
    .action(async (options: JsonOption) => await (await import("./migrate.ts")).runMigrateUp(environment, options));
}
