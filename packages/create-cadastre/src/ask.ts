import type { Readable, Writable } from "node:stream";
import { isCancel, select, text } from "@clack/prompts";
import { CreateFailure, EXIT, usageFailure } from "./create-failure.ts";
import { type Arguments, missing } from "./read-arguments.ts";
import { TEMPLATES, type Template } from "./templates.ts";

/** What the command reads from and writes to. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** What was made, and the help. */
  readonly stdout: Writable;
  /** Questions and errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Everything that a project starts from. */
export interface Wanted {
  readonly folder: string;
  readonly template: Template;
}

/** In a pipeline of a CI nobody answers, even where it gives its jobs a terminal. */
function canAsk({ stdin, stderr, environment: { CI: ci = "" } }: Terminal): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && (ci === "" || ci === "0" || ci === "false");
}

/**
 * Asks for what the arguments do not say.
 * @throws CreateFailure when nobody can be asked, or the answer is Ctrl-C
 */
export async function askForRest(given: Arguments, terminal: Terminal): Promise<Wanted> {
  const needed = missing(given);
  if (needed !== undefined && !canAsk(terminal)) throw usageFailure(needed);
  const streams = { input: terminal.stdin, output: terminal.stderr, withGuide: false };
  const template =
    given.template ??
    answered(
      await select({
        message: "Which template?",
        options: TEMPLATES.map((value) => ({ value, label: value.label, hint: value.hint })),
        ...streams,
      }),
    );
  const usual = template.folder;
  const folder = given.folder ?? answered(await text({ message: "Project folder?", placeholder: usual, defaultValue: usual, ...streams }));
  return { folder, template };
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new CreateFailure("nothing was created", EXIT.interrupted);
  return answer as Exclude<T, symbol>;
}
