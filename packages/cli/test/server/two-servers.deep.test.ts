import { PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { findValkey, startValkey } from "../../../../testing/servers/valkey-server.ts";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { ENCRYPTION_KEY, run, type Served, serve } from "../support/command.ts";

const PASSWORD = "correct horse battery";
const AJAX = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };
const binary = findValkey();

/** Real processes over real sockets. */
describe("two servers on one PostgreSQL", () => {
  let database: TemporaryDatabase;
  const running: Served[] = [];
  const begin = async (settings: Readonly<Record<string, string>> = {}): Promise<Served> => {
    const server = await serve({
      DATABASE_URL: database.url,
      ENCRYPTION_KEY,
      INITIAL_ADMIN_USERNAME: "root",
      INITIAL_ADMIN_PASSWORD: PASSWORD,
      COOKIE_SECURE: "false",
      ...settings,
    });
    running.push(server);
    return server;
  };
  beforeEach(async () => {
    database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  });
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.child.kill("SIGKILL");
      await server.ended;
    }
    await database[Symbol.asyncDispose]();
  });

  const login = async (server: Served, password = PASSWORD): Promise<Response> =>
    await fetch(`${server.url}/api/auth/login`, { method: "POST", headers: AJAX, body: JSON.stringify({ username: "root", password }) });
  const cookieOf = (response: Response): string => (response.headers.get("set-cookie") ?? "").split(";")[0] as string;
  const me = async (server: Served, cookie: string): Promise<number> =>
    (await fetch(`${server.url}/api/auth/me`, { headers: { cookie } })).status;
  const logout = async (server: Served, cookie: string): Promise<number> =>
    (await fetch(`${server.url}/api/auth/logout`, { method: "POST", headers: { ...AJAX, cookie } })).status;

  it("share sessions: one signs in, the other knows it, either ends it", async () => {
    const [one, two] = [await begin(), await begin()];
    const cookie = cookieOf(await login(one));
    expect([await me(two, cookie), await logout(two, cookie), await me(one, cookie), await me(two, cookie)]).toEqual([200, 204, 401, 401]);
  });

  it("cannot together let more sign-ins through than one", async () => {
    const [one, two] = [await begin({ LOGIN_RATE_LIMIT_WINDOW: "10m" }), await begin({ LOGIN_RATE_LIMIT_WINDOW: "10m" })];
    const answers = await Promise.all(Array.from({ length: 16 }, async (_, n) => await login(n % 2 === 0 ? one : two, "wrong")));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
    const third = await begin({ LOGIN_RATE_LIMIT_WINDOW: "10m" });
    const refused = await login(third);
    expect([refused.status, refused.headers.get("x-ratelimit-remaining")]).toEqual([429, "0"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
  });

  it("tell each other of requests within some seconds", async () => {
    const settings = { RATE_LIMIT_REQUESTS: "20", RATE_LIMIT_WINDOW: "1h" };
    const [one, two] = [await begin(settings), await begin(settings)];
    for (let n = 0; n < 20; n += 1) await fetch(`${one.url}/api/nothing`);
    // Each look counts too; without the exchange the other would let twenty through.
    let passed = 0;
    await expect
      .poll(
        async () => {
          const { status } = await fetch(`${two.url}/api/nothing`);
          if (status === 404) passed += 1;
          return status;
        },
        { interval: 300 },
      )
      .toBe(429);
    expect(passed).toBeLessThan(15);
  });

  it("have one audit log, which goes on being sealed when the one that seals it is killed", async () => {
    const settings = { RATE_LIMIT_REQUESTS: "10000" };
    const [one, two] = [await begin(settings), await begin(settings)];
    const cookie = cookieOf(await login(one));
    const create = async (server: Served, name: string): Promise<void> => {
      const made = await fetch(`${server.url}/api/datacenters`, {
        method: "POST",
        headers: { ...AJAX, cookie },
        body: JSON.stringify({ name }),
      });
      expect(made.status).toBe(201);
    };
    interface Row {
      readonly action: string;
      readonly resource: string;
      readonly username: string;
      readonly seal_number: number | null;
    }
    const rows = async (server: Served): Promise<Row[]> =>
      (await (await fetch(`${server.url}/api/audit`, { headers: { cookie } })).json()) as Row[];
    const sealed = async (server: Served, count: number): Promise<void> =>
      await expect.poll(async () => (await rows(server)).filter((row) => row.seal_number !== null).length).toBe(count);
    await Promise.all(Array.from({ length: 10 }, async (_, n) => await create(n % 2 === 0 ? one : two, `dc-${n}`)));
    expect((await login(two, "wrong")).status).toBe(401);
    // The first administrator, the sign-in, ten datacenters and the refused sign-in.
    await sealed(two, 13);
    one.child.kill("SIGKILL");
    await one.ended;
    await create(two, "after");
    await sealed(two, 14);
    expect((await rows(two)).map(({ seal_number: number }) => number)).toEqual(Array.from({ length: 14 }, (_, n) => 14 - n));
    expect(await run(["audit", "verify"], { DATABASE_URL: database.url, ENCRYPTION_KEY })).toMatchObject({ code: 0, out: "" });
  });

  it.skipIf(binary === undefined)("share sessions in Valkey, answer 503 while it is away, and keys go on", async () => {
    const valkey = await startValkey(binary as string);
    try {
      const settings = {
        SESSION_STORE_TYPE: "valkey",
        VALKEY_URL: valkey.url,
        LOGIN_RATE_LIMIT_REQUESTS: "1000",
        RATE_LIMIT_REQUESTS: "10000",
      };
      const [one, two] = [await begin(settings), await begin(settings)];
      const cookie = cookieOf(await login(one));
      const made = await fetch(`${two.url}/api/keys`, { method: "POST", headers: { ...AJAX, cookie }, body: '{"name":"k"}' });
      const { key } = (await made.json()) as { key: string };
      await valkey.stop();
      await expect.poll(async () => await me(two, cookie)).toBe(503);
      const away = await fetch(`${one.url}/api/auth/me`, { headers: { cookie } });
      expect([
        away.status,
        away.headers.get("retry-after"),
        away.headers.has("x-ratelimit-limit"),
        ((await away.json()) as { code: string }).code,
      ]).toEqual([503, "2", true, "UNAVAILABLE"]);
      expect((await fetch(`${one.url}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
      expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
      await valkey.start();
      await expect.poll(async () => (await login(two)).status).toBe(200);
    } finally {
      await valkey.stop();
    }
    const late = await run(["serve"], {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY,
      LISTEN_ADDR: "127.0.0.1:0",
      SESSION_STORE_TYPE: "valkey",
      VALKEY_URL: valkey.url.replace("//", "//u:topsecret@"),
    });
    expect(late).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^cadastre: the session store at 127\.0\.0\.1:\d+ is unreachable .*VALKEY_URL.*\n$/),
    });
    expect(late.err).not.toContain("topsecret");
  });
});
