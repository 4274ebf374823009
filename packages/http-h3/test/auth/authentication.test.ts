import { expect, test } from "vitest";
import { codeOf, startServer, type TestServer } from "../support/start.ts";

const COOKIE = "other=1; service_session=s%201; service_session=second";
const AJAX = { "x-requested-with": "XMLHttpRequest" };

test("every endpoint but the public ones needs credentials", async () => {
  await using server = await startServer();
  for (const operation of server.inventory.host.operations) {
    const { method, path } = operation.http;
    const response = await server.call(path.replaceAll(/\{[^}]+\}/g, "x"), { method, as: null, body: method === "GET" ? null : "{}" });
    const expected = operation.access === "public" ? [400, null] : [401, "Bearer"];
    expect([operation.id, response.status, response.headers.get("www-authenticate")]).toEqual([operation.id, ...expected]);
  }
  for (const path of ["/api/openapi.json"]) expect((await server.call(path, { as: null })).status).toBe(401);
  for (const path of ["/healthz", "/readyz"]) expect((await server.call(path, { as: null })).status).toBe(200);
});

test("the first authenticator that knows the credentials decides, also by refusing them", async () => {
  await using server = await startServer();
  const who = async (headers: Record<string, string>, as: string | null) =>
    await server.call("/api/probes/context", { method: "POST", as, headers: { ...AJAX, ...headers } });
  expect(await (await who({ cookie: COOKIE }, null)).json()).toMatchObject({ username: "alice" });
  expect(await (await who({ cookie: COOKIE }, "admin")).json()).toMatchObject({ username: "admin" });
  expect(await codeOf(await who({ cookie: COOKIE }, "expired"))).toBe("PROBE_KEY_EXPIRED");
  expect((await who({ cookie: COOKIE }, "unknown")).status).toBe(401);
  expect((await who({ cookie: "service_session=wrong" }, null)).status).toBe(401);
  expect((await who({ authorization: "Basic abc" }, null)).status).toBe(401);
  expect((await who({}, "storage-down")).status).toBe(503);
});

test("a permission that is missing is 403, for operations and raw handlers", async () => {
  await using server = await startServer();
  expect((await server.call("/api/probes", { as: "viewer" })).status).toBe(200);
  const refused = await server.call("/api/probes", { method: "POST", as: "viewer", body: '{"name":"a"}' });
  expect([refused.status, await codeOf(refused)]).toEqual([403, "FORBIDDEN"]);
});

const change = async (server: TestServer, headers: Record<string, string>, path = "/api/probes/context", body = "{}") =>
  await server.call(path, { method: "POST", as: null, headers, body });

test("a change with a session cookie needs X-Requested-With, a read does not, a key never does", async () => {
  await using server = await startServer();
  const refused = await change(server, { cookie: COOKIE });
  expect([refused.status, await codeOf(refused)]).toEqual([403, "CSRF_FAILED"]);
  expect((await change(server, { cookie: COOKIE, "x-requested-with": "fetch" })).status).toBe(403);
  expect((await change(server, { cookie: COOKIE, ...AJAX })).status).toBe(200);
  expect((await server.call("/api/probes/p1", { as: null, headers: { cookie: COOKIE } })).status).toBe(200);
  expect((await change(server, { cookie: COOKIE, authorization: "Bearer admin" })).status).toBe(200);
  // Before the permission and the record are looked at.
  expect(await codeOf(await server.call("/api/probes/none", { method: "DELETE", as: null, headers: { cookie: COOKIE } }))).toBe(
    "CSRF_FAILED",
  );
});

test("a change that a browser says comes from another site is refused, also with the header", async () => {
  await using server = await startServer();
  const own = new URL(server.url);
  const cases: readonly [Record<string, string>, number][] = [
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "none" }, 200],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ origin: own.origin }, 200],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: `http://127.0.0.1:${Number(own.port) + 1}` }, 403],
    // What the browser says itself decides over Origin, which a proxy in between makes look foreign.
    [{ "sec-fetch-site": "same-origin", origin: "http://localhost:5173" }, 200],
  ];
  for (const [headers, status] of cases) {
    expect([headers, (await change(server, { cookie: COOKIE, ...AJAX, ...headers })).status]).toEqual([headers, status]);
    // Signing in is guarded too, though it has no cookie yet.
    expect([headers, (await change(server, headers, "/api/probes/login", '{"password":"right"}')).status]).toEqual([headers, status]);
    expect((await change(server, { authorization: "Bearer admin", ...headers })).status).toBe(200);
  }
});

test("an origin of another scheme is another site, where the scheme is known", async () => {
  await using server = await startServer({ http: { trustedProxies: ["127.0.0.1"] } });
  const from = async (origin: string, headers: Record<string, string>) =>
    (await change(server, { origin, ...headers }, "/api/probes/login", '{"password":"right"}')).status;
  const behind = { "x-forwarded-host": "inventory.example", "x-forwarded-proto": "https" };
  expect(await from("https://inventory.example", behind)).toBe(200);
  expect(await from("http://inventory.example", behind)).toBe(403);
  expect(await from("https://inventory.example:8443", behind)).toBe(403);
  expect(await from("https://inventory.example", { ...behind, "x-forwarded-proto": "http" })).toBe(403);
  // The port may stand with the host or beside it.
  expect(await from("https://inventory.example:8443", { ...behind, "x-forwarded-host": "inventory.example:8443" })).toBe(200);
  expect(await from("https://inventory.example:8443", { ...behind, "x-forwarded-port": "8443" })).toBe(200);
  expect(await from("https://inventory.example", { ...behind, "x-forwarded-port": "443" })).toBe(200);
  expect(await from("https://inventory.example:9443", { ...behind, "x-forwarded-port": "8443" })).toBe(403);
  expect(
    await from("https://inventory.example:8443", { ...behind, "x-forwarded-host": "inventory.example:9443", "x-forwarded-port": "8443" }),
  ).toBe(403);
  // A proxy that does not say it leaves it open.
  expect(await from("http://inventory.example", { "x-forwarded-host": "inventory.example" })).toBe(200);
  // Who set the proxy up reads what it said.
  const refused = await change(
    server,
    { origin: "https://inventory.example:8443", ...behind },
    "/api/probes/login",
    '{"password":"right"}',
  );
  expect(((await refused.json()) as { error: string }).error).toContain("another origin than https://inventory.example. If");
});
