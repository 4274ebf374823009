import { type Command, Option } from "commander";
import { addCommonOptions } from "../client/commands/common-options.ts";
import type { Terminal } from "../client/terminal.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { KeyCreateOptions, PasswordResetOptions, UserCreateOptions } from "./database-accounts.ts";
import { accountTarget, type AccountOptions } from "./account-target.ts";

const STDIN = ["--password-stdin", "read the password from the first line of standard input instead of asking for it"] as const;

const PASSWORD_HELP = "\nThe password is never passed as an argument, where other users of the machine could see it.";

const TARGET_HELP =
  "\nWith a server (--api-url, --profile, SERVICE_API_URL or cadastre login) the command calls its API; otherwise, and with --database, " +
  "DATABASE_URL or DATA_DIR (also from the config file), it works on the database directly, whether a server runs or not. --database " +
  "settings uses DATABASE_URL or DATA_DIR.";

const NO_OWNER =
  "error: required option '--user <username>' not specified: this works on the database of the settings, where nobody is signed in. " +
  "For a key of your own on the server that you are signed in to, pass --profile or --api-url";

/** The commands of `user` and `key` that are needed before anybody can sign in: on a server, or on its database. */
export function addAccountCommands(program: Command, environment: Environment, terminal: Terminal): void {
  const user = program.command("user");
  const create = user
    .command("create")
    .alias("add")
    .description("create a user")
    .requiredOption("--username <name>", "1–64 letters, digits or any of . _ @ -")
    .option("--admin", "make the user an administrator")
    .option(
      "--role <name>",
      "give the user a role, such as operator or viewer; may be repeated",
      (name: string, before: readonly string[] = []) => [...before, name],
    )
    .option("--email <address>", "e-mail address")
    .option("--full-name <name>", "full name")
    .option(...STDIN)
    .addHelpText(
      "after",
      `${TARGET_HELP} A missing database is created.${PASSWORD_HELP}\nThe id of the user is written to standard output.`,
    )
    .action(async (options: UserCreateOptions & AccountOptions) => {
      const target = await accountTarget(options, environment, terminal);
      if (target.kind === "server") await (await import("./server-accounts.ts")).createUserOnServer(options, terminal);
      else await (await import("./database-accounts.ts")).runUserCreate(target.environment, options, terminal);
    });
  addCommonOptions(create, false);
  const reset = user
    .command("reset-password")
    .description("set a user's password and end all sessions of the user")
    .argument("[username]", "the user")
    .usage("<username> [options]")
    .addOption(new Option("--id <id>").hideHelp())
    .option("--revoke-keys", "delete the API keys of the user too")
    .option(...STDIN)
    .addHelpText("after", `${TARGET_HELP}${PASSWORD_HELP}\nAt least 12 characters; 8 with --database.`)
    .action(async (name: string | undefined, options: PasswordResetOptions & AccountOptions & { readonly id?: string }) => {
      const username = name ?? options.id ?? reset.error("error: missing required argument 'username'");
      const target = await accountTarget(options, environment, terminal);
      if (target.kind === "server") await (await import("./server-accounts.ts")).resetPasswordOnServer(username, options, terminal);
      else await (await import("./database-accounts.ts")).runPasswordReset(target.environment, username, options, terminal);
    });
  addCommonOptions(reset, false);
  const key = program
    .command("key")
    .command("create")
    .alias("add")
    .description("create an API key and print it (it is shown only once)")
    .option("--user <username>", "user whose permissions the key has; with a server, default is yourself")
    .requiredOption("--name <name>", "what the key is used for")
    .option("--description <text>", "free text")
    .addOption(new Option("--expires <time>").hideHelp())
    .option("--expires-at <time>", "expiry time, such as 2030-01-31T00:00:00Z (default: never)")
    .addHelpText("after", `${TARGET_HELP}\nOnly the key is written to standard output: SERVICE_API_TOKEN=$(cadastre key create …)`)
    .action(async (given: Partial<KeyCreateOptions> & AccountOptions & { readonly name: string; readonly expires?: string }) => {
      const { expires, ...rest } = given;
      const options = { ...rest, ...(rest.expiresAt === undefined && expires !== undefined ? { expiresAt: expires } : {}) };
      const target = await accountTarget(options, environment, terminal);
      if (target.kind === "server") return await (await import("./server-accounts.ts")).createKeyOnServer(options, terminal);
      const { user: owner = key.error(NO_OWNER) } = options;
      await (await import("./database-accounts.ts")).runKeyCreate(target.environment, { ...options, user: owner });
    });
  addCommonOptions(key, false);
}
