import { PostgresDatabases } from "@cadastre/testing";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { trialStorages } from "../../../../testing/storages.ts";
import { ENCRYPTION_KEY, type Served, serve } from "../support/command.ts";

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly path?: string;
  readonly body?: string;
}

/** The ways in which secrets reach a server, right and wrong; a canary each. */
const WAYS: readonly ((canary: string) => Sent)[] = [
  (c) => ({ headers: { authorization: `Bearer ${c}` } }),
  (c) => ({ headers: { authorization: `bearer ${c}` } }),
  (c) => ({ headers: { authorization: `Bearer  ${c} ${c}` } }),
  (c) => ({ headers: { authorization: `Bearer cad_${c}` } }),
  (c) => ({ headers: { authorization: `Bearer cad_${c.padEnd(49, "0").slice(0, 49)}` } }),
  (c) => ({ headers: { authorization: `Basic ${Buffer.from(`root:${c}`).toString("base64")} ${c}` } }),
  (c) => ({ headers: { authorization: `Token ${c}` } }),
  (c) => ({ headers: { authorization: c } }),
  (c) => ({ headers: { "proxy-authorization": `Bearer ${c}` } }),
  (c) => ({ headers: { "x-api-key": c } }),
  (c) => ({ headers: { cookie: `service_session=${c}` } }),
  (c) => ({ headers: { cookie: `__Host-service_session=${c}` } }),
  (c) => ({ headers: { cookie: `a=b; service_session="${c}"; other=${c}` } }),
  (c) => ({ headers: { cookie: `service_session=%E0%A4%A${c}` } }),
  (c) => ({ headers: { "if-match": `"${c}"` } }),
  (c) => ({ headers: { "idempotency-key": c } }),
  (c) => ({ headers: { referer: `https://example.com/?token=${c}` } }),
  (c) => ({ headers: { origin: `https://${c}.example` } }),
  (c) => ({ query: `?token=${c}` }),
  (c) => ({ query: `?api_key=${c}&password=${c}` }),
  (c) => ({ query: `?${c}` }),
  (c) => ({ query: `?q=${c}&limit=${c}&status=${c}&after=${c}` }),
  (c) => ({ path: c }),
  (c) => ({ path: `cad_${c}` }),
  (c) => ({ path: `%00${c}` }),
  (c) => ({ body: JSON.stringify({ username: "root", password: c }) }),
  (c) => ({ body: JSON.stringify({ username: "nobody", password: c }) }),
  (c) => ({ body: JSON.stringify({ username: "root", password: { nested: c } }) }),
  (c) => ({ body: JSON.stringify({ username: "root", password: [c] }) }),
  (c) => ({ body: JSON.stringify({ username: `root ${c}`, password: "x" }) }),
  (c) => ({ body: JSON.stringify({ token: c, username: "eve", password: `${c}-password` }) }),
  (c) => ({ body: JSON.stringify({ old_password: c, current_password: c, new_password: c.slice(0, 11) }) }),
  (c) => ({ body: JSON.stringify({ new_password: c.padEnd(90, "x") }) }),
  (c) => ({ body: JSON.stringify({ username: "x y", password: `${c}\u0000` }) }),
  (c) => ({ body: JSON.stringify({ secret: c, api_token: c, headers: { authorization: c }, custom: [{ value: c }] }) }),
  (c) => ({ body: JSON.stringify({ key: c, key_hash: c, password_hash: c, token_hash: c }) }),
  (c) => ({ body: `{"password":"${c}"` }),
  (c) => ({ body: c }),
  (c) => ({ body: `"${c}"` }),
  (c) => ({ body: `password=${c}`, headers: { "content-type": "application/x-www-form-urlencoded" } }),
];

interface Route {
  readonly method: string;
  readonly path: string;
}

const PASSWORD = `canary-${randomBytes(12).toString("hex")}`;
const AJAX = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };

