import { connectionTarget } from "@cadastre/inventory-core/upkeep";
import { readFileSync } from "node:fs";
import { CommandFailure, EXIT } from "../../exit-codes.ts";
import type { Environment } from "../../settings/read-settings.ts";
import { databaseAddress } from "../../settings/value-types.ts";

/**
 * The URL that `--to` names. A password is not an argument, where other users of the machine see it: the driver takes it
 * from PGPASSWORD or a password file (PGPASSFILE, ~/.pgpass), or the whole URL comes from a variable or a file.
 * @throws CommandFailure, without the URL
 */
export function copyTarget(to: string, environment: Environment): string {
  const [, kind, name = ""] = /^(env|file):(.+)$/.exec(to) ?? [];
  const text = kind === "env" ? environment[name] : kind === "file" ? textOf(name) : to;
  const address = text === undefined ? undefined : databaseAddress.safeParse(text).data;
  if (address?.kind !== "postgresql") {
    const what = kind === undefined ? "--to" : kind === "env" ? `the variable ${name}` : `the file ${name}`;
    throw new CommandFailure(`${what} must be postgresql://user@host:port/database`, EXIT.usage);
  }
  if (kind === undefined && connectionTarget(address.url).hasPassword) {
    throw new CommandFailure(
      "--to contains a password, which other users of this machine could see: omit it and set PGPASSWORD, or put the URL into a file " +
        "(--to file:PATH) or a variable (--to env:NAME)",
      EXIT.usage,
    );
  }
  return address.url;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new CommandFailure(`the file of --to cannot be read: ${error instanceof Error ? error.message : String(error)}`, EXIT.usage);
  }
}
