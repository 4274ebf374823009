import { authPlugin } from "@cadastre/auth";
import { oauthPlugin, resourceMetadataUrlOf } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { type AnyOperation, definePlugin, type DialectName, migrationStatusOf, type Plugin, STORAGE } from "@cadastre/inventory-core";
import { storageErrors } from "@cadastre/inventory-core/storage-kit";
import { webhooksPlugin } from "@cadastre/webhooks";
import { webUiPlugin } from "@cadastre/web-ui";
import { mcpPlugin } from "@cadastre/mcp";
import { isIP } from "node:net";
import type { StandardPlugin } from "../settings/define-config.ts";
import type { Settings } from "../settings/settings.ts";
import { SettingsError } from "../settings/settings-error.ts";
import { encryptedColumns } from "./stored-plugins.ts";

/** The other plugin that scans: it stands in for discovery-scanner, and is left out with it. */
const NMAP_PLUGIN = "nmap-scanner";

/**
 * The plugins that a server has unless it is told otherwise, but HTTP. One that is left out keeps the tables that it has, without new
 * migrations; one of the same id among `own` stands in for it.
 * @throws SettingsError when one is needed by another that is not left out
 */
export async function standardPlugins(
  settings: Settings,
  without: readonly StandardPlugin[],
  own: readonly Plugin[] = [],
  preparePage = false,
): Promise<readonly Plugin[]> {
  const all = [
    authPlugin(authOptionsOf(settings)),
    oauthPlugin(oauthOptionsOf(settings)),
    webhooksPlugin(webhooksOptionsOf(settings)),
    leaseSourcesPlugin({ read: settings.DISCOVERY_ENABLED, folders: [...settings.DISCOVERY_LEASE_PATHS], allow: settings.LEASE_ALLOW }),
    ...(await scannersOf(settings)),
    discoveryAgentPlugin({ waitMs: settings.DISCOVERY_AGENT_WAIT }),
    discoverySnmpPlugin({ scan: settings.DISCOVERY_ENABLED, deviceTimeMs: settings.DISCOVERY_SNMP_DEVICE_TIME }),
    ...mcpOf(settings),
    webUiPlugin({ prepare: preparePage }),
  ];
  const isOut = ({ id }: Plugin): boolean =>
    (without as readonly string[]).includes(id) || (id === NMAP_PLUGIN && without.includes("discovery-scanner"));
  const replaced = new Set(own.map(({ id }) => id));
  const problems = all.flatMap((plugin) => {
    const needed = isOut(plugin)
      ? undefined
      : plugin.requires?.find((id) => (without as readonly string[]).includes(id) && !replaced.has(id));
    return needed === undefined ? [] : [`without contains ${needed}, which ${plugin.id} requires: add ${plugin.id} to without as well`];
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return all.filter((plugin) => !isOut(plugin));
}

/**
 * A plugin's tables belong to the database, but nothing of it runs: no sign-in, no delivery. @param withSecrets with its encrypted columns,
 * whose keys must be there then
 */
export function tablesOf(plugin: Plugin, withSecrets: boolean): Plugin {
  const { id, engine, source, model } = plugin;
  const columns = encryptedColumns([plugin]);
  return definePlugin({
    id,
    engine,
    ...(source === undefined ? {} : { source }),
    // The database records of the plugin that it encrypts, also where the columns are left out.
    ...(model === undefined ? {} : { model: { ...model, plugin: { id, source, encrypts: columns.length > 0 } } }),
    ...(withSecrets ? { encryptedColumns: columns } : {}),
  });
}

/** {@link tablesOf} with the kinds of record that the plugin declares, and the permissions that they name: upkeep reads their records. */
export function recordsOf(plugin: Plugin, withSecrets: boolean): Plugin {
  const { records, permissions, encryptedColumns: columns } = plugin;
  if (records === undefined) return tablesOf(plugin, withSecrets);
  return {
    ...tablesOf(plugin, false),
    // The host adds the columns of declared secrets.
    ...(withSecrets && columns !== undefined ? { encryptedColumns: columns } : {}),
    ...(permissions === undefined ? {} : { permissions }),
    records: records.map((kind) => (withSecrets ? kind : { ...kind, secrets: [] })),
  };
}

/**
 * A plugin for a command that works on the database by itself: its tables, records and operations with their needs, but nothing that runs
 * by itself or listens.
 */
export function operationsOf(plugin: Plugin): Plugin {
  const { services, replaces, permissions, events, errors, operations, recordExtensions } = plugin;
  const given = { services, replaces, permissions, events, errors, operations, recordExtensions };
  return {
    ...recordsOf(plugin, true),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/** A plugin that cannot be used because the database lacks tables: its operations say so. @param needed plugins whose tables are missing */
export function withoutTables(
  { id, engine, permissions, errors, operations = [] }: Plugin,
  needed: readonly Plugin[],
  dialect: DialectName,
): Plugin {
  const { pending } = migrationStatusOf([], dialect, needed);
  const missing = pending.filter(({ plugin }) => plugin !== null);
  const refused = (Object.values(operations) as readonly AnyOperation[]).map((operation): AnyOperation => {
    const { exists: _, ...others } = operation;
    const run = async (): Promise<never> => {
      throw storageErrors.DATABASE_NOT_MIGRATED({ pending: missing });
    };
    return { ...others, service: STORAGE, run };
  });
  return definePlugin({ id, engine, operations: refused, ...(permissions && { permissions }), ...(errors && { errors }) });
}

function webhooksOptionsOf(settings: Settings): Parameters<typeof webhooksPlugin>[0] {
  return {
    deliver: settings.WEBHOOK_ENABLED,
    headerPrefix: settings.WEBHOOK_HEADER_PREFIX,
    concurrency: settings.WEBHOOK_CONCURRENCY,
    retentionDays: settings.WEBHOOK_RETENTION_DAYS,
    leaseMs: settings.WEBHOOK_LEASE,
    allow: settings.WEBHOOK_ALLOW,
  };
}

/** A server that runs no scans has no scanner. */
export async function scannersOf(settings: Settings): Promise<readonly Plugin[]> {
  if (!settings.DISCOVERY_ENABLED) return [];
  const ports = {
    ...(settings.DISCOVERY_PORTS.length === 0 ? {} : { ports: [...settings.DISCOVERY_PORTS] }),
    probeFragilePorts: settings.DISCOVERY_FRAGILE_PORTS,
  };
  if (settings.DISCOVERY_SCANNER === "nmap") {
    const { nmapScannerPlugin } = await import("@cadastre/discovery-scanner/nmap");
    return [nmapScannerPlugin(ports)];
  }
  const options = {
    ...ports,
    tools: settings.DISCOVERY_TOOLS,
    dnsServers: [...settings.DISCOVERY_DNS_SERVERS],
    ...(settings.DISCOVERY_SNMP_COMMUNITY === undefined ? {} : { snmpCommunity: settings.DISCOVERY_SNMP_COMMUNITY }),
  };
  return [discoveryScannerPlugin(options)];
}

/** Clients reach it by the name it listens on and by that of the issuer; addresses always are let in. */
function mcpOf({
  MCP_ENABLED,
  MCP_ALLOWED_HOSTS,
  MCP_TOOLSETS,
  MCP_OAUTH_ENABLED,
  MCP_OAUTH_ISSUER_URL,
  LISTEN_ADDR: { hostname },
}: Settings): readonly Plugin[] {
  if (!MCP_ENABLED) return [];
  const issuer = MCP_OAUTH_ENABLED ? MCP_OAUTH_ISSUER_URL : undefined;
  const own = [hostname, ...(issuer === undefined ? [] : [new URL(issuer).hostname])].filter((name) => name !== "" && isIP(name) === 0);
  return [
    mcpPlugin({
      allowedHosts: [...own, ...MCP_ALLOWED_HOSTS],
      toolsets: [...MCP_TOOLSETS],
      ...(issuer === undefined ? {} : { resourceMetadataUrl: resourceMetadataUrlOf(issuer) }),
    }),
  ];
}

function authOptionsOf(settings: Settings): Parameters<typeof authPlugin>[0] {
  const { INITIAL_ADMIN_USERNAME: username, INITIAL_ADMIN_PASSWORD: password } = settings;
  return {
    sessionTtlSeconds: Math.floor(settings.SESSION_TTL / 1000),
    sessionMaxAgeSeconds: Math.floor(settings.SESSION_MAX_AGE / 1000),
    sessionStore: settings.SESSION_STORE_TYPE === "sqlite" ? "database" : settings.SESSION_STORE_TYPE,
    ...(settings.VALKEY_URL !== undefined ? { valkeyUrl: settings.VALKEY_URL } : {}),
    ...(settings.RATE_LIMIT_ENABLED ? {} : { usernameFailures: 0 }),
    cookieSecure: settings.COOKIE_SECURE,
    bcryptCost: settings.BCRYPT_COST,
    keysPerUser: settings.API_KEYS_PER_USER,
    ...(username !== undefined && password !== undefined
      ? { initialAdmin: { username, password, email: settings.INITIAL_ADMIN_EMAIL, full_name: settings.INITIAL_ADMIN_FULL_NAME } }
      : {}),
  };
}

function oauthOptionsOf(settings: Settings): Parameters<typeof oauthPlugin>[0] {
  const { MCP_OAUTH_ISSUER_URL: issuerUrl } = settings;
  return {
    enabled: settings.MCP_OAUTH_ENABLED,
    ...(issuerUrl === undefined ? {} : { issuerUrl }),
    accessTokenTtlSeconds: Math.floor(settings.MCP_OAUTH_ACCESS_TOKEN_TTL / 1000),
    refreshTokenTtlSeconds: Math.floor(settings.MCP_OAUTH_REFRESH_TOKEN_TTL / 1000),
    refreshReuseGraceSeconds: Math.floor(settings.MCP_OAUTH_REFRESH_REUSE_GRACE / 1000),
    clientMetadataDocuments: settings.MCP_OAUTH_CLIENT_DOCUMENTS,
  };
}
