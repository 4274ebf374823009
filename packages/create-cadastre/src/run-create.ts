import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { askForRest, type Terminal } from "./ask.ts";
import { CreateFailure, EXIT } from "./create-failure.ts";
import { projectName } from "./project-name.ts";
import { HELP, readArguments } from "./read-arguments.ts";
import { writeProject } from "./write-project.ts";

/**
 * Runs the command.
 * @param templates folder with the templates as they are published
 * @returns the exit code
 */
export async function runCreate(words: readonly string[], terminal: Terminal, templates: URL): Promise<number> {
  try {
    terminal.stdout.write(await create(words, terminal, templates));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof CreateFailure)) throw error;
    terminal.stderr.write(`create-cadastre: ${error.message}\n`);
    return error.exitCode;
  }
}

async function create(words: readonly string[], terminal: Terminal, templates: URL): Promise<string> {
  const given = readArguments(words);
  if (given.show === "help") return HELP;
  if (given.show === "version") return `${version()}\n`;
  const { folder, template } = await askForRest(given, terminal);
  const path = resolve(folder);
  const name = projectName(path, given.name);
  writeProject(fileURLToPath(new URL(template.name, templates)), path, name);
  const way = relative("", path);
  const enter = way === "" ? "" : `cd ${quoted(way)} && `;
  return (
    `\n${name} is ready (template ${template.name}). Two commands:\n\n  ${enter}npm install\n  ${template.start}\n\nSee README.md for ` +
    `what comes next.\n`
  );
}

/** As a shell takes it. */
const quoted = (path: string): string => (/^[\w./~-]+$/.test(path) ? path : `"${path.replaceAll(/["$`\\]/g, "\\$&")}"`);

function version(): string {
  return (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string }).version;
}
