import type { Command } from "commander";
import type { Environment } from "../settings/read-settings.ts";
import { type KeyCreateOptions, type PasswordResetOptions, runKeyCreate, runPasswordReset, runUserCreate, type UserCreateOptions } from "./account-commands.ts";

const STDIN = ["--password-stdin", "read the password from the first line of standard input instead of asking for it"] as const;

const PASSWORD_HELP = "\nThe password is never an argument, where other users of the machine would see it.";

/** `cadastre user …` and `cadastre key …`: users and keys without a server, or beside one. */
export function addAccountCommands(program: Command, environment: Environment, databaseHelp: string): void {
  const user = program.command("user").description("users, without a server or beside one");
  user
    .command("create")
    .description("create a user")
    .requiredOption("--username <name>", "1–64 letters, digits or any of . _ @ -")
    .option("--admin", "make the user an administrator")
    .option("--role <name>", "give the user a role, such as operator or viewer; may be repeated", (name: string, before: readonly string[] = []) => [...before, name])
    .option("--email <address>", "e-mail address")
    .option("--full-name <name>", "full name")
    .option(...STDIN)
    .addHelpText("after", `${databaseHelp} A database that is not there is made.${PASSWORD_HELP}\nThe id of the user goes to standard output.`)
    .action(async (options: UserCreateOptions) => await runUserCreate(environment, options));
  user
    .command("reset-password")
    .description("set a user's password, at least 8 characters, and end all sessions of the user")
    .argument("<username>", "who gets the password")
    .option("--revoke-keys", "delete the API keys of the user too")
    .option(...STDIN)
    .addHelpText("after", `${databaseHelp}${PASSWORD_HELP}`)
    .action(async (username: string, options: PasswordResetOptions) => await runPasswordReset(environment, username, options));
  const key = program.command("key").description("API keys, without a server or beside one");
  key
    .command("create")
    .description("create an API key and print it, this once")
    .requiredOption("--user <username>", "whose permissions the key carries")
    .requiredOption("--name <name>", "what it is for")
    .option("--description <text>", "free text")
    .option("--expires-at <time>", "when it stops working, such as 2030-01-31T00:00:00Z; never unless given")
    .addHelpText("after", `${databaseHelp}\nThe key alone goes to standard output: SERVICE_API_TOKEN=$(cadastre key create …)`)
    .action(async (options: KeyCreateOptions) => await runKeyCreate(environment, options));
}
