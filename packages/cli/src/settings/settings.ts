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
  folders,
  headerPrefix,
  hostNames,
  toolsets,
  issuerUrl,
  listenAddress,
  nameServers,
  networkList,
  oneOf,
  percentage,
  portList,
  readableFile,
  scannerId,
  schemaName,
  textList,
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
    "Address to listen on: host:port, :8080 for all interfaces, port 0 for any free port",
    "127.0.0.1:8080",
    listenAddress,
  ),
  BASE_PATH: setting(
    "URL path of the server, such as /ipam, when a proxy serves it below a path of a host; empty for the root " + "whole host",
    "",
    basePath,
  ),
  TLS_CERT_FILE: optional("PEM file with the certificate; with TLS_KEY_FILE the server uses https", readableFile),
  TLS_KEY_FILE: optional("PEM file with the private key", readableFile),
  DATA_DIR: setting("Folder of the embedded database", "./data", z.string()),
  DATABASE_URL: secret(
    "sqlite:///path or postgresql://user:password@host/database, with several hosts host1:5432,host2:5432; SQLite in DATA_DIR unless set",
    databaseAddress,
  ),
  DATABASE_SCHEMA: optional(
    "Schema of the tables on PostgreSQL, created when it does not exist; default is the first of the role's search_path that exists",
    schemaName,
  ),
  DATABASE_CONNECTIONS: setting("Connections of this server to PostgreSQL for everything except lists", "10", count(2, 1_000)),
  DATABASE_LIST_CONNECTIONS: setting(
    "Separate connections for lists: connections to PostgreSQL, or handles on the SQLite file",
    "6",
    count(4, 1_000),
  ),
  LISTS_PER_CLIENT: setting(
    "Lists and exports of more than one page that a client may read at once; further ones are refused with 429",
    "10",
    count(1, 10_000),
  ),
  LISTS_TOTAL: setting("The same for all clients of this server together; further ones are refused with 503", "100", count(1, 10_000)),
  SPOOL_DIR: optional(
    "Folder of temporary files, which buffer large request bodies and lists for slow clients; default is that of the system",
    z.string().min(1, { error: "must be the path of a folder" }),
  ),
  SPOOL_MEGABYTES: setting(
    "Total size of these files; when it is reached, large bodies are refused with 503 BUSY and lists for slow clients end",
    "1024",
    count(0, 1_000_000),
  ),
  DATABASE_POOLER: setting(
    "What pools connections between the server and PostgreSQL: none, session, transaction (as pool_mode of PgBouncer), or auto, " +
      "which takes a pooler that it finds for one in transaction mode",
    "auto",
    oneOf("auto", "none", "session", "transaction"),
  ),
  READ_ONLY: setting(
    "Serve a database that stays as it is: changes and sign-ins are refused with 503 READ_ONLY, API keys and open sessions are accepted, " +
      "and no scans, webhooks or upkeep run. The database must exist, with its migrations applied",
    "false",
    flag,
  ),
  LOG_LEVEL: setting("Minimum log level: debug, info, warn, error", "info", oneOf("debug", "info", "warn", "error")),
  LOG_FORMAT: setting("Log format: text or json", "text", oneOf("text", "json")),
  SESSION_TTL: setting("Idle timeout of sessions", "24h", duration),
  SESSION_MAX_AGE: setting("Maximum lifetime of a session after sign-in", "7d", duration),
  SESSION_STORE_TYPE: setting(
    "Where sessions are kept: database (sqlite is another name for it), valkey, or memory",
    "database",
    oneOf("database", "sqlite", "valkey", "memory"),
  ),
  VALKEY_URL: secret(
    "redis://user:password@host:6379/0 (rediss:// for TLS, valkey:// and valkeys:// alike); required for SESSION_STORE_TYPE=valkey",
    valkeyAddress,
  ),
  COOKIE_SECURE: setting("Send the session cookie over https (and to localhost) only", "true", flag),
  BCRYPT_COST: setting("Work factor of password hashes; each step doubles the time of a sign-in", "14", count(4, 20)),
  RATE_LIMIT_ENABLED: setting("Rate-limit the requests of each client", "true", flag),
  RATE_LIMIT_REQUESTS: setting(
    "Requests per window of a user with sessions and OAuth tokens, or else of an address",
    "100",
    count(1, 1_000_000),
  ),
  RATE_LIMIT_KEY_REQUESTS: optional(
    "Requests per window of a user with API keys, all keys together, counted separately; unset, it equals RATE_LIMIT_REQUESTS",
    count(1, 1_000_000),
  ),
  RATE_LIMIT_WINDOW: setting("Length of the rate limit window", "1m", duration),
  LOGIN_RATE_LIMIT_REQUESTS: setting("Sign-in attempts of an address per window", "5", count(1, 1_000_000)),
  LOGIN_RATE_LIMIT_WINDOW: setting("Length of the sign-in window", "1m", duration),
  CALLER_CONCURRENCY: setting(
    "Concurrent requests of a caller; further ones are queued fairly with those of other callers",
    "16",
    count(1, 10_000),
  ),
  CALLER_QUEUE: setting("Queued requests of a caller; further ones are refused", "1000", count(1, 1_000_000)),
  TOTAL_CONCURRENCY: setting(
    "Concurrent requests of all callers; a quarter more for callers without a running request",
    "64",
    count(1, 10_000),
  ),
  CALLER_WORK_BUDGET: setting(
    "Time of the server and its database that the requests of a caller may take in a minute, beyond the first 25 ms of each; what " +
      "used it up is refused then. 0 for no limit",
    "15s",
    durationUpTo("10m"),
  ),
  CALLER_STREAMS: setting("Open event streams per caller", "20", count(1, 100_000)),
  CONNECTIONS_PER_ADDRESS: setting(
    "Open connections of an address (IPv6: its /64), except of TRUSTED_PROXIES; further ones are closed",
    "256",
    count(1, 1_000_000),
  ),
  API_KEYS_PER_USER: setting("API keys per user", "100", count(1, 1_000_000)),
  TRUSTED_PROXIES: setting("Addresses and CIDRs of proxies whose X-Forwarded-For is trusted, separated by commas", "", networkList),
  API_REFERENCE_ENABLED: setting("Serve the API reference page at /docs", "true", flag),
  AUDIT_ENABLED: setting("Keep an audit trail of changes and sign-ins", "true", flag),
  AUDIT_RETENTION_DAYS: setting("Days that audit rows are kept; 0 for ever", "0", count(0, 36_500)),
  ENCRYPTION_KEY: secret(
    "Keys for secrets and for the seal of the audit trail: 32 bytes each in base64 or hex, separated by commas, the newest first; " +
      "for an embedded database generated once, in the file encryption.key next to it",
    encryptionKeys,
  ),
  EVENT_RETENTION_DAYS: setting("Days that events are kept", "90", count(1, 36_500)),
  ADDRESS_HISTORY_DAYS: setting("Days for which it is known who held an address", "3650", count(1, 36_500)),
  ALLOCATION_SEEN_DAYS: setting(
    "Days for which an address where a host was seen is not handed out; 0 is off; the same on all servers of a database",
    "7",
    count(0, 365),
  ),
  PLAN_RETENTION_DAYS: setting(
    "Days after which an open plan that nobody refreshed expires, and a closed plan is deleted; 0 for never",
    "90",
    count(0, 36_500),
  ),
  PLAN_OPEN_LIMIT: setting("Maximum number of open plans of one user", "100", count(1, 10_000)),
  PLAN_REVIEW: setting(
    "Who may apply a plan: any (whoever has the permissions), or other (not the one who made it)",
    "any",
    oneOf("any", "other"),
  ),
  WRITE_WAIT: setting(
    "Longest wait of a write for its turn and for locks, then 503 BUSY; at most 10m",
    "15s",
    duration.refine((milliseconds) => milliseconds <= 600_000, { error: "must be at most 10m" }),
  ),
  WRITE_TIMEOUT: setting(
    "Longest time that a bulk call, plan, undo or resolution of a conflict may hold locks, then 422 TOO_MUCH_WORK; at most 10m",
    "10s",
    duration.refine((milliseconds) => milliseconds <= 600_000, { error: "must be at most 10m" }),
  ),
  IMPORT_TIMEOUT: setting(
    "Longest time that an import, or a change of one record, may hold locks; at most 1h",
    "5m",
    duration.refine((milliseconds) => milliseconds <= 3_600_000, { error: "must be at most 1h" }),
  ),
  POOL_UTILIZATION_THRESHOLD: setting(
    "Pool utilization in percent at which the event pool.utilization_high is sent; the same on all servers of a database",
    "90",
    percentage,
  ),
  METRICS_ADDRESS_SERIES: setting("Maximum series in /metrics for pools and networks, two each; 0 for none", "5000", count(0, 5_000)),
  CONFLICT_RETENTION_DAYS: setting("Days that resolved conflicts are kept; 0 for ever", "365", count(0, 36_500)),
  UTILIZATION_HISTORY_DAYS: setting("Days that is kept how full networks and pools were, a point a day", "800", count(1, 3_650)),
  MCP_ENABLED: setting("Serve the operations to AI clients as MCP tools at /mcp", "true", flag),
  MCP_ALLOWED_HOSTS: setting(
    "Additional host names by which AI clients reach the server, besides LISTEN_ADDR, localhost and IP addresses, separated by commas",
    "",
    hostNames,
  ),
  MCP_TOOLSETS: setting(
    "Sets of tools listed for AI clients that ask for none with /mcp?toolsets=, separated by commas: core, all, or by what they are " +
      "about (inventory, ipam, plans, discovery, audit, accounts, webhooks, and those of plugins)",
    "core",
    toolsets,
  ),
  DISCOVERY_ENABLED: setting(
    "Run scans and schedule those of discovery rules; otherwise scans are left to other servers on the same database",
    "true",
    flag,
  ),
  DISCOVERY_SCANNER: optional(
    "Scanner for all scans: connect needs no privileges, nmap must be installed, or the id of a scanner of a plugin; the best one " +
      "that works by default",
    scannerId,
  ),
  DISCOVERY_TOOLS: setting(
    "Whether the connect scanner uses fping and arp-scan where they are installed: auto or none",
    "auto",
    oneOf("auto", "none"),
  ),
  DISCOVERY_DO_NOT_PROBE: setting(
    "Addresses that are never scanned by this server: addresses, CIDRs and ranges such as " + "10.0.0.1-10.0.0.9, separated by commas",
    "",
    addressRanges,
  ),
  DISCOVERY_ALLOW: setting(
    "Addresses that scans may reach although they are loopback, link-local, cloud metadata, multicast or this server's own: CIDRs, " +
      "addresses and ranges, separated by commas; the same on all servers of a database",
    "",
    addressRanges,
  ),
  DISCOVERY_RATE: setting("Maximum probes per second of a scan", "3000", count(1, 1_000_000)),
  DISCOVERY_PORTS: setting(
    "TCP ports of full and deep scans, such as 22,80,8000-8010, separated by commas; default is about a hundred common ports",
    "",
    portList,
  ),
  DISCOVERY_FRAGILE_PORTS: setting(
    "Also scan ports 502 and 9100 to 9107, where a connection can disturb a controller or start a print job",
    "false",
    flag,
  ),
  DISCOVERY_DNS_SERVERS: setting(
    "DNS servers for reverse lookups of hosts, separated by commas; default is those of the system",
    "",
    nameServers,
  ),
  DISCOVERY_SNMP_COMMUNITY: secret("SNMP v2c community of deep scans", DiscoveryScannerOptions.shape.snmpCommunity.unwrap()),
  DISCOVERY_LEASE_PATHS: setting(
    "Folders whose lease files of DHCP servers this server may read, separated by commas; none by default",
    "",
    folders,
  ),
  LEASE_ALLOW: setting(
    "Addresses at which the control agent of a Kea server may be although they are loopback, link-local, cloud metadata or this server's " +
      "own: CIDRs, addresses and ranges, separated by commas; 127.0.0.1 for Kea on this machine",
    "",
    addressRanges,
  ),
  DISCOVERY_RETENTION_DAYS: setting(
    "Days that discovered devices are kept after they were last seen, and scans that are over; 0 for ever",
    "90",
    count(0, 36_500),
  ),
  DISCOVERY_MISSING_AFTER: setting(
    "Completed scans in a row that must not have seen a recorded address which they covered, until it is missing; the same on all " +
      "servers of a database",
    "3",
    count(1, 1000),
  ),
  DISCOVERY_DATACENTERS: setting(
    "Ids or names of the datacenters whose networks this server scans, separated by commas; scans of others are left to other servers on " +
      "the same database. All networks unless set",
    "",
    textList,
  ),
  DISCOVERY_AGENT_WAIT: setting("Time that a scan waits for an agent that is away; then it fails", "1h", durationUpTo("168h")),
  DISCOVERY_LEASE: setting(
    "Time after which a silent server is considered down, and another server on its database takes over its scans",
    "30s",
    duration,
  ),
  DISCOVERY_SNMP_DEVICE_TIME: setting(
    "Time that one switch or router may take to tell its tables, at most a minute; what was read by then counts",
    "20s",
    duration.refine((milliseconds) => milliseconds <= 60_000, { error: "must be at most 1m" }),
  ),
  WEBHOOK_ENABLED: setting("Send webhooks; otherwise deliveries are left to other servers on the same database", "true", flag),
  WEBHOOK_HEADER_PREFIX: setting(
    "Prefix of the header names Event, Delivery, Signature and Timestamp of a delivery",
    "X-Service-",
    headerPrefix,
  ),
  WEBHOOK_CONCURRENCY: setting("Concurrent requests of this server to one webhook", "4", count(1, 100)),
  WEBHOOK_RETENTION_DAYS: setting("Days that the history of deliveries is kept", "30", count(1, 36_500)),
  WEBHOOK_ALLOW: setting(
    "Addresses that deliveries may reach although they are loopback, link-local or cloud metadata: CIDRs, addresses and ranges, " +
      "separated by commas; the same on all servers of a database",
    "",
    addressRanges,
  ),
  WEBHOOK_LEASE: setting(
    "Time after which a silent server is considered down, and another server on its database repeats its deliveries",
    "10s",
    duration,
  ),
  MCP_OAUTH_ENABLED: setting("Let programs request access from users by OAuth; its paths respond with 404 otherwise", "false", flag),
  MCP_OAUTH_ISSUER_URL: optional(
    "URL under which browsers and programs reach the server, such as https://inventory.example.com, with BASE_PATH at its end if " +
      "that is set; required for MCP_OAUTH_ENABLED=true",
    issuerUrl,
  ),
  MCP_OAUTH_ACCESS_TOKEN_TTL: setting("Lifetime of OAuth access tokens", "1h", duration),
  MCP_OAUTH_REFRESH_TOKEN_TTL: setting("Lifetime of OAuth grants without new consent of the user", "30d", duration),
  MCP_OAUTH_REFRESH_REUSE_GRACE: setting(
    "Time in which a reused refresh token still gives an access token only; 0 revokes the grant at once",
    "0",
    durationUpTo("5m"),
  ),
  MCP_OAUTH_CLIENT_DOCUMENTS: setting(
    "Accept client ids that are the https URL of a metadata document, which the server fetches from the public internet",
    "true",
    flag,
  ),
  MCP_OAUTH_REGISTRATION_RATE_LIMIT_REQUESTS: setting("OAuth client registrations of an address per window", "20", count(1, 1_000_000)),
  MCP_OAUTH_REGISTRATION_RATE_LIMIT_WINDOW: setting("Length of the registration window", "1m", duration),
  MCP_OAUTH_TOKEN_RATE_LIMIT_REQUESTS: setting("Requests for OAuth tokens of an address per window", "100", count(1, 1_000_000)),
  MCP_OAUTH_TOKEN_RATE_LIMIT_WINDOW: setting("Length of the token request window", "1m", duration),
  INITIAL_ADMIN_USERNAME: optional("User name of the first administrator, created when there are no users", admin.username),
  INITIAL_ADMIN_PASSWORD: secret("Password of the first administrator, at least 12 characters", admin.password),
  INITIAL_ADMIN_EMAIL: setting("E-mail address of the first administrator", "", admin.email.unwrap().in.unwrap()),
  INITIAL_ADMIN_FULL_NAME: setting("Full name of the first administrator", "", admin.full_name.unwrap().in.unwrap()),
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
