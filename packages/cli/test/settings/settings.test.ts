import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings, SETTING_NAMES, SettingsError } from "../../src/index.ts";
import { parseDuration } from "../../src/settings/duration.ts";
import { cookieWarning } from "../../src/server/welcome.ts";
import { run } from "../support/command.ts";

const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
};

describe("settings", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-settings-"));
    for (const name of ["cert.pem", "key.pem"]) await writeFile(join(folder, name), "");
  });
  afterAll(async () => await rm(folder, { recursive: true, force: true }));

  it("have the defaults of the decisions", () => {
    expect(readSettings({})).toEqual({
      LISTEN_ADDR: { hostname: "127.0.0.1", port: 8080 },
      BASE_PATH: "",
      TLS_CERT_FILE: undefined,
      TLS_KEY_FILE: undefined,
      DATA_DIR: "./data",
      DATABASE_URL: undefined,
      DATABASE_SCHEMA: undefined,
      DATABASE_CONNECTIONS: 10,
      DATABASE_LIST_CONNECTIONS: 6,
      LISTS_PER_CLIENT: 10,
      LISTS_TOTAL: 100,
      SPOOL_DIR: undefined,
      SPOOL_MEGABYTES: 1024,
      DATABASE_POOLER: "auto",
      READ_ONLY: false,
      LOG_LEVEL: "info",
      LOG_FORMAT: "text",
      SESSION_TTL: 86_400_000,
      SESSION_MAX_AGE: 604_800_000,
      SESSION_STORE_TYPE: "database",
      VALKEY_URL: undefined,
      COOKIE_SECURE: true,
      BCRYPT_COST: 14,
      RATE_LIMIT_ENABLED: true,
      RATE_LIMIT_REQUESTS: 100,
      RATE_LIMIT_KEY_REQUESTS: undefined,
      RATE_LIMIT_WINDOW: 60_000,
      LOGIN_RATE_LIMIT_REQUESTS: 5,
      LOGIN_RATE_LIMIT_WINDOW: 60_000,
      CALLER_CONCURRENCY: 16,
      CALLER_QUEUE: 1_000,
      TOTAL_CONCURRENCY: 64,
      CALLER_WORK_BUDGET: 15_000,
      CALLER_STREAMS: 20,
      CONNECTIONS_PER_ADDRESS: 256,
      API_KEYS_PER_USER: 100,
      TRUSTED_PROXIES: [],
      API_REFERENCE_ENABLED: true,
      AUDIT_ENABLED: true,
      AUDIT_RETENTION_DAYS: 0,
      ENCRYPTION_KEY: undefined,
      EVENT_RETENTION_DAYS: 90,
      ADDRESS_HISTORY_DAYS: 3_650,
      ALLOCATION_SEEN_DAYS: 7,
      PLAN_OPEN_LIMIT: 100,
      PLAN_RETENTION_DAYS: 90,
      PLAN_REVIEW: "any",
      WRITE_WAIT: 15_000,
      WRITE_TIMEOUT: 10_000,
      IMPORT_TIMEOUT: 300_000,
      POOL_UTILIZATION_THRESHOLD: 90,
      METRICS_ADDRESS_SERIES: 5_000,
      CONFLICT_RETENTION_DAYS: 365,
      UTILIZATION_HISTORY_DAYS: 800,
      MCP_ENABLED: true,
      MCP_ALLOWED_HOSTS: [],
      MCP_TOOLSETS: ["core"],
      DISCOVERY_ENABLED: true,
      DISCOVERY_SCANNER: undefined,
      DISCOVERY_TOOLS: "auto",
      DISCOVERY_DO_NOT_PROBE: "",
      DISCOVERY_ALLOW: "",
      DISCOVERY_RATE: 3000,
      DISCOVERY_MISSING_AFTER: 3,
      DISCOVERY_PORTS: [],
      DISCOVERY_FRAGILE_PORTS: false,
      DISCOVERY_DNS_SERVERS: [],
      DISCOVERY_SNMP_COMMUNITY: undefined,
      DISCOVERY_LEASE_PATHS: [],
      LEASE_ALLOW: "",
      WEBHOOK_ALLOW: "",
      DISCOVERY_RETENTION_DAYS: 90,
      DISCOVERY_DATACENTERS: [],
      DISCOVERY_AGENT_WAIT: 3_600_000,
      DISCOVERY_LEASE: 30_000,
      DISCOVERY_SNMP_DEVICE_TIME: 20_000,
      WEBHOOK_ENABLED: true,
      WEBHOOK_HEADER_PREFIX: "X-Service-",
      WEBHOOK_CONCURRENCY: 4,
      WEBHOOK_RETENTION_DAYS: 30,
      WEBHOOK_LEASE: 10_000,
      MCP_OAUTH_ENABLED: false,
      MCP_OAUTH_ISSUER_URL: undefined,
      MCP_OAUTH_ACCESS_TOKEN_TTL: 3_600_000,
      MCP_OAUTH_REFRESH_TOKEN_TTL: 2_592_000_000,
      MCP_OAUTH_REFRESH_REUSE_GRACE: 0,
      MCP_OAUTH_CLIENT_DOCUMENTS: true,
      MCP_OAUTH_REGISTRATION_RATE_LIMIT_REQUESTS: 20,
      MCP_OAUTH_REGISTRATION_RATE_LIMIT_WINDOW: 60_000,
      MCP_OAUTH_TOKEN_RATE_LIMIT_REQUESTS: 100,
      MCP_OAUTH_TOKEN_RATE_LIMIT_WINDOW: 60_000,
      INITIAL_ADMIN_USERNAME: undefined,
      INITIAL_ADMIN_PASSWORD: undefined,
      INITIAL_ADMIN_EMAIL: "",
      INITIAL_ADMIN_FULL_NAME: "",
    });
  });

  it.each([
    ["LISTEN_ADDR", ":9000", { hostname: "", port: 9000 }],
    ["LISTEN_ADDR", "[::1]:0", { hostname: "::1", port: 0 }],
    ["LISTEN_ADDR", "inventory.example.com:443", { hostname: "inventory.example.com", port: 443 }],
    ["DATABASE_URL", "sqlite:///var/lib/x.db", { kind: "sqlite", path: "/var/lib/x.db" }],
    ["DATABASE_URL", "postgresql://u:p@db/x", { kind: "postgresql", url: "postgresql://u:p@db/x" }],
    ["DATABASE_URL", "postgresql:///x?host=/tmp", { kind: "postgresql", url: "postgresql:///x?host=/tmp" }],
    [
      "DATABASE_URL",
      "postgresql://u:p@a:1,b:2/x?target_session_attrs=read-write",
      { kind: "postgresql", url: "postgresql://u:p@a:1,b:2/x?target_session_attrs=read-write" },
    ],
    ["SESSION_TTL", "1h30m", 5_400_000],
    ["COOKIE_SECURE", "False", false],
    ["AUDIT_ENABLED", "0", false],
    ["LOG_LEVEL", "DEBUG", "debug"],
    ["MCP_ALLOWED_HOSTS", "inventory.example, Other.Example", ["inventory.example", "other.example"]],
    ["TRUSTED_PROXIES", "10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
    ["SESSION_STORE_TYPE", "sqlite", "sqlite"],
    ["SESSION_STORE_TYPE", "Memory", "memory"],
    ["VALKEY_URL", "valkey://127.0.0.1:6379/1", "valkey://127.0.0.1:6379/1"],
    ["RATE_LIMIT_REQUESTS", "", 100],
    ["POOL_UTILIZATION_THRESHOLD", "87.5", 87.5],
    ["POOL_UTILIZATION_THRESHOLD", "100", 100],
    ["DISCOVERY_PORTS", "22, 8000-8002,22", [22, 8000, 8001, 8002]],
    ["DISCOVERY_PORTS", "1,65534-65535", [1, 65_534, 65_535]],
    ["DISCOVERY_DNS_SERVERS", "192.0.2.53, [2001:db8::53]:5353", ["192.0.2.53", "[2001:db8::53]:5353"]],
    ["DISCOVERY_DNS_SERVERS", "2001:db8::53", ["2001:db8::53"]],
    ["DISCOVERY_DO_NOT_PROBE", "10.0.0.1-10.0.0.9,fe80::/10", "10.0.0.1-10.0.0.9,fe80::/10"],
    ["DISCOVERY_ALLOW", "127.0.0.0/8, ::1", "127.0.0.0/8, ::1"],
    ["MCP_OAUTH_ISSUER_URL", "https://inventory.example.com/", "https://inventory.example.com"],
    ["MCP_OAUTH_ISSUER_URL", "http://localhost:8080", "http://localhost:8080"],
    ["BASE_PATH", "/ipam", "/ipam"],
    ["BASE_PATH", "/tools/ipam/", "/tools/ipam"],
    ["BASE_PATH", "/", ""],
    ["MCP_OAUTH_REFRESH_TOKEN_TTL", "7d", 604_800_000],
    ["MCP_OAUTH_REFRESH_REUSE_GRACE", "30s", 30_000],
  ])("read %s=%s", (name, text, value) => {
    expect(readSettings({ [name]: text })).toHaveProperty(name, value);
  });

  it.each([
    ["LISTEN_ADDR", "8080"],
    ["LISTEN_ADDR", "host:70000"],
    ["LISTEN_ADDR", "[1.2.3.4]:80"],
    ["TLS_CERT_FILE", "/nowhere/cert.pem"],
    ["ENCRYPTION_KEY", "topsecret"],
    ["AUDIT_RETENTION_DAYS", "-1"],
    ["DATABASE_URL", "mysql://x"],
    ["DATABASE_URL", "postgresql://host"],
    ["DATABASE_URL", "postgresql://a,b/x?target_session_attrs=standby"],
    ["LOG_LEVEL", "loud"],
    ["LOG_FORMAT", "xml"],
    ["SESSION_TTL", "24"],
    ["SESSION_TTL", "1x"],
    ["SESSION_TTL", "0s"],
    ["SESSION_STORE_TYPE", "file"],
    ["VALKEY_URL", "http://127.0.0.1:6379"],
    ["VALKEY_URL", "127.0.0.1:6379"],
    ["COOKIE_SECURE", "maybe"],
    ["BCRYPT_COST", "3"],
    ["RATE_LIMIT_REQUESTS", "0"],
    ["RATE_LIMIT_REQUESTS", "1e3"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "proxy.example.com"],
    ["EVENT_RETENTION_DAYS", "-1"],
    ["DISCOVERY_LEASE_PATHS", "/"],
    ["DISCOVERY_LEASE_PATHS", "var/lib"],
    ["DISCOVERY_LEASE_PATHS", "/var/lib/../.."],
    ["DISCOVERY_RETENTION_DAYS", "-1"],
    ["CONFLICT_RETENTION_DAYS", "36501"],
    ["UTILIZATION_HISTORY_DAYS", "0"],
    ["UTILIZATION_HISTORY_DAYS", "3651"],
    ["ADDRESS_HISTORY_DAYS", "0"],
    ["ALLOCATION_SEEN_DAYS", "366"],
    ["POOL_UTILIZATION_THRESHOLD", "0"],
    ["POOL_UTILIZATION_THRESHOLD", "100.5"],
    ["POOL_UTILIZATION_THRESHOLD", "90%"],
    ["MCP_OAUTH_ENABLED", "maybe"],
    ["MCP_OAUTH_ISSUER_URL", "http://inventory.example.com"],
    ["MCP_OAUTH_ISSUER_URL", "https://inventory.example.com/path?query"],
    ["MCP_OAUTH_ISSUER_URL", "https://inventory.example.com//path"],
    ["BASE_PATH", "ipam"],
    ["BASE_PATH", "https://example.com/ipam"],
    ["BASE_PATH", "/a/../b"],
    ["MCP_OAUTH_ACCESS_TOKEN_TTL", "0"],
    ["MCP_OAUTH_REFRESH_REUSE_GRACE", "1h"],
    ["DISCOVERY_SCANNER", "my scanner"],
    ["DISCOVERY_DO_NOT_PROBE", "10.0.0.9-10.0.0.1"],
    ["DISCOVERY_ALLOW", "localhost"],
    ["DISCOVERY_RATE", "0"],
    ["DISCOVERY_PORTS", "0"],
    ["DISCOVERY_PORTS", "1-1025"],
    ["DISCOVERY_PORTS", "https"],
    ["DISCOVERY_DNS_SERVERS", "dns.example.com"],
    ["DISCOVERY_DNS_SERVERS", "192.0.2.53:0"],
    ["INITIAL_ADMIN_USERNAME", "a b"],
    ["INITIAL_ADMIN_EMAIL", "nobody"],
  ])("refuse %s=%s and say so", (name, text) => {
    expect(problemsOf({ [name]: text }).filter((problem) => problem.startsWith(`${name} must be `))).toHaveLength(1);
  });

  it("refuse an issuer that is not under the base path: programs would look for it elsewhere", () => {
    const issuer = (url: string, base: string) => problemsOf({ MCP_OAUTH_ISSUER_URL: url, BASE_PATH: base });
    expect(issuer("https://example.com/ipam", "/ipam/")).toEqual([]);
    expect(issuer("https://example.com", "")).toEqual([]);
    for (const [url, base] of [
      ["https://example.com", "/ipam"],
      ["https://example.com/ipam", ""],
      ["https://example.com/x/ipam", "/ipam"],
    ] as const) {
      expect(issuer(url, base)).toEqual([
        `MCP_OAUTH_ISSUER_URL is ${url} but BASE_PATH is "${base}": the URL must end with the base path, as in https://example.com${base}`,
      ]);
    }
  });

  it("are refused all at once", () => {
    const problems = problemsOf({
      LISTEN_ADDR: "x",
      LOG_LEVEL: "x",
      SESSION_TTL: "x",
      TLS_CERT_FILE: join(folder, "cert.pem"),
      INITIAL_ADMIN_USERNAME: "root",
    });
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "TLS_KEY_FILE",
      "INITIAL_ADMIN_PASSWORD",
      "LISTEN_ADDR",
      "LOG_LEVEL",
      "SESSION_TTL",
    ]);
  });

  it("need the URL of the server that keeps the sessions", () => {
    expect(problemsOf({ SESSION_STORE_TYPE: "valkey" })).toEqual(["VALKEY_URL is required when SESSION_STORE_TYPE is valkey"]);
    expect(problemsOf({ SESSION_STORE_TYPE: "valkey", VALKEY_URL: "http://u:topsecret@h" }).join()).not.toContain("topsecret");
  });

  it("take no relative path for a host, and no host for a relative path", () => {
    for (const DATABASE_URL of ["sqlite://inventory.db", "sqlite://./inventory.db", "sqlite://data/inventory.db"])
      expect(problemsOf({ DATABASE_URL })).toEqual([expect.stringContaining("three slashes: the path is absolute")]);
    expect(readSettings({ DATABASE_URL: "sqlite://:memory:" }).DATABASE_URL).toEqual({ kind: "sqlite", path: ":memory:" });
    expect(readSettings({ DATABASE_URL: "sqlite:///srv/x.db" }).DATABASE_URL).toEqual({ kind: "sqlite", path: "/srv/x.db" });
  });

  it("never show a secret that is wrong", () => {
    const problems = problemsOf({
      DATABASE_URL: "mysql://u:topsecret@h/x",
      INITIAL_ADMIN_USERNAME: "root",
      INITIAL_ADMIN_PASSWORD: "topsecret",
    });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain("topsecret");
  });

  it("come from a file where they are secret", async () => {
    const file = join(folder, "url");
    await writeFile(file, "postgresql://u:p@db/x\n");
    expect(readSettings({ DATABASE_URL_FILE: file }).DATABASE_URL).toEqual({ kind: "postgresql", url: "postgresql://u:p@db/x" });
    expect(problemsOf({ DATABASE_URL_FILE: file, DATABASE_URL: "sqlite://x" })).toEqual([
      "DATABASE_URL and DATABASE_URL_FILE are both set: set only one of them",
    ]);
    expect(problemsOf({ DATABASE_URL_FILE: join(folder, "gone") })[0]).toMatch(/^DATABASE_URL_FILE names .*gone, which cannot be read/);
  });

  it.each([
    ["1h30m", 5_400_000],
    ["250ms", 250],
    ["2d", 172_800_000],
    ["", undefined],
    ["1.5h", undefined],
    ["h", undefined],
    ["1h ", undefined],
    ["9".repeat(20) + "h", undefined],
  ])("know the duration %j", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it("warn of a Secure cookie over plain http to other machines only", () => {
    const warned = (environment: Readonly<Record<string, string>>): boolean => cookieWarning(readSettings(environment)) !== undefined;
    expect(warned({ LISTEN_ADDR: ":80" })).toBe(true);
    expect(warned({ LISTEN_ADDR: "192.0.2.1:80" })).toBe(true);
    for (const LISTEN_ADDR of ["127.0.0.1:80", "localhost:80", "[::1]:80"]) expect(warned({ LISTEN_ADDR })).toBe(false);
    expect(warned({ LISTEN_ADDR: ":80", COOKIE_SECURE: "false" })).toBe(false);
    expect(warned({ LISTEN_ADDR: ":80", TRUSTED_PROXIES: "10.0.0.1" })).toBe(false);
    expect(warned({ LISTEN_ADDR: ":443", TLS_CERT_FILE: join(folder, "cert.pem"), TLS_KEY_FILE: join(folder, "key.pem") })).toBe(false);
  });
});

