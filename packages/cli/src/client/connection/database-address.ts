import { CommandFailure, EXIT } from "../../exit-codes.ts";
import type { Environment } from "../../settings/read-settings.ts";

/** Word for the database of the settings, whose password is then on no command line. */
const OF_SETTINGS = "settings";

/**
 * The settings with the database of `--database`.
 * @param database `sqlite:///path`, `postgresql://…`, or `settings` for that of DATABASE_URL or DATA_DIR
 * @throws CommandFailure for a URL with a password
 */
export async function databaseEnvironment(database: string, environment: Environment): Promise<Environment> {
  if (database === OF_SETTINGS) return environment;
  if (await hasPassword(database)) {
    throw new CommandFailure(
      "a password on the command line is visible to other users of the machine: set DATABASE_URL and pass --database settings",
      EXIT.usage,
    );
  }
  const { DATABASE_URL_FILE: _, ...others } = environment;
  return { ...others, DATABASE_URL: database };
}

/** What reads a URL of PostgreSQL is a part of the engine, which is loaded for one only. */
async function hasPassword(database: string): Promise<boolean> {
  if (!/^postgres(?:ql)?:/i.test(database)) return false;
  const [{ connectionTarget }, { databaseAddress }] = await Promise.all([
    import("@cadastre/inventory-core/upkeep"),
    import("../../settings/value-types.ts"),
  ]);
  const address = databaseAddress.safeParse(database).data;
  return address?.kind === "postgresql" && connectionTarget(address.url).hasPassword;
}