it.each(trialStorages("postgresql"))(
  "%s: no secret is in a log, in the database or in an answer but the one that makes it",
  async (dialect) => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-canaries-"));
    await using database =
      dialect === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
    const server = await serve({
      DATA_DIR: folder,
      ...(database === undefined ? {} : { DATABASE_URL: database.url, ENCRYPTION_KEY }),
      LOG_LEVEL: "debug",
      RATE_LIMIT_ENABLED: "false",
      COOKIE_SECURE: "false",
    });
    try {
      const setupToken = /"token":"([^"]+)"/.exec(server.out())?.[1] as string;
      const json = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
        await fetch(server.url + path, { method: "POST", headers: { ...AJAX, ...headers }, body: JSON.stringify(body) });
      expect((await json("/api/auth/bootstrap", { token: setupToken, username: "root", password: PASSWORD })).status).toBe(201);
      const login = await json("/api/auth/login", { username: "root", password: PASSWORD });
      const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] as string;
      const { key } = (await (await json("/api/keys", { name: "k" }, { cookie })).json()) as { key: string };
      // A webhook's headers are shown to who may change them, so they are looked for in logs and data only.
      const [hookSecret, hookHeader] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
      const hook = {
        name: "h",
        url: "http://10.255.255.1:9/",
        events: ["device.created"],
        enabled: false,
        secret: hookSecret,
        headers: { Authorization: `Bearer ${hookHeader}` },
      };
      expect((await json("/api/webhooks", hook, { cookie })).status).toBe(201);
      const made = [setupToken, PASSWORD, cookie.split("=")[1] as string, key, hookSecret];

      const canaries = WAYS.map((_, index) => `canary${index}${randomBytes(16).toString("hex")}`);
      const routes = await routesOf(server, key);
      const leaks: string[] = [];
      let sent = 0;
      const send = async (route: Route, way: number, own: Readonly<Record<string, string>>): Promise<void> => {
        const { headers = {}, query = "", path = "x", body } = (WAYS[way] as (typeof WAYS)[number])(canaries[way] as string);
        const carriesBody = body !== undefined && route.method !== "GET" && route.method !== "HEAD";
        const answer = await fetch(server.url + route.path.replaceAll(/\{[^}]+\}/g, path) + query, {
          method: route.method,
          headers: { ...AJAX, ...own, ...headers },
          ...(carriesBody ? { body } : {}),
        });
        const text = [...answer.headers].join("\n") + (await beginningOf(answer));
        for (const secret of [...canaries, ...made])
          if (text.includes(secret)) leaks.push(`${route.method} ${route.path}, way ${way}: ${text}`);
        // Calls that ask SNMP devices run one at a time for a caller.
        const isBusy = answer.status === 503 && text.includes('"code":"BUSY"');
        if (answer.status >= 500 && !isBusy) leaks.push(`${route.method} ${route.path}, way ${way} is ${answer.status}`);
        sent += 1;
      };
      for (const route of routes) {
        // With the administrator's key, so that bodies and queries are looked at, and without.
        await Promise.all(WAYS.flatMap((_, way) => [send(route, way, { authorization: `Bearer ${key}` }), send(route, way, {})]));
      }
      expect(leaks).toEqual([]);

      const secrets = [...canaries, ...made, hookHeader];
      const stateOf = async (): Promise<string> => (database === undefined ? await filesIn(folder) : await tablesOf(database.url));
      const beside = await stateOf();
      const { code, err, out } = await server.stop();
      expect(code).toBe(0);
      const stored = beside + (await stateOf());
      expect(stored).toContain("root");
      expect(secrets.filter((secret) => err.includes(secret))).toEqual([]);
      expect(secrets.filter((secret) => secret !== setupToken && out.includes(secret))).toEqual([]);
      expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
      expect(err.split("\n").length).toBeGreaterThan(sent);
      console.info(
        `${canaries.length + made.length} secrets over ${routes.length} routes of ${dialect}: ${sent} requests, ${err.length} ` +
          `characters of log, ${stored.length} of data`,
      );
    } finally {
      server.child.kill("SIGKILL");
      await server.ended;
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** Every route that the server says it has, and one that it does not have. */
async function routesOf(server: Served, key: string): Promise<readonly Route[]> {
  const answer = await fetch(`${server.url}/api/openapi.json`, { headers: { authorization: `Bearer ${key}` } });
  const { paths } = (await answer.json()) as { paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  const known = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  expect(known.length).toBeGreaterThan(40);
  return [
    ...known,
    { method: "GET", path: "/api/nothing/{id}" },
    { method: "PATCH", path: "/api/users/{id}" },
    { method: "GET", path: "/{id}" },
  ];
}

/** The whole body, but of a stream of events, which does not end, what is sent at once. */
async function beginningOf(answer: Response): Promise<string> {
  if (answer.headers.get("content-type") !== "text/event-stream" || answer.body === null) return await answer.text();
  const reader = answer.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value as Uint8Array);
}

/** Everything in the folder of SQLite: the database, its WAL, and whatever else is there. */
async function filesIn(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  return (await Promise.all(names.map(async (name) => await readFile(join(folder, name), "latin1").catch(() => "")))).join("\n");
}

async function tablesOf(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = current_schema()",
    );
    const dumps: string[] = [];
    for (const { name } of tables)
      dumps.push(...(await client.query<{ row: string }>(`select t::text as row from ${name} t`)).rows.map(({ row }) => row));
    return dumps.join("\n");
  } finally {
    await client.end();
  }
}
