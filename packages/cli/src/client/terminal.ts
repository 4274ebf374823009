import type { Readable, Writable } from "node:stream";

/** What a command reads from and writes to. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Data, and nothing else. */
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Questions, progress, notes and errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Columns that are used where the width is not known. */
const USUAL_COLUMNS = 80;

export function processTerminal(environment: Terminal["environment"]): Terminal {
  return { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, environment };
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/** In a pipeline of a CI nobody answers, even where it gives its jobs a terminal. */
const inCi = ({ environment: { CI: ci } }: Terminal): boolean => isSet(ci) && ci !== "0" && ci !== "false";

/** Whether somebody is there to answer a question. */
export const canAsk = (terminal: Terminal): boolean => terminal.stdin.isTTY === true && terminal.stderr.isTTY === true && !inCi(terminal);

/** Whether a line may be drawn over and over. */
export const canRedraw = (terminal: Terminal): boolean => terminal.stderr.isTTY === true && !inCi(terminal);

/** Whether a stream gets colours: FORCE_COLOR, then NO_COLOR (no-color.org), then whether it is a terminal. */
export function hasColors({ environment }: Terminal, stream: Terminal["stdout"]): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: term } = environment;
  if (isSet(forced)) return forced !== "0" && forced !== "false";
  return !isSet(none) && term !== "dumb" && stream.isTTY === true;
}

export const columnsOf = (stream: Terminal["stdout"]): number => stream.columns || USUAL_COLUMNS;
