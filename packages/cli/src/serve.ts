import { authPlugin, SETUP, type SetupState } from "@cadastre/auth";
import { oauthPlugin, resourceMetadataUrlOf } from "@cadastre/auth/oauth";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { httpPlugin } from "@cadastre/http-h3";
import { createInventory, type Inventory, type Logger, type Plugin } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import { mcpPlugin } from "@cadastre/mcp";
import { isIP } from "node:net";
import { chooseDatabase } from "./database.ts";
import { chooseKeys } from "./encryption-keys.ts";
import { createLogger } from "./logger.ts";
import type { Settings } from "./settings/settings.ts";

/** A running server. */
export interface RunningServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  readonly url: string;
  /** What the data is in, without a password. */
  readonly database: string;
  /** Whether there are users, and how the first is made. */
  readonly setup: SetupState;
  readonly inventory: Inventory;
  /** Lets requests in flight finish, for some seconds, and closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the server that `cadastre serve` runs: the engine with authentication, MCP and HTTP.
 * @throws HTTP_LISTEN_FAILED, UNAVAILABLE when the database cannot be reached, DATABASE_TOO_NEW; most of them as the
 * `cause` of PLUGIN_START_FAILED
 *
 * @example
 * const server = await serve(readSettings(process.env));
 */
export async function serve(settings: Settings, logger: Logger = createLogger({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT })): Promise<RunningServer> {
  const http = httpPlugin(httpOptionsOf(settings));
  const auth = authPlugin(authOptionsOf(settings));
  const { storage, description } = await chooseDatabase(settings);
  const keyRing = chooseKeys(settings, "make");
  const inventory = await createInventory({
    storage,
    plugins: [auth, oauthPlugin(oauthOptionsOf(settings)), webhooksPlugin(webhooksOptionsOf(settings)), ...(await scannersOf(settings)), ...mcpOf(settings), http],
    logger,
    ...(keyRing === undefined ? {} : { keyRing }),
    audit: settings.AUDIT_ENABLED,
    auditRetentionDays: settings.AUDIT_RETENTION_DAYS,
    eventRetentionDays: settings.EVENT_RETENTION_DAYS,
    poolUtilizationThreshold: settings.POOL_UTILIZATION_THRESHOLD,
    discovery: {
      ...(settings.DISCOVERY_SCANNER === undefined ? {} : { scanner: settings.DISCOVERY_SCANNER }),
      doNotProbe: settings.DISCOVERY_DO_NOT_PROBE,
      probesPerSecond: settings.DISCOVERY_RATE,
      leaseMs: settings.DISCOVERY_LEASE,
    },
  });
  return {
    url: http.server.url,
    database: description,
    setup: inventory.host.get(SETUP).state,
    inventory,
    stop: async () => await inventory.close(),
  };
}

function httpOptionsOf(settings: Settings): Parameters<typeof httpPlugin>[0] {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = settings;
  return {
    ...settings.LISTEN_ADDR,
    ...(certFile !== undefined && keyFile !== undefined ? { tls: { certFile, keyFile } } : {}),
    trustedProxies: [...settings.TRUSTED_PROXIES],
    rateLimit: {
      enabled: settings.RATE_LIMIT_ENABLED,
      requests: settings.RATE_LIMIT_REQUESTS,
      windowMs: settings.RATE_LIMIT_WINDOW,
      loginRequests: settings.LOGIN_RATE_LIMIT_REQUESTS,
      loginWindowMs: settings.LOGIN_RATE_LIMIT_WINDOW,
      registrationRequests: settings.MCP_OAUTH_REGISTRATION_RATE_LIMIT_REQUESTS,
      registrationWindowMs: settings.MCP_OAUTH_REGISTRATION_RATE_LIMIT_WINDOW,
      tokenRequests: settings.MCP_OAUTH_TOKEN_RATE_LIMIT_REQUESTS,
      tokenWindowMs: settings.MCP_OAUTH_TOKEN_RATE_LIMIT_WINDOW,
    },
  };
}

function webhooksOptionsOf(settings: Settings): Parameters<typeof webhooksPlugin>[0] {
  return {
    deliver: settings.WEBHOOK_ENABLED,
    headerPrefix: settings.WEBHOOK_HEADER_PREFIX,
    concurrency: settings.WEBHOOK_CONCURRENCY,
    retentionDays: settings.WEBHOOK_RETENTION_DAYS,
    leaseMs: settings.WEBHOOK_LEASE,
  };
}

/** A server that runs no scans has no scanner. */
async function scannersOf(settings: Settings): Promise<readonly Plugin[]> {
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
function mcpOf({ MCP_ENABLED, MCP_ALLOWED_HOSTS, MCP_OAUTH_ENABLED, MCP_OAUTH_ISSUER_URL, LISTEN_ADDR: { hostname } }: Settings): readonly Plugin[] {
  if (!MCP_ENABLED) return [];
  const issuer = MCP_OAUTH_ENABLED ? MCP_OAUTH_ISSUER_URL : undefined;
  const own = [hostname, ...(issuer === undefined ? [] : [new URL(issuer).hostname])].filter((name) => name !== "" && isIP(name) === 0);
  return [mcpPlugin({ allowedHosts: [...own, ...MCP_ALLOWED_HOSTS], ...(issuer === undefined ? {} : { resourceMetadataUrl: resourceMetadataUrlOf(issuer) }) })];
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
