import { type Command, InvalidArgumentError, Option } from "commander";
import { FORMATS } from "../output/formats.ts";

const GROUP = "Common options:";

/** Longest timeout that is of use, in seconds. */
const MAX_SECONDS = 3600;

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0 || value > MAX_SECONDS)
    throw new InvalidArgumentError(`It is a number of seconds up to ${MAX_SECONDS}.`);
  return value;
}

/** Options that every client command has, after its own. @param output whether it writes records */
export function addCommonOptions(command: Command, output = true): Command {
  const options = [
    ...(output ? [new Option("-o, --output <format>", "output format").choices([...FORMATS])] : []),
    new Option("--profile <name>", "profile of cadastre login to use"),
    new Option("--api-url <url>", "server URL"),
    new Option("--database <url>", "work without a server: sqlite:///path, or settings for DATABASE_URL"),
    new Option("--ca-file <file>", "PEM file with the CA certificate of the server"),
    new Option("--timeout <seconds>", "response timeout").argParser(seconds),
    new Option("-q, --quiet", "suppress messages on standard error"),
    new Option("-v, --verbose", "log each request to standard error"),
  ];
  for (const option of options) command.addOption(option.helpGroup(GROUP));
  return command;
}

/** The option of what takes away or overwrites. */
export function addDryRunOption(command: Command): Command {
  return command.option("--dry-run", "show what would change without changing anything");
}

/** Options of what shows records that may change. */
export function addWatchOptions(command: Command): Command {
  return command
    .option("-w, --watch", "keep running and show changes; stop with Ctrl-C")
    .addOption(
      new Option("--interval <seconds>", "with --watch: polling interval for records without events (default 2)").argParser(seconds),
    );
}

/** The option of what may be sent again under a name. */
export function addKeyOption(command: Command): Command {
  return command.option(
    "--idempotency-key <key>",
    "idempotency key: repeating the call with the same key and values has no further effect",
  );
}

/** Options of what takes records away. */
export function addRemovalOptions(command: Command, asks: boolean): Command {
  addDryRunOption(command);
  if (asks) command.option("-y, --yes", "do not ask for confirmation");
  return command.addOption(new Option("--force").hideHelp().implies({ yes: true }));
}
