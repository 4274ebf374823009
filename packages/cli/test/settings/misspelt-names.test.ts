import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { misspeltNames } from "../../src/settings/misspelt-names.ts";
import { SETTING_NAMES } from "../../src/settings/settings.ts";
import { run, serve } from "../support/command.ts";

describe("a variable of the environment", () => {
  it.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_ULR", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["database_url", "DATABASE_URL"],
    ["DATABASE-URL", "DATABASE_URL"],
    ["CADASTRE_DATABASE_URL", "DATABASE_URL"],
    ["SERVICE_LISTEN_ADDR", "LISTEN_ADDR"],
    ["CADASTRE_DATABASE_URL_FILE", "DATABASE_URL_FILE"],
    ["CADASTRE_CONFG", "CADASTRE_CONFIG"],
    ["SERVICE_API_TOKN", "SERVICE_API_TOKEN"],
    ["DATADIR", "DATA_DIR"],
    ["DATA_DRI", "DATA_DIR"],
    ["LISTEN_ADDRES", "LISTEN_ADDR"],
    ["ENCRYPTION_KEYS", "ENCRYPTION_KEY"],
    ["RATE_LIMIT_REQUEST", "RATE_LIMIT_REQUESTS"],
    ["TRUSTED_PROXYS", "TRUSTED_PROXIES"],
    ["LISTEN_ADDR_FILE", "LISTEN_ADDR"],
  ])("%s is taken for %s", (name, meant) => {
    expect(misspeltNames({ [name]: "x" })).toEqual([{ name, meant, message: expect.stringContaining(meant) }]);
    // Somebody else's, then.
    expect(misspeltNames({ [name]: "x", [meant]: "y" })).toEqual([]);
    expect(misspeltNames({ [name]: "" })).toEqual([]);
  });

  it("that is another program's is not told", () => {
    const others = [
      "PATH",
      "HOME",
      "LANG",
      "TERM",
      "SHELL",
      "LOGNAME",
      "HOSTNAME",
      "TMPDIR",
      "TZ",
      "PORT",
      "HOST",
      "DEBUG",
      "DATABASE_HOST",
      "DATABASE_NAME",
      "DATABASE_PORT",
      "DB_URL",
      "LOG_FILE",
      "LOG_DIR",
      "LOG_PATH",
      "LISTEN_PID",
      "LISTEN_FDS",
      "LISTEN_FDNAMES",
      "LISTEN_PORT",
      "XDG_DATA_DIRS",
      "XDG_CONFIG_HOME",
      "XDG_SESSION_TYPE",
      "SESSION_MANAGER",
      "SYSTEMD_LOG_LEVEL",
      "STATE_DIRECTORY",
      "CREDENTIALS_DIRECTORY",
      "PGHOST",
      "PGDATA",
      "PGPASSWORD",
      "REDIS_URL",
      "NODE_ENV",
      "NODE_OPTIONS",
      "NODE_EXTRA_CA_CERTS",
      "OTEL_LOG_LEVEL",
      "OTEL_SERVICE_NAME",
      "SSL_CERT_FILE",
      "SSL_CERT_DIR",
      "VALKEY_HOST",
      "DATA_PATH",
      "META_DIR",
      "CADASTRE_SERVICE_HOST",
      "CADASTRE_SERVICE_PORT",
      "CADASTRE_PORT",
      "CADASTRE_PORT_8080_TCP",
      "CADASTRE_PORT_8080_TCP_ADDR",
      "KUBERNETES_SERVICE_HOST",
      "SERVICE_NAME",
      "CADASTRE_IMAGE",
    ];
    expect(misspeltNames(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
    expect(misspeltNames(Object.fromEntries(SETTING_NAMES.map((name) => [name, "x"])))).toEqual([]);
  });
});

describe("a misspelt setting", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "cadastre-misspelt-"))));
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  it(
    "is told at the start, by config, by doctor, by commands on the database, and among settings that are wrong; never with its " + "value",
    async () => {
      const settings = { DATA_DIR: join(folder, "data"), DATABSE_URL: "postgresql://u:topsecret@db/x" };
      const sentence = "DATABSE_URL is set in the environment but is not a known setting: did you mean DATABASE_URL?";
      const server = await serve(settings);
      const served = await server.stop();
      const config = await run(["config"], settings);
      const json = await run(["config", "--json"], settings);
      const doctor = await run(["doctor"], settings);
      const migrate = await run(["migrate", "up"], settings);
      const wrong = await run(["serve"], { ...settings, LOG_LEVEL: "loud" });
      expect(served.err).toContain(sentence);
      expect(config.out).toContain(`# ${sentence}\n`);
      expect(JSON.parse(json.out)).toMatchObject({ misspelt: [{ name: "DATABSE_URL", meant: "DATABASE_URL" }] });
      expect(doctor.out).toContain(`warning  settings: ${sentence}\n         -> set DATABASE_URL instead of DATABSE_URL`);
      expect(migrate.err.split(sentence)).toHaveLength(2);
      expect(wrong).toMatchObject({ code: 78, err: expect.stringContaining(sentence) });
      for (const { out, err } of [served, config, json, doctor, migrate, wrong]) expect(out + err).not.toContain("topsecret");
    },
  );
});
