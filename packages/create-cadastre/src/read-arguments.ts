import { parseArgs } from "node:util";
import { usageFailure } from "./create-failure.ts";
import { TEMPLATES, type Template } from "./templates.ts";

/** What the command line says. What is left out is asked for, or follows from the rest. */
export interface Arguments {
  readonly folder?: string | undefined;
  readonly template?: Template | undefined;
  readonly name?: string | undefined;
  readonly show?: "help" | "version" | undefined;
}

const NAMES = TEMPLATES.map(({ name }) => name);
const WIDTH = Math.max(...NAMES.map(({ length }) => length));

/** How it is called where nobody answers questions. */
export const EXAMPLE = "npm create cadastre@latest my-register -- --template server";

export const HELP = `Usage: npm create cadastre@latest [folder] -- [options]

Starts a Cadastre project. Prompts for missing values when run in a terminal.

  --template <name>   ${TEMPLATES.map(({ name, hint }) => `${name.padEnd(WIDTH)}  ${hint}`).join(`\n${" ".repeat(22)}`)}
  --name <name>       name of the project (default: name of the folder)
  --version           print the version
  --help              print this help

For example: ${EXAMPLE}
`;

/** @throws CreateFailure when the words make no sense */
export function readArguments(words: readonly string[]): Arguments {
  const { values, positionals } = parse(words);
  const [folder, ...more] = positionals;
  if (values.help === true) return { show: "help" };
  if (values.version === true) return { show: "version" };
  if (more.length > 0) throw usageFailure(`only one folder can be created, but "${more.join('", "')}" is passed besides "${folder}"`);
  if (folder === "") throw usageFailure("the folder name is empty; use . for the working directory");
  const template = TEMPLATES.find(({ name }) => name === values.template);
  if (values.template !== undefined && template === undefined)
    throw usageFailure(`unknown template "${values.template}": use ${list(NAMES)}`);
  return { folder, template, name: values.name };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        template: { type: "string" },
        name: { type: "string" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "V" },
      },
    });
  } catch (error) {
    // Its first sentence says which option.
    throw usageFailure(`${(error as Error).message.split(/[.\n]/)[0]}; see --help`);
  }
}

const list = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** What has to be given where nobody can be asked. */
export function missing({ folder, template }: Arguments): string | undefined {
  const parts = [...(folder === undefined ? ["a folder"] : []), ...(template === undefined ? [`--template ${list(NAMES)}`] : [])];
  return parts.length === 0 ? undefined : `pass ${parts.join(" and ")}, for example: ${EXAMPLE}`;
}
