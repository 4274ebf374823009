import { createServer, type AddressInfo } from "node:net";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { ENCRYPTION_KEY, run, type Served, serve, start } from "../support/command.ts";

const PASSWORD = "correct horse battery";
const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: PASSWORD };

interface Reply {
  readonly status: number;
  readonly cookie: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
  readonly body: any;
}

async function call(server: Served, route: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const [method = "", path] = route.split(" ");
  const response = await fetch(server.url + path, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    cookie: (response.headers.get("set-cookie") ?? "").split(";")[0] as string,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

describe("cadastre serve", () => {
  let folder: string;
  const running: Served[] = [];
  const begin = async (environment: Readonly<Record<string, string>> = {}): Promise<Served> => {
    const server = await serve({ DATA_DIR: join(folder, "data"), ...environment });
    running.push(server);
    return server;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-cli-"));
  });
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it("tells of pools that fill up to the threshold of the settings", async () => {
    const server = await begin({ ...ADMIN, POOL_UTILIZATION_THRESHOLD: "50" });
    const { cookie } = await call(server, "POST /api/auth/login", { username: "root", password: PASSWORD });
    const session = { cookie, "x-requested-with": "XMLHttpRequest" };
    const network = await call(server, "POST /api/networks", { name: "n", subnet: "10.7.0.0/24" }, session);
    const pool = await call(
      server,
      `POST /api/networks/${network.body.id}/pools`,
      { name: "two", start_ip: "10.7.0.1", end_ip: "10.7.0.2" },
      session,
    );
    await call(server, `POST /api/pools/${pool.body.id}/allocations`, {}, session);
    const { events } = (await call(server, "GET /api/events", undefined, session)).body as { events: { event: string; data: object }[] };
    expect(events.at(-1)).toMatchObject({ event: "pool.utilization_high", data: { utilization: 50, threshold: 50 } });
  });

  it.each(["sqlite", "postgresql"])("serves a database without changing it with READ_ONLY on %s", async (dialect) => {
    await using database =
      dialect === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
    const settings = database === undefined ? {} : { DATABASE_URL: database.url, ENCRYPTION_KEY };
    const writer = await begin({ ...settings, ...ADMIN });
    const { cookie } = await call(writer, "POST /api/auth/login", { username: "root", password: PASSWORD });
    const session = { cookie, "x-requested-with": "XMLHttpRequest" };
    await call(writer, "POST /api/datacenters", { name: "fra1" }, session);
    const { key } = (await call(writer, "POST /api/keys", { name: "reader" }, session)).body as { key: string };
    writer.child.kill("SIGTERM");
    await writer.ended;
    const server = await begin({ ...settings, READ_ONLY: "true" });
    expect(server.out()).toMatch(/^Data: .*, read-only$/mu);
    expect((await call(server, "GET /readyz")).body).toMatchObject({ status: "ready", read_only: true });
    for (const caller of [{ authorization: `Bearer ${key}` }, { cookie }])
      expect((await call(server, "GET /api/datacenters", undefined, caller)).body).toMatchObject([{ name: "fra1" }]);
    const refused = { status: 503, body: { code: "READ_ONLY" } };
    expect(await call(server, "POST /api/datacenters", { name: "ams1" }, session)).toMatchObject(refused);
    expect(await call(server, "POST /api/auth/login", { username: "root", password: PASSWORD })).toMatchObject(refused);
  });

  it("makes nothing with READ_ONLY", async () => {
    const data = join(folder, "data");
    const { code, err } = await run(["serve"], { DATA_DIR: data, LISTEN_ADDR: "127.0.0.1:0", READ_ONLY: "true" });
    expect(code).toBe(1);
    expect(err).toContain(`no database at ${join(data, "inventory.db")}: set DATA_DIR or DATABASE_URL`);
    await expect(stat(data)).rejects.toThrow("ENOENT");
  });

  it.each(["sqlite", "postgresql"])("is enough to get from nothing to a datacenter, by what it prints, on %s", async (dialect) => {
    await using database =
      dialect === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
    const settings = database === undefined ? {} : { DATABASE_URL: database.url, ENCRYPTION_KEY };
    const server = await begin(settings);
    expect(server.out()).toContain(`curl -sS ${server.url}/api/auth/bootstrap`);
    // Nobody set one.
    expect(server.out() + server.err()).not.toContain("config file");
    const given = JSON.parse(/-d '(\{"token":.*\})'/.exec(server.out())?.[1] ?? "") as {
      token: string;
      username: string;
      password: string;
    };
    // The page is at the same address, or says that it is being built; the link leads to it.
    expect(server.out()).toContain(`${server.url}/setup#${given.token}\n`);
    const page = await fetch(`${server.url}/setup`, { headers: { accept: "text/html" } });
    expect([200, 503]).toContain(page.status);
    expect(await page.text()).toContain("Cadastre</title>");
    // The blank of the printed command is no password, so a copy that nobody filled in makes no administrator.
    expect((await call(server, "POST /api/auth/bootstrap", given)).body.details).toHaveProperty("password");
    expect(await call(server, "POST /api/auth/bootstrap", { ...given, password: PASSWORD })).toMatchObject({
      status: 201,
      body: { username: "admin", is_admin: true },
    });
    const login = await call(server, "POST /api/auth/login", { username: "admin", password: PASSWORD });
    expect(login.status).toBe(200);
    expect(login.cookie).toMatch(/^__Host-service_session=/);
    expect(await call(server, "GET /api/auth/me", undefined, { cookie: login.cookie })).toMatchObject({
      status: 200,
      body: { username: "admin" },
    });
    expect(await call(server, "POST /api/keys", { name: "first key" }, { cookie: login.cookie })).toMatchObject({
      status: 403,
      body: { code: "CSRF_FAILED" },
    });
    const made = await call(
      server,
      "POST /api/keys",
      { name: "first key" },
      { cookie: login.cookie, "x-requested-with": "XMLHttpRequest" },
    );
    expect(made.status).toBe(201);
    const bearer = { authorization: `Bearer ${made.body.key}` };
    expect(await call(server, "POST /api/datacenters", { name: "lab" }, bearer)).toMatchObject({ status: 201, body: { name: "lab" } });
    expect((await call(server, "GET /api/datacenters")).status).toBe(401);
    const ended = await server.stop();
    expect(ended.code).toBe(0);
    for (const secret of [given.token, PASSWORD, made.body.key as string, login.cookie.split("=")[1] as string])
      expect(ended.err).not.toContain(secret);

    const again = await begin(settings);
    expect(again.out()).not.toContain("setup token");
    expect((await call(again, "GET /api/datacenters", undefined, bearer)).body).toMatchObject([{ name: "lab" }]);
    expect((await call(again, "GET /api/auth/me", undefined, { cookie: login.cookie })).status).toBe(200);
    expect((await again.stop()).code).toBe(0);
    console.info(`warm start on ${dialect}: ${Math.round(again.startMs)} ms`);
  });

  it("offers AI clients its operations as tools, unless MCP_ENABLED is false", async () => {
    const list = async (server: Served, authorization: string, host?: string): Promise<number | undefined> =>
      await new Promise((resolve, reject) => {
        const headers = {
          authorization,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(host === undefined ? {} : { host }),
        };
        const sent = request(`${server.url}/mcp`, { method: "POST", headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        sent.on("error", reject);
        sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }));
      });
    const server = await begin({
      ...ADMIN,
      BCRYPT_COST: "4",
      MCP_ALLOWED_HOSTS: "inventory.example",
      MCP_OAUTH_ENABLED: "true",
      MCP_OAUTH_ISSUER_URL: "https://issuer.example:8443",
    });
    const login = await call(server, "POST /api/auth/login", { username: "root", password: PASSWORD });
    const made = await call(
      server,
      "POST /api/keys",
      { name: "assistant" },
      { cookie: login.cookie, "x-requested-with": "XMLHttpRequest" },
    );
    const bearer = `Bearer ${made.body.key as string}`;
    expect(await list(server, bearer)).toBe(200);
    expect(await list(server, bearer, "inventory.example")).toBe(200);
    expect(await list(server, bearer, "issuer.example:8443")).toBe(200);
    expect(await list(server, bearer, "evil.example")).toBe(403);
    expect(await list(server, "Bearer nonsense")).toBe(401);
    expect((await server.stop()).code).toBe(0);
    const without = await begin({ MCP_ENABLED: "false" });
    expect(await list(without, bearer)).toBe(404);
  });

  it("keeps the data in a folder that only its owner can look into", async () => {
    await begin();
    expect((await stat(join(folder, "data"))).mode & 0o777).toBe(0o700);
    await stat(join(folder, "data", "inventory.db"));
  });

  it("creates the administrator of the settings, whose password it never says", async () => {
    const file = join(folder, "password");
    await writeFile(file, `${PASSWORD}\n`);
    const server = await begin({ INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD_FILE: file, COOKIE_SECURE: "false" });
    expect(server.out()).toContain("The first administrator is root");
    expect(server.out() + server.err()).not.toContain(PASSWORD);
    const login = await call(server, "POST /api/auth/login", { username: "root", password: PASSWORD });
    expect(login.cookie).toMatch(/^service_session=/);
  });

  it("takes its limits from the settings", async () => {
    const server = await begin({ ...ADMIN, LOGIN_RATE_LIMIT_REQUESTS: "1" });
    const wrong = { username: "root", password: "wrong" };
    expect((await call(server, "POST /api/auth/login", wrong)).status).toBe(401);
    expect((await call(server, "POST /api/auth/login", wrong)).body.code).toBe("LOGIN_RATE_LIMIT_EXCEEDED");
  });

  it("logs JSON when it is told to", async () => {
    const server = await begin({ LOG_FORMAT: "json" });
    await server.stop();
    const lines = server
      .err()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { level: string; message: string });
    expect(lines.map(({ message }) => message)).toEqual(["listening", "stopping", "stopped"]);
  });

  it("warns of a cookie that browsers will not keep", async () => {
    const open = await begin({ LISTEN_ADDR: ":0" });
    expect(open.err()).toContain("COOKIE_SECURE=true");
    const plain = await begin({ LISTEN_ADDR: ":0", COOKIE_SECURE: "false", DATA_DIR: join(folder, "other") });
    expect(plain.err()).not.toContain("COOKIE_SECURE");
  });

  it("lets a request in flight finish, and ends at once at the second signal", async () => {
    const server = await begin(ADMIN);
    const body = JSON.stringify({ username: "root", password: "wrong" });
    const slow = request(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": body.length, expect: "100-continue" },
    });
    slow.flushHeaders();
    // The server has the request once it asks for the body.
    await once(slow, "continue");
    const ended = server.stop();
    await expect.poll(() => server.err()).toContain("stopping");
    slow.end(body);
    const [response] = (await once(slow, "response")) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(401);
    expect((await ended).code).toBe(0);

    const hung = await begin();
    hung.child.kill("SIGINT");
    hung.child.kill("SIGTERM");
    expect([0, 130, 143]).toContain((await hung.ended).code);
  });

  it("says in one sentence why it does not start", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    const { port } = blocker.address() as AddressInfo;
    // Migrations that take long are told of: a busy machine is no reason.
    const taken = await run(["serve"], { LISTEN_ADDR: `127.0.0.1:${port}`, DATA_DIR: join(folder, "a"), LOG_LEVEL: "warn" });
    blocker.close();
    expect(taken).toMatchObject({
      code: 1,
      err: expect.stringMatching(new RegExp(`^cadastre: cannot listen on 127.0.0.1, port ${port}: the port is in use.*\n$`)),
    });

    await writeFile(join(folder, "file"), "this is no database, and long enough to be seen as none ".repeat(40));
    expect(await run(["serve"], { LISTEN_ADDR: "127.0.0.1:0", DATABASE_URL: `sqlite://${folder}/file` })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^cadastre: .*not a SQLite database.*\n$/),
    });
    expect(await run(["serve"], { LISTEN_ADDR: "127.0.0.1:0", DATA_DIR: join(folder, "file") })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^cadastre: .*\n$/),
    });
    const gone = await run(["serve"], {
      LISTEN_ADDR: "127.0.0.1:0",
      DATABASE_URL: "postgresql://root:topsecret@127.0.0.1:1/x",
      ENCRYPTION_KEY,
    });
    expect(gone).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^cadastre: nothing listens at 127\.0\.0\.1:1: start PostgreSQL there.*\n$/),
    });
    expect(gone.err).not.toContain("topsecret");
  });

  it("refuses a database that a newer version wrote", async () => {
    const server = await begin();
    await server.stop();
    const database = new DatabaseSync(join(folder, "data", "inventory.db"));
    database.exec("insert into cadastre_migration (name) values ('core/9999-future')");
    database.close();
    expect(await run(["serve"], { LISTEN_ADDR: "127.0.0.1:0", DATA_DIR: join(folder, "data") })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^cadastre: the database has the migration core\/9999-future.*\n$/),
    });
  });

  it("refuses tool sets that it does not have", async () => {
    const settings = { LISTEN_ADDR: "127.0.0.1:0", DATA_DIR: join(folder, "data") };
    expect(await run(["serve"], { ...settings, MCP_TOOLSETS: "core,racks" })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^cadastre: .*toolsets.*must be names of tool sets.*core, all, inventory.*\n$/),
    });
  });

  it("ends by a signal while it starts", async () => {
    const early = start(["serve"], { LISTEN_ADDR: "127.0.0.1:0", DATA_DIR: join(folder, "data"), ...ADMIN, LOG_LEVEL: "debug" });
    await expect.poll(() => early.child.pid).toBeDefined();
    setTimeout(() => early.child.kill("SIGTERM"), 300);
    const { code } = await early.ended;
    // Before the handler is there Node ends by the signal itself, which shows as no code.
    expect([0, null]).toContain(code);
  });
});
