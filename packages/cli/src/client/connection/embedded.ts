import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { createHandler } from "@cadastre/http-h3";
import type { Host, Plugin } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import { administrationOf, openDatabase } from "../../upkeep/database-command.ts";
import { operationsOf, scannersOf } from "../../host/standard-plugins.ts";
import type { Environment } from "../../settings/read-settings.ts";
import { databaseEnvironment } from "./database-address.ts";
import { localOperatorPlugin } from "./local-operator.ts";

/** The service in this process. */
export interface Embedded {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/**
 * Opens a database and answers requests from it without a socket, in the name of the local operator.
 * @param database `sqlite:///path`, `postgresql://…`, or `settings` for that of DATABASE_URL or DATA_DIR
 * @param work whether scans run in this process, and whether nothing is written
 * @throws CommandFailure, SettingsError, EngineFailure
 */
export async function openEmbedded(
  database: string,
  environment: Environment,
  { scans, reads }: { readonly scans: boolean; readonly reads: boolean },
): Promise<Embedded> {
  const inventory = await openDatabase(await databaseEnvironment(database, environment), {
    reads,
    auth: administrationOf,
    operations: true,
    plugins: async (settings) => [...pluginsOf(), ...(scans ? await scannersOf({ ...settings, DISCOVERY_ENABLED: true }) : [])],
  });
  const handler = createHandler(asCommand(inventory.host), { rateLimit: { enabled: false } });
  return {
    fetch: async (input, init) => await handler.fetch(new Request(input, init)),
    close: async () => {
      handler.stop();
      await inventory.close();
    },
  };
}

/** Deliveries and agents are left to a server; events wait for it in the database. */
function pluginsOf(): readonly Plugin[] {
  const agents = operationsOf(discoveryAgentPlugin());
  return [oauthPlugin({ enabled: false }), webhooksPlugin({ deliver: false }), agents, localOperatorPlugin()];
}

/** The host as the command calls it: the audit trail says so. */
function asCommand(host: Host): Host {
  return new Proxy(host, {
    get(target, name) {
      if (name === "execute")
        return (async (operation, input, call) =>
          await target.execute(operation, input, { ...call, source: "cli" })) satisfies Host["execute"];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
