import { AuthOptions } from "@cadastre/auth";
import { DiscoveryScannerOptions } from "@cadastre/discovery-scanner";
import { z } from "zod";
import {
  addressRanges,
  basePath,
  count,
  databaseAddress,
  duration,
  durationUpTo,
  encryptionKeys,
  flag,
  headerPrefix,
  hostNames,
  issuerUrl,
  listenAddress,
  nameServers,
  networkList,
  oneOf,
  percentage,
  portList,
  readableFile,
  scannerId,
  valkeyAddress,
} from "./value-types.ts";

/** What is said of a setting in the help. */
export interface SettingInfo {
  readonly description: string;
  /** The text that is used when the setting is not set. */
  readonly fallback?: string;
  /** Its value is masked, and `<NAME>_FILE` may name a file that has it. */
  readonly secret?: boolean;
}

export const settingInfo = z.registry<SettingInfo>();

function setting<T>(description: string, fallback: string, type: z.ZodType<T, string>) {
  return z.string().default(fallback).pipe(type).register(settingInfo, { description, fallback });
}

function optional<T>(description: string, type: z.ZodType<T, string>) {
  return type.optional().register(settingInfo, { description });
}

function secret<T>(description: string, type: z.ZodType<T, string>) {
  return type.optional().register(settingInfo, { description, secret: true });
}

/** The first administrator is checked here as authentication checks it, so that a bad password is found before the start. */
const admin = AuthOptions.shape.initialAdmin.unwrap().shape;

