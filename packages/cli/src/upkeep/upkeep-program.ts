import type { Command } from "commander";
import { EXIT } from "../exit-codes.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { AuditVerifyOptions } from "./audit-verify.ts";
import { addBackupCommands } from "./backup/backup-program.ts";
import type { CopyCommandOptions } from "./backup/copy.ts";
import { JSON_OPTION, type JsonOption } from "./json-option.ts";
import type { VerifyCommandOptions } from "./verify.ts";

const DATABASE_HELP =
  "\nWorks on the database of DATABASE_URL, or else of DATA_DIR (cadastre serve --help lists the settings), whether a server runs or not.";

/** Of `verify` and `rebuild`. */
const RESUME_OPTION = ["--resume", "keep the place in the database, and go on where the last --resume was interrupted"] as const;

// What a command needs is loaded when it runs: the drivers of both databases take longer than other commands do.

/**
 * What operators do to a database: `verify`, `rebuild`, `backup …`, `migrate …`, `copy`, `doctor`, `secrets …` and
 * `audit verify`.
 * @param audit the noun, whose other commands are of clients
 */
export function addUpkeepCommands(program: Command, audit: Command, environment: Environment): void {
  program
    .command("verify")
    .summary("check derived data in the database against its source")
    .description("check derived data (documents, keys, counters, free addresses, search, conflicts) against its source")
    .option(...RESUME_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `${DATABASE_HELP}\nDifferences are written to standard output, one per line, counts to standard error. Exits with 0 when there are ` +
        `none, with ${EXIT.data} otherwise.`,
    )
    .action(async (options: VerifyCommandOptions) => await (await import("./verify.ts")).runVerify(environment, options));
  program
    .command("rebuild")
    .description("repair the differences that cadastre verify finds")
    .option(...RESUME_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", `${DATABASE_HELP}\nRepairs are written to standard output. Damaged database files cannot be repaired.`)
    .action(async (options: VerifyCommandOptions) => await (await import("./verify.ts")).runRebuild(environment, options));
  addBackupCommands(program, environment, DATABASE_HELP);
  addMigrateCommands(program, environment);
  program
    .command("copy")
    .description("copy the SQLite database into an empty PostgreSQL database, compare every row, and verify it")
    .requiredOption("--to <url>", "postgresql://user@host/database, env:NAME for a variable or file:PATH for a file")
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `${DATABASE_HELP}\nDo not pass the password as an argument: set PGPASSWORD or PGPASSFILE, or use env: or file:. ` +
        `The copy is a snapshot, ` +
        `so stop the server first.`,
    )
    .action(async (options: CopyCommandOptions) => await (await import("./backup/copy.ts")).runCopy(environment, options));
  program
    .command("doctor")
    .description("check settings, database and machine, with advice for each problem")
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `\nChanges nothing and prints no secrets. Exits with 0 when no problem is found, with ${EXIT.data} otherwise; warnings ` +
        `do not count.`,
    )
    .action(async (options: JsonOption) => await (await import("./doctor/doctor.ts")).runDoctor(environment, options));
  program
    .command("secrets")
    .description("encrypted values in the database")
    .command("rotate")
    .description("re-encrypt them with the newest key of ENCRYPTION_KEY")
    .option(...JSON_OPTION)
    .addHelpText("after", DATABASE_HELP)
    .action(async (options: JsonOption) => await (await import("./rotate-secrets.ts")).runRotate(environment, options));
  audit
    .command("verify")
    .description("verify the sealed audit log: detects rows that were altered, removed, inserted or moved")
    .option("--head <number:hmac>", 'a saved head (from the log line "audit head") that the log must still contain')
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      `${DATABASE_HELP}\nRequires the keys of ENCRYPTION_KEY. Findings are written to standard output, one per line, ` +
        `the head to standard ` +
        `error. Exits with 0 without findings, with ${EXIT.data} otherwise.`,
    )
    .action(async (options: AuditVerifyOptions) => await (await import("./audit-verify.ts")).runAuditVerify(environment, options));
}

function addMigrateCommands(program: Command, environment: Environment): void {
  const migrate = program.command("migrate").description("schema migrations of the database");
  migrate
    .command("status")
    .description("list the migrations of the core and the plugins: applied, pending, unknown")
    .option(...JSON_OPTION)
    .addHelpText("after", `${DATABASE_HELP} Changes nothing, and exits with ${EXIT.data} when some are pending or unknown.`)
    .action(async (options: JsonOption) => await (await import("./migrate.ts")).runMigrateStatus(environment, options));
  migrate
    .command("up")
    .description("apply pending migrations, as starting a server does")
    .option(...JSON_OPTION)
    .addHelpText("after", `${DATABASE_HELP} A missing database is created.`)
    .action(async (options: JsonOption) => await (await import("./migrate.ts")).runMigrateUp(environment, options));
}
