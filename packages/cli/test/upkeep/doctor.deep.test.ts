import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkNode, OLDEST_NODE } from "../../src/upkeep/doctor/machine-checks.ts";
import { ENCRYPTION_KEY, run, serve } from "../support/command.ts";
import { freePort } from "../support/oauth-server.ts";

interface Finding {
  readonly check: string;
  readonly verdict: "ok" | "warning" | "problem";
  readonly message: string;
  readonly advice?: string;
}

describe("cadastre doctor", () => {
  let folder: string;
  let settings: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-doctor-"));
    settings = { DATA_DIR: join(folder, "data"), LISTEN_ADDR: `127.0.0.1:${await freePort()}` };
  });
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  const look = async (
    more: Record<string, string> = {},
  ): Promise<{ code: number | null; of: (check: string) => Finding | undefined; text: string }> => {
    const { code, out, err } = await run(["doctor", "--json"], { ...settings, ...more });
    const { findings, problems } = JSON.parse(out) as { findings: Finding[]; problems: number };
    expect(code).toBe(problems > 0 ? 65 : 0);
    for (const { verdict, advice } of findings) expect(advice !== undefined).toBe(verdict !== "ok");
    return { code, of: (check) => findings.find((finding) => finding.check === check), text: out + err };
  };

  it("tells which services plugins replace", async () => {
    expect((await look()).of("services")).toEqual({ check: "services", verdict: "ok", message: "none is replaced" });
    const plugin = "{ id: 'own-ids', engine: '*', replaces: [{ token: Symbol.for('cadastre:ids'), needs: [], make: () => 0 }] }";
    await writeFile(join(folder, "own-ids.js"), `module.exports = ${plugin};`);
    await writeFile(join(folder, "cadastre.config.json"), JSON.stringify({ plugins: ["./own-ids.js"] }));
    const { of } = await look({ CADASTRE_CONFIG: join(folder, "cadastre.config.json") });
    expect(of("services")?.message).toBe("replaced: ids by the plugin own-ids");
  });

  it("finds nothing wrong before the first start and beside a server, and changes nothing", async () => {
    expect((await look()).of("data-folder")).toMatchObject({ verdict: "warning", message: expect.stringContaining("does not exist yet") });
    // People are told below it what to do.
    expect((await run(["doctor"], settings)).out).toMatch(/ {2}data-folder: [^\n]*does not exist yet[^\n]*\n {9}-> \S/);
    expect(await readdir(folder)).toEqual([]);
    const server = await serve(settings);
    const { code, of } = await look();
    expect(code).toBe(0);
    for (const check of [
      "node",
      "settings",
      "data-folder",
      "database",
      "migrations",
      "encryption-key",
      "clock",
      "wal",
      "tls",
      "cookies",
      "proxies",
    ])
      expect(of(check), check).toMatchObject({ verdict: "ok" });
    expect(of("port")).toMatchObject({ verdict: "warning", message: expect.stringContaining("in use") });
    expect((await server.stop()).code).toBe(0);
    expect(await run(["doctor"], settings)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok {6} {1}node: /),
      err: expect.stringContaining("0 problems"),
    });
  });

  it("looks at agents and lease sources, and says what to do", async () => {
    const server = await serve(settings);
    const known = await look();
    for (const check of ["agents", "lease-sources"]) expect(known.of(check), check).toMatchObject({ verdict: "ok" });
    await server.stop();
    const database = new Database(join(folder, "data", "inventory.db"));
    // The datacenters that rows name are nowhere.
    database.pragma("foreign_keys = off");
    const insert = (table: string, row: Record<string, string | number | null>): void => {
      const at = "2026-01-01T00:00:00.000Z";
      const whole = { ...row, ...(table === "agent_datacenter" ? {} : { created_at: at, updated_at: at }) };
      const columns = Object.keys(whole);
      database
        .prepare(`insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`)
        .run(...Object.values(whole));
    };
    const agent = { labels: "{}", scanners: "[]" };
    insert("agent", { ...agent, id: "a", name: "new", name_key: "new", version: "", token_id: "a", token_hash: "a" });
    insert("agent", {
      ...agent,
      id: "b",
      name: "old",
      name_key: "old",
      version: "0.0.0-older",
      token_id: "b",
      token_hash: "b",
      last_seen_at: new Date().toISOString(),
    });
    const away = {
      id: "c",
      name: "away",
      name_key: "away",
      version: "999.0.0",
      token_id: "c",
      token_hash: "c",
      last_seen_at: "2026-01-01T00:00:00.000Z",
    };
    insert("agent", { ...agent, ...away });
    insert("agent_datacenter", { datacenter_id: "served", agent_id: "a" });
    const source = { type: "dnsmasq", url: "", username: "", network_ids: "[]", interval_minutes: 5, enabled: 1, last_error: "" };
    const counts = { lease_count: 0, outside_count: 0, unread_count: 0 };
    const file = join(folder, "leases");
    await writeFile(file, "");
    for (const [id, more] of Object.entries({
      well: { path: file },
      missing: { path: join(folder, "none") },
      failed: { path: file, last_error: "The file is no lease file." },
      served: { path: "/at/the/site", datacenter_id: "served" },
      unserved: { path: "/at/the/site", datacenter_id: "elsewhere" },
      off: { path: join(folder, "none"), enabled: 0, last_error: "It is off." },
    }))
      insert("lease_source", { ...source, ...counts, id, name: id, ...more });
    database.close();
    const { out } = await run(["doctor", "--json"], settings);
    const told = (JSON.parse(out) as { findings: Finding[] }).findings;
    const of = (check: string): string[] =>
      told
        .filter((finding) => finding.check === check)
        .map(({ message }) => message)
        .toSorted();
    expect(of("agents")).toEqual([
      expect.stringContaining("the agent away has not been heard of since 2026-01-01"),
      "the agent new was never heard of",
      expect.stringContaining("the agent old has version 0.0.0-older, older than"),
    ]);
    expect(of("lease-sources")).toEqual([
      "the lease source failed was not read: The file is no lease file.",
      expect.stringContaining("the lease source missing has a file that this user cannot read: ENOENT"),
      expect.stringContaining("the lease source unserved is read by no agent"),
    ]);
  });

  it("finds a newer database, one with migrations to come, a clock that went back, and a file that is none", async () => {
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    expect((await look()).of("encryption-key")).toMatchObject({ verdict: "warning", message: "no key yet" });
    const file = join(folder, "data", "inventory.db");
    const execute = (sql: string): void => {
      const database = new Database(file);
      database.exec(sql);
      database.close();
    };
    execute("delete from cadastre_migration where name = (select max(name) from cadastre_migration where name like 'webhooks/%')");
    expect((await look()).of("migrations")).toMatchObject({ verdict: "warning", message: "1 are pending" });
    execute("insert into cadastre_migration (name, executed_at) values ('core/9999-later', 0)");
    execute(
      "insert into event (id, event, record_id, occurred_at, data) values ('e', 'device.created', 'r', '2999-01-01T00:00:00.000Z', '{}')",
    );
    const { code, of } = await look();
    expect(code).toBe(65);
    expect(of("migrations")).toMatchObject({ verdict: "problem", message: expect.stringContaining("core/9999-later") });
    expect(of("clock")).toMatchObject({ verdict: "problem", message: expect.stringContaining("2999") });
    await writeFile(file, "not a database at all, though it lies there");
    expect((await look()).of("database")).toMatchObject({ verdict: "problem" });
  });

  it("finds a key that is missing, a folder that others read, and a port that cannot be had", async () => {
    const server = await serve({
      ...settings,
      ENCRYPTION_KEY,
      INITIAL_ADMIN_USERNAME: "root",
      INITIAL_ADMIN_PASSWORD: "correct horse battery",
    });
    await expect
      .poll(() => {
        const database = new Database(join(folder, "data", "inventory.db"), { readonly: true });
        const sealed = database.prepare("select count(*) from audit where seal_key is not null").pluck().get() as number;
        database.close();
        return sealed;
      })
      .toBeGreaterThan(0);
    expect((await server.stop()).code).toBe(0);
    await chmod(join(folder, "data"), 0o755);
    const found = await look({ LISTEN_ADDR: "192.0.2.1:80" });
    expect(found.of("encryption-key")).toMatchObject({
      verdict: "warning",
      message: expect.stringContaining("audit rows are sealed under the key"),
    });
    expect(found.of("data-folder")).toMatchObject({ verdict: "warning", advice: expect.stringContaining("chmod 700") });
    expect(found.of("port")).toMatchObject({ verdict: "problem" });
    const database = new Database(join(folder, "data", "inventory.db"));
    database.exec("insert into auth_oauth_key (id, secret, created_at) values ('k', 'v1.0123456789abcdef.xyz', '')");
    database.close();
    expect((await look({ ENCRYPTION_KEY })).of("encryption-key")).toMatchObject({
      verdict: "problem",
      message: expect.stringContaining("0123456789abcdef"),
    });
  });

  it("looks at certificate, key, cookies and proxies", async () => {
    const [key, certificate, other] = [join(folder, "key.pem"), join(folder, "cert.pem"), join(folder, "other.pem")];
    const made = spawnSync("openssl", [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-keyout",
      key,
      "-out",
      certificate,
      "-days",
      "5",
      "-subj",
      "/CN=localhost",
    ]);
    expect(made.status).toBe(0);
    expect(spawnSync("openssl", ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", other]).status).toBe(0);
    expect((await look({ TLS_CERT_FILE: certificate, TLS_KEY_FILE: key })).of("tls")).toMatchObject({
      verdict: "warning",
      message: expect.stringMatching(/expires in [45] days/),
    });
    expect((await look({ TLS_CERT_FILE: certificate, TLS_KEY_FILE: other })).of("tls")).toMatchObject({
      verdict: "problem",
      message: expect.stringContaining("does not match"),
    });
    expect((await look({ TLS_CERT_FILE: key, TLS_KEY_FILE: key })).of("tls")).toMatchObject({
      verdict: "problem",
      message: expect.stringContaining("not a certificate"),
    });
    expect((await look({ TRUSTED_PROXIES: "0.0.0.0/0" })).of("proxies")).toMatchObject({ verdict: "problem" });
    expect((await look({ COOKIE_SECURE: "false" })).of("cookies")).toMatchObject({ verdict: "warning" });
    expect((await look({ LISTEN_ADDR: ":0" })).of("cookies")).toMatchObject({
      verdict: "warning",
      advice: expect.stringContaining("TLS_CERT_FILE"),
    });
  });

  it("tells every wrong setting, no secret, and a PostgreSQL that is away", async () => {
    const wrong = await look({ LISTEN_ADDR: "nonsense", ENCRYPTION_KEY: "tooshort-secret" });
    expect(wrong.of("settings")).toMatchObject({ verdict: "problem" });
    expect(wrong.text).not.toContain("tooshort-secret");
    const away = await look({ DATABASE_URL: "postgresql://u:topsecret@127.0.0.1:1/db" });
    expect(away.of("database")).toMatchObject({ verdict: "problem", advice: expect.stringContaining("DATABASE_URL") });
    expect(away.text).not.toContain("topsecret");
  });

  it("notices a port in use", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as { port: number };
    expect((await look({ LISTEN_ADDR: `127.0.0.1:${port}` })).of("port")).toMatchObject({ verdict: "warning" });
    holder.close();
  });

  it("asks for the version of Node that the package asks for", () => {
    const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${OLDEST_NODE.join(".")}`);
    expect([checkNode("22.17.9"), checkNode("22.18.0"), checkNode("24.0.0"), checkNode("20.20.2")].map(({ verdict }) => verdict)).toEqual([
      "problem",
      "ok",
      "ok",
      "problem",
    ]);
  });
});
