import type { Command } from "commander";
import { addCommonOptions } from "../commands/common-options.ts";
import { GROUPS } from "../commands/nouns.ts";
import type { CommonOptions } from "../commands/run-operation.ts";
import type { Terminal } from "../terminal.ts";
import type { LoginOptions } from "./login.ts";

/** `login`, `logout`, `whoami` and `profile`: what each does is loaded when it is run. */
export function addSessionCommands(program: Command, terminal: Terminal): void {
  const add = (name: string, description: string): Command => program.command(name).helpGroup(GROUPS.access).description(description);
  const login = add("login", "sign in and store the session in a profile")
    .option("--username <name>", "user name (prompted for by default)")
    .option("--password-stdin", "read the password from standard input")
    .option("--token-stdin", "store the API key read from standard input instead of a session")
    .addHelpText("after", LOGIN_HELP)
    .action(async (options: LoginOptions) => await (await import("./login.ts")).runLogin(options, terminal));
  addCommonOptions(login, false);
  const logout = add("logout", "end the session of the profile and delete its credentials").action(
    async (options: CommonOptions) => await (await import("./logout.ts")).runLogout(options, terminal),
  );
  addCommonOptions(logout, false);
  const whoami = add("whoami", "show your user, roles and permissions").action(
    async (options: CommonOptions) => await (await import("./whoami.ts")).runWhoami(options, terminal),
  );
  addCommonOptions(whoami);
  const profile = add("profile", "profiles of servers you signed in to");
  addCommonOptions(profile.command("list").description("list the profiles")).action(async (options: CommonOptions) => {
    const [{ formatOf }, { listProfiles }] = await Promise.all([import("../connection/target.ts"), import("./profiles.ts")]);
    await listProfiles(formatOf(options, terminal), terminal);
  });
  profile
    .command("use")
    .description("set the default profile")
    .argument("<name>", "the profile")
    .action(async (name: string) => (await import("./profiles.ts")).useProfile(name, terminal));
  profile
    .command("delete")
    .description("delete a profile")
    .argument("<name>", "the profile")
    .action(async (name: string) => (await import("./profiles.ts")).deleteProfile(name, terminal));
}

const LOGIN_HELP = `
The profile is in $XDG_CONFIG_HOME/cadastre/config.json (~/.config), readable only by you.
Passwords and keys are never passed as arguments, where others could see them.

Examples:
  cadastre login --api-url https://inventory.example.com
  cadastre login --profile prod --token-stdin <key.txt
`;
