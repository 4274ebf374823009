import type { Command } from "commander";
import { addCommonOptions } from "../commands/common-options.ts";
import { GROUPS } from "../commands/nouns.ts";
import type { CommonOptions } from "../commands/run-operation.ts";
import type { Terminal } from "../terminal.ts";
import type { LoginOptions } from "./login.ts";

/** `login`, `logout`, `whoami` and `profile`: what each does is loaded when it is run. */
export function addSessionCommands(program: Command, terminal: Terminal): void {
  const add = (name: string, description: string): Command => program.command(name).helpGroup(GROUPS.access).description(description);
  const login = add("login", "sign in, and keep the session in a profile")
    .option("--username <name>", "who signs in; asked for unless given")
    .option("--password-stdin", "read the password from standard input")
    .option("--token-stdin", "keep the API key that standard input has, and no session")
    .addHelpText("after", LOGIN_HELP)
    .action(async (options: LoginOptions) => await (await import("./login.ts")).runLogin(options, terminal));
  addCommonOptions(login, false);
  const logout = add("logout", "end the session of the profile and forget its credentials").action(
    async (options: CommonOptions) => await (await import("./logout.ts")).runLogout(options, terminal),
  );
  addCommonOptions(logout, false);
  const whoami = add("whoami", "tell who you are to the server, and what you may do").action(
    async (options: CommonOptions) => await (await import("./whoami.ts")).runWhoami(options, terminal),
  );
  addCommonOptions(whoami);
  const profile = add("profile", "servers that you sign in to");
  addCommonOptions(profile.command("list").description("list the profiles")).action(async (options: CommonOptions) => {
    const [{ formatOf }, { listProfiles }] = await Promise.all([import("../connection/target.ts"), import("./profiles.ts")]);
    await listProfiles(formatOf(options, terminal), terminal);
  });
  profile
    .command("use")
    .description("use a profile where none is named")
    .argument("<name>", "the profile")
    .action(async (name: string) => (await import("./profiles.ts")).useProfile(name, terminal));
  profile
    .command("delete")
    .description("forget a profile")
    .argument("<name>", "the profile")
    .action(async (name: string) => (await import("./profiles.ts")).deleteProfile(name, terminal));
}

const LOGIN_HELP = `
The profile is in $XDG_CONFIG_HOME/cadastre/config.json (~/.config), which only you may read. A password or key is never an argument, where others would see it.

Examples:
  cadastre login --api-url https://inventory.example.com
  cadastre login --profile prod --token-stdin <key.txt
`;