/** Every setting of the server. The help, `cadastre config` and the checks are read off it. */
export const Settings = z.object({
  LISTEN_ADDR: setting(
    "Where to listen: host:port, :8080 for all interfaces, port 0 for any that is free",
    "127.0.0.1:8080",
    listenAddress,
  ),
  BASE_PATH: setting(
    "Path under which browsers and programs reach the server, such as /ipam, when a proxy gives it a part of a host; empty for the " +
      "whole host",
    "",
    basePath,
  ),
  TLS_CERT_FILE: optional("PEM file with the certificate; with TLS_KEY_FILE the server speaks https", readableFile),
  TLS_KEY_FILE: optional("PEM file with the private key", readableFile),
  DATA_DIR: setting("Folder of the embedded database", "./data", z.string()),
  DATABASE_URL: secret(
    "sqlite:///path or postgresql://user:password@host/database, with several hosts host1:5432,host2:5432; SQLite in DATA_DIR unless set",
    databaseAddress,
  ),
  DATABASE_CONNECTIONS: setting("Connections of this server to PostgreSQL for everything but lists", "10", count(2, 1_000)),
  DATABASE_LIST_CONNECTIONS: setting(
    "Connections for lists, which take none of the others: on PostgreSQL beside them, in SQLite handles on the file",
    "6",
    count(4, 1_000),
  ),
  LISTS_PER_CLIENT: setting(
    "Lists and exports of more than one page that a client may read at once; further ones are refused with 429",
    "10",
    count(1, 10_000),
  ),
  LISTS_TOTAL: setting("The same of all clients of this server together; further ones are refused with 503", "100", count(1, 10_000)),
  SPOOL_DIR: optional(
    "Folder of temporary files, which keep what slow clients have not read of a list yet; the system's unless set",
    z.string().min(1, { error: "must be the path of a folder" }),
  ),
  SPOOL_MEGABYTES: setting(
    "Size of these files together; a client that is slow when there is no room loses its connection",
    "1024",
    count(0, 1_000_000),
  ),
  DATABASE_POOLER: setting(
    "What pools connections between the server and PostgreSQL: none, session, transaction (as pool_mode of PgBouncer), or auto, " +
      "which takes a pooler that it finds for one in transaction mode",
    "auto",
    oneOf("auto", "none", "session", "transaction"),
  ),
  LOG_LEVEL: setting("Least level that is logged: debug, info, warn, error", "info", oneOf("debug", "info", "warn", "error")),
  LOG_FORMAT: setting("How log lines look: text or json", "text", oneOf("text", "json")),
  SESSION_TTL: setting("How long a session lives without being used", "24h", duration),
  SESSION_MAX_AGE: setting("How long a session lives at most after the sign-in, however much it is used", "7d", duration),
  SESSION_STORE_TYPE: setting(
    "Where sessions are kept: database (sqlite is another name for it), valkey, or memory",
    "database",
    oneOf("database", "sqlite", "valkey", "memory"),
  ),
  VALKEY_URL: secret(
    "redis://user:password@host:6379/0 (rediss:// for TLS, valkey:// and valkeys:// alike); needed for SESSION_STORE_TYPE=valkey",
    valkeyAddress,
  ),
  COOKIE_SECURE: setting("The session cookie is sent over https (and to localhost) only", "true", flag),
  BCRYPT_COST: setting("Work factor of password hashes; each step doubles the time of a sign-in", "14", count(4, 20)),
  RATE_LIMIT_ENABLED: setting("Limit the requests of each client", "true", flag),
  RATE_LIMIT_REQUESTS: setting(
    "Requests of a client per window: of a user with sessions and OAuth tokens, else of an address",
    "100",
    count(1, 1_000_000),
  ),
  RATE_LIMIT_KEY_REQUESTS: setting(
    "Requests of a user with API keys per window, all keys together and apart from the others; RATE_LIMIT_REQUESTS where that is more",
    "1000",
    count(1, 1_000_000),
  ),
  RATE_LIMIT_WINDOW: setting("Length of the window", "1m", duration),
  LOGIN_RATE_LIMIT_REQUESTS: setting("Sign-in attempts of an address per window", "5", count(1, 1_000_000)),
  LOGIN_RATE_LIMIT_WINDOW: setting("Length of the sign-in window", "1m", duration),
  CALLER_CONCURRENCY: setting(
    "Requests of a caller that are computed at once; further ones wait in turn with those of others",
    "16",
    count(1, 10_000),
  ),
  CALLER_QUEUE: setting("Requests of a caller that may wait for that; more are refused", "1000", count(1, 1_000_000)),
  TOTAL_CONCURRENCY: setting(
    "Requests of all callers that are computed at once; a quarter more for callers of whom none is",
    "64",
    count(1, 10_000),
  ),
  CALLER_WORK_BUDGET: setting(
    "Time of the server and its database that the requests of a caller may take in a minute, beyond the first 25 ms of each; what " +
      "took it is refused then. 0 for no such limit",
    "15s",
    durationUpTo("10m"),
  ),
  CALLER_STREAMS: setting("Event streams that a caller may have open", "20", count(1, 100_000)),
  API_KEYS_PER_USER: setting("API keys that a user may have", "100", count(1, 1_000_000)),
  TRUSTED_PROXIES: setting("Addresses and CIDRs of proxies whose X-Forwarded-For is believed, separated by commas", "", networkList),
  API_REFERENCE_ENABLED: setting("Serve the page at /docs that shows every operation", "true", flag),
  AUDIT_ENABLED: setting("Keep an audit trail of changes and sign-ins", "true", flag),
  AUDIT_RETENTION_DAYS: setting("Days that audit rows are kept; 0 keeps them for ever", "0", count(0, 36_500)),
  ENCRYPTION_KEY: secret(
    "Keys for secrets and for the seal of the audit trail: 32 bytes each in base64 or hex, separated by commas, the newest first; " +
      "with an embedded database made once, in the file encryption.key beside it",
    encryptionKeys,
  ),
  EVENT_RETENTION_DAYS: setting("Days that events are kept", "90", count(1, 36_500)),
  POOL_UTILIZATION_THRESHOLD: setting(
    "Percent of a pool at which the event pool.utilization_high tells that it fills up; the same on all servers of a database",
    "90",
    percentage,
  ),
  METRICS_ADDRESS_SERIES: setting(
    "Series that /metrics tells of pools and networks at most, two each; 0 for none",
    "5000",
    count(0, 5_000),
  ),
  MCP_ENABLED: setting("Offer the operations to AI clients as tools, at /mcp", "true", flag),
  MCP_ALLOWED_HOSTS: setting(
    "Host names by which AI clients reach the server, beside that of LISTEN_ADDR, localhost and plain addresses, separated by commas",
    "",
    hostNames,
  ),
  DISCOVERY_ENABLED: setting(
    "Run scans and start those of discovery rules; a server without them leaves scans to others on its database",
    "true",
    flag,
  ),
  DISCOVERY_SCANNER: optional(
    "Scanner that runs every scan: connect needs no rights, nmap must be installed, or the id of one that a plugin has; the best one " +
      "that works unless set",
    scannerId,
  ),
  DISCOVERY_TOOLS: setting(
    "Whether the connect scanner uses fping and arp-scan where they are installed: auto or none",
    "auto",
    oneOf("auto", "none"),
  ),
  DISCOVERY_DO_NOT_PROBE: setting(
    "Addresses that receive no packet of this server, whatever a scan asks for: addresses, CIDRs and ranges such as " +
      "10.0.0.1-10.0.0.9, separated by commas",
    "",
    addressRanges,
  ),
  DISCOVERY_ALLOW: setting(
    "Addresses that scans may reach although they are loopback, link-local, cloud metadata, multicast or this server's own: CIDRs, " +
      "addresses and ranges, separated by commas; the same on all servers of a database",
    "",
    addressRanges,
  ),
  DISCOVERY_RATE: setting("Probes a second that a scan may send", "3000", count(1, 1_000_000)),
  DISCOVERY_PORTS: setting(
    "TCP ports that full and deep scans look at, such as 22,80,8000-8010, separated by commas; about a hundred usual ones unless set",
    "",
    portList,
  ),
  DISCOVERY_FRAGILE_PORTS: setting(
    "Also look at ports 502 and 9100 to 9107, where a connection can disturb a controller or print paper",
    "false",
    flag,
  ),
  DISCOVERY_DNS_SERVERS: setting(
    "Name servers that are asked for the names of hosts, separated by commas; those of the system unless set",
    "",
    nameServers,
  ),
  DISCOVERY_SNMP_COMMUNITY: secret(
    "SNMP v2c community with which deep scans ask for a host's description",
    DiscoveryScannerOptions.shape.snmpCommunity.unwrap(),
  ),
  DISCOVERY_LEASE: setting(
    "A server that is silent for so long is taken for gone: another one on its database goes on with its scans",
    "30s",
    duration,
  ),
  WEBHOOK_ENABLED: setting("Send webhooks; a server without them leaves deliveries to others on its database", "true", flag),
  WEBHOOK_HEADER_PREFIX: setting(
    "Beginning of the names of the headers Event, Delivery, Signature and Timestamp of a delivery",
    "X-Service-",
    headerPrefix,
  ),
  WEBHOOK_CONCURRENCY: setting("Requests at a time of this server to one webhook", "4", count(1, 100)),
  WEBHOOK_RETENTION_DAYS: setting("Days that the history of deliveries is kept", "30", count(1, 36_500)),
  WEBHOOK_LEASE: setting(
    "A server that is silent for so long is taken for gone: another one on its database sends its deliveries again",
    "10s",
    duration,
  ),
  MCP_OAUTH_ENABLED: setting("Let programs ask users for access by OAuth; its paths answer 404 otherwise", "false", flag),
  MCP_OAUTH_ISSUER_URL: optional(
    "Address under which browsers and programs reach the server, such as https://inventory.example.com, with BASE_PATH at its end if " +
      "that is set; needed for MCP_OAUTH_ENABLED=true",
    issuerUrl,
  ),
  MCP_OAUTH_ACCESS_TOKEN_TTL: setting("How long an OAuth access token lives", "1h", duration),
  MCP_OAUTH_REFRESH_TOKEN_TTL: setting("How long a program may go on without asking its user again", "30d", duration),
  MCP_OAUTH_REFRESH_REUSE_GRACE: setting(
    "A refresh token that is used again within this time gives an access token and nothing else; 0 revokes all that the program was given",
    "0",
    durationUpTo("5m"),
  ),
  MCP_OAUTH_CLIENT_DOCUMENTS: setting(
    "Programs may be named by the https URL of their metadata document, which the server fetches from the public internet",
    "true",
    flag,
  ),
  MCP_OAUTH_REGISTRATION_RATE_LIMIT_REQUESTS: setting("Programs that an address may register per window", "20", count(1, 1_000_000)),
  MCP_OAUTH_REGISTRATION_RATE_LIMIT_WINDOW: setting("Length of the window of registrations", "1m", duration),
  MCP_OAUTH_TOKEN_RATE_LIMIT_REQUESTS: setting("Requests for OAuth tokens of an address per window", "100", count(1, 1_000_000)),
  MCP_OAUTH_TOKEN_RATE_LIMIT_WINDOW: setting("Length of the window of requests for tokens", "1m", duration),
  INITIAL_ADMIN_USERNAME: optional("User name of the first administrator, created when there is no user", admin.username),
  INITIAL_ADMIN_PASSWORD: secret("Password of the first administrator, at least 12 characters", admin.password),
  INITIAL_ADMIN_EMAIL: setting("E-mail address of the first administrator", "", admin.email.unwrap()),
  INITIAL_ADMIN_FULL_NAME: setting("Full name of the first administrator", "", admin.full_name.unwrap()),
});

/** Settings that mean nothing without each other. */
export const TOGETHER: readonly (readonly [SettingName, SettingName])[] = [
  ["TLS_CERT_FILE", "TLS_KEY_FILE"],
  ["INITIAL_ADMIN_USERNAME", "INITIAL_ADMIN_PASSWORD"],
];

export type Settings = z.output<typeof Settings>;
export type SettingName = keyof Settings;

export const SETTING_NAMES = Object.keys(Settings.shape) as readonly SettingName[];

/** What the help says of a setting. */
export function infoOf(name: SettingName): SettingInfo {
  const info = settingInfo.get(Settings.shape[name]);
  if (info === undefined) throw new TypeError(`setting ${name} is not described`);
  return info;
}
