import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { buildCommand } from "./build-command.ts";
import { ELSEWHERE, nounAndVerbOf, SHORTCUTS } from "./command-table.ts";
import type { Noun } from "./nouns.ts";
import { knownManifest, operationOf } from "./operations.ts";

/** Makes the commands of a noun from the operations that are its own. */
export function addOperations(command: Command, noun: Noun, terminal: Terminal): void {
  for (const operation of knownManifest().operations) {
    const place = nounAndVerbOf(operation, [noun]);
    if (place?.noun !== noun.name || operation.id in ELSEWHERE) continue;
    if (command.commands.some((made) => made.name() === place.verb)) continue;
    buildCommand(noun.whole === true ? command : command.command(place.verb), operation, terminal);
  }
  const shortcut = SHORTCUTS[noun.name];
  if (shortcut !== undefined) {
    buildCommand(command, operationOf(shortcut.operation), terminal, shortcut);
    command.summary(noun.description);
  }
  if (noun.examples.length > 0) command.addHelpText("after", `\nExamples:\n${noun.examples.map((line) => `  ${line}`).join("\n")}`);
}
