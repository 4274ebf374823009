import { CadastreError } from "@cadastre/client";
import type { Manifest } from "@cadastre/client/manifest";
import type { Command } from "commander";
import { CommandFailure } from "../../exit-codes.ts";
import { nounOf } from "../commands/nouns.ts";
import { type Target, targetOf } from "../connection/target.ts";
import { explain } from "../explain-failure.ts";
import { safeLines } from "../output/safe-text.ts";
import type { Terminal } from "../terminal.ts";
import type { CommandWords } from "./command-words.ts";
import { keptManifest } from "./manifest-cache.ts";
import { tellManifest } from "./told-manifest.ts";

/** How much of the commands of plugins a command line calls for: their names, all of them, or those of what it calls. */
export type Wanted = "names" | "all" | "called";

/**
 * Puts the commands of the server's plugins on the program, which has all others. For what is called the server is asked; names for the
 * help, and everything for completion, are what it told before.
 */
export async function addNounsOfPlugins(program: Command, said: CommandWords, wanted: Wanted, terminal: Terminal): Promise<void> {
  const isTold = wanted === "called" ? await tellAsked(said, terminal) : tellKept(said, terminal);
  if (!isTold) return;
  await addNouns(
    program,
    terminal,
    (name, aliases) => wanted === "all" || (wanted === "called" && [name, ...aliases].includes(said.noun ?? "")),
  );
}

/** @param fills whether the commands of a noun are made, not only its name */
async function addNouns(program: Command, terminal: Terminal, fills: (name: string, aliases: readonly string[]) => boolean): Promise<void> {
  const [{ addOperations }, { pluginNouns }] = await Promise.all([import("../commands/noun-commands.ts"), import("./plugin-nouns.ts")]);
  const taken = new Set(program.commands.flatMap((command) => [command.name(), ...command.aliases()]));
  for (const noun of pluginNouns(taken)) {
    const { name, aliases = [], description, group } = noun;
    const command = program
      .command(name)
      .aliases([...aliases])
      .description(description)
      .helpGroup(group)
      .helpCommand(false);
    if (fills(name, aliases)) addOperations(command, noun, terminal);
  }
  // Of a plugin that adds to a noun of ours.
  for (const command of program.commands) {
    const ours = nounOf(command.name());
    if (ours !== undefined && ours.whole !== true && fills(command.name(), command.aliases()))
      addOperations(command, { ...ours, examples: [] }, terminal);
  }
}

/** Whether something was told before, which is known from now on. */
function tellKept({ target: options }: CommandWords, terminal: Terminal): boolean {
  try {
    const target = targetOf(options, terminal);
    const kept = target.kind === "server" ? keptManifest(target, terminal) : undefined;
    if (kept !== undefined) tellManifest(kept.manifest);
    return kept !== undefined;
  } catch (error) {
    // A profile that does not exist: the command that uses it says so.
    if (error instanceof CommandFailure) return false;
    throw error;
  }
}

/** Asks the server, or the config file for a database. Where neither tells anything, that is said before the word is called unknown. */
async function tellAsked({ target: options, config, noun }: CommandWords, terminal: Terminal): Promise<boolean> {
  const target = targetOf(options, terminal);
  try {
    tellManifest(await manifestOf(target, config, terminal));
    return true;
  } catch (error) {
    if (error instanceof CadastreError === false) throw error;
    // A verb of a noun of ours is nearly always a slip of the fingers.
    if (nounOf(noun) === undefined)
      terminal.stderr.write(
        `cadastre: ${safeLines(
          `${noun} is not a built-in command, and the commands of plugins cannot be read: ${reasonOf(error, target)}`,
        )}\n`,
      );
    return false;
  }
}

/**
 * What a server can be called for, or one that the config file describes, for a database.
 * @param config path of the config file; of a database alone
 * @throws CadastreError, SettingsError
 */
export async function manifestOf(target: Target, config: string | undefined, terminal: Terminal): Promise<Manifest> {
  if (target.kind === "server") return await (await import("./server-manifest.ts")).serverManifest(target, terminal);
  const { environment } = terminal;
  const { configManifest } = await import("../../host/config-manifest.ts");
  return await configManifest(config === undefined ? environment : { ...environment, CADASTRE_CONFIG: config });
}

function reasonOf(error: CadastreError, target: Target): string {
  if (error.kind === "not-found") return "the server is older than them: upgrade it";
  return explain(error, target)
    .lines.filter((line) => line !== "")
    .join("\n");
}