describe("the command", () => {
  it("lists every setting in the help of serve", async () => {
    const { code, out } = await run(["serve", "--help"]);
    expect(code).toBe(0);
    for (const name of SETTING_NAMES) expect(out).toContain(`\n  ${name}\n      `);
  });

  it("prints what is in force, secrets masked", async () => {
    const { code, out } = await run(["config"], { DATABASE_URL: "postgresql://u:topsecret@h/x", LOG_LEVEL: "warn" });
    expect(code).toBe(0);
    expect(out).not.toContain("topsecret");
    for (const line of [
      "DATABASE_URL=********  # environment",
      "LOG_LEVEL=warn  # environment",
      "LISTEN_ADDR=127.0.0.1:8080  # default",
      "TLS_KEY_FILE=  # not set",
    ]) {
      expect(out.split("\n")).toContain(line);
    }
    expect(
      out
        .trim()
        .split("\n")
        .filter((line) => !line.startsWith("#")),
    ).toHaveLength(SETTING_NAMES.length);
    expect(out).toContain(
      "\n# config file: none\n# plugins: auth, oauth, webhooks, lease-sources, discovery-scanner, discovery-agent, discovery-snmp, mcp, " +
        "web-ui, http\n",
    );
  });

  it("stops at settings that are wrong, with its own exit code", async () => {
    for (const command of ["serve", "config"]) {
      const { code, err } = await run([command], { LOG_LEVEL: "loud", SESSION_STORE_TYPE: "redis" });
      expect(code).toBe(78);
      expect(err).toBe(
        'cadastre: invalid settings:\n  LOG_LEVEL must be one of debug, info, warn, error (it is "loud", from the ' +
          'environment)\n  SESSION_STORE_TYPE must be one of database, sqlite, valkey, memory (it is "redis", from the environment)\n',
      );
    }
  });

  it("has a help and a version, and knows what is no command", async () => {
    expect(await run(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("serve") });
    expect(await run(["--version"])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(await run(["sevre"])).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean serve?") });
    expect(await run(["serve", "--port", "80"])).toMatchObject({ code: 2, err: expect.stringContaining("unknown option") });
  });
});
