import { connectionTarget } from "@cadastre/inventory-core";
import { CommandFailure, EXIT } from "../../exit-codes.ts";
import type { Environment } from "../../settings/read-settings.ts";
import { databaseAddress } from "../../settings/value-types.ts";

/** Word for the database of the settings, whose password is then on no command line. */
const OF_SETTINGS = "settings";

/**
 * The settings with the database of `--database`.
 * @param database `sqlite:///path`, `postgresql://…`, or `settings` for that of DATABASE_URL or DATA_DIR
 * @throws CommandFailure for a URL with a password
 */
export function databaseEnvironment(database: string, environment: Environment): Environment {
  if (database === OF_SETTINGS) return environment;
  const address = databaseAddress.safeParse(database).data;
  if (address?.kind === "postgresql" && connectionTarget(address.url).hasPassword) {
    throw new CommandFailure("a password on the command line is seen by other users of the machine: set DATABASE_URL, and give --database settings", EXIT.usage);
  }
  const { DATABASE_URL_FILE: _, ...others } = environment;
  return { ...others, DATABASE_URL: database };
}
