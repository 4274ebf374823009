import type { Command, Option } from "commander";
import { createProgram } from "../../packages/cli/src/program.ts";
import { GROUP_ORDER } from "../../packages/cli/src/client/client-program.ts";
import { NOUNS } from "../../packages/cli/src/client/commands/nouns.ts";
import { code, page, table } from "./reference-pages.ts";

/** The heading under which the help has options that every command of a client takes. */
const COMMON = "Common options:";

/** The command line, a section for each command, read off the program itself. */
export async function commandsPage(): Promise<string> {
  const groups = new Map<string, string[]>();
  const common = new Map<string, Option>();
  for (const top of (await createProgram({}, [])).commands.filter((command) => command.name() !== "help")) {
    // The commands of a noun are made for whoever calls it.
    const noun = NOUNS.find(({ name }) => name === top.name());
    const whole = (await createProgram({}, [top.name()])).commands.find((command) => command.name() === top.name()) ?? top;
    const sections = leavesOf(whole, []).map(({ command, path }) => {
      for (const option of shownOptions(command)) if (option.helpGroupHeading === COMMON) common.set(option.flags, option);
      return sectionOf(command, path);
    });
    const group = (top.helpGroup() ?? "").replace(/:$/, "");
    groups.set(group, [...(groups.get(group) ?? []), ...sections, ...(noun === undefined ? [] : [examplesOf(noun.examples)])]);
  }
  return page(
    "Commands",
    "What `cadastre --help` says, on one page. Every operation of the service has a command; [the guide](../guides/command-line.md) " +
      "says how to name things, what goes in and what comes out.",
    ...[...groups].toSorted(byHelp).flatMap(([group, sections]) => [`## ${group}`, ...sections]),
    "## Common options",
    "Commands that talk to a server take these too.",
    optionTable([...common.values()]),
  );
}

/** In the order of the help. */
function byHelp([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return GROUP_ORDER.indexOf(`${one}:`) - GROUP_ORDER.indexOf(`${other}:`);
}

interface Leaf {
  readonly command: Command;
  readonly path: readonly string[];
}

/** The commands that do something, with the words that call them. */
function leavesOf(command: Command, above: readonly string[]): readonly Leaf[] {
  const path = [...above, command.name()];
  const inner = command.commands.filter((child) => child.name() !== "help").flatMap((child) => leavesOf(child, path));
  return inner.length > 0 ? inner : [{ command, path }];
}

function sectionOf(command: Command, path: readonly string[]): string {
  const aliases =
    command.aliases().length === 0
      ? []
      : [
          `Also ${command
            .aliases()
            .map((alias) => code([...path.slice(0, -1), alias].join(" ")))
            .join(", ")}.`,
        ];
  const own = shownOptions(command).filter(({ helpGroupHeading }) => helpGroupHeading !== COMMON);
  const args = command.registeredArguments.filter(({ description }) => description !== "");
  return [
    `### cadastre ${path.join(" ")}`,
    `${sentence(command.description())} ${aliases.join(" ")}`.trim(),
    `\`\`\`text\ncadastre ${path.join(" ")} ${command.usage()}\n\`\`\``.replace(/ +\n/, "\n"),
    ...(args.length === 0
      ? []
      : [
          table(
            ["Argument", "What it is"],
            args.map((argument) => [code(argument.name()), argument.description]),
          ),
        ]),
    ...(own.length === 0 ? [] : [optionTable(own)]),
  ].join("\n\n");
}

function shownOptions(command: Command): readonly Option[] {
  return command.options.filter(({ hidden }) => !hidden);
}

function optionTable(options: readonly Option[]): string {
  return table(
    ["Option", "What it is"],
    options.map((option) => [
      code(option.flags),
      [
        option.description,
        ...(option.argChoices === undefined ? [] : [`one of ${option.argChoices.map(code).join(", ")}`]),
        ...(option.mandatory ? ["needed"] : []),
      ].join("; "),
    ]),
  );
}

function examplesOf(lines: readonly string[]): string {
  return `\`\`\`sh\n${lines.join("\n")}\n\`\`\``;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/([^.])$/, "$1.");
}
