import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf, startServer, type TestServer } from "../support/start.ts";
import { exchange } from "../support/raw-http.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => await server.close());

test("an operation is served with its status, a JSON body and the security headers", async () => {
  const created = await server.call("/api/probes", { method: "POST", body: JSON.stringify({ name: "two" }) });
  expect(created.status).toBe(201);
  expect(await created.json()).toEqual({ id: "p2", name: "two", note: null });
  const got = await server.call("/api/probes/p2");
  expect(got.status).toBe(200);
  expect(got.headers.get("content-length")).toBe(String((await got.clone().text()).length));
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(got.headers.has("strict-transport-security")).toBe(false);
  const deleted = await server.call("/api/probes/p2", { method: "DELETE" });
  expect([deleted.status, await deleted.text(), deleted.headers.has("content-length")]).toEqual([204, "", false]);
});

test("a path written out goes before one with a parameter, a final slash is ignored", async () => {
  expect((await server.call("/api/probes/slow?ms=1")).status).toBe(200);
  expect((await server.call("/api/probes/p1/")).status).toBe(200);
});

test.each([
  "/",
  "/api",
  "/api/nothing",
  "/api/probes/p1/more",
  "/index.html",
  "/api/probes/p1%2Fmore/x",
  "//api/probes",
  "/api/../etc/passwd",
])("%s is an unknown path: 404 as JSON, with or without credentials", async (path) => {
  for (const as of [null, "admin"]) {
    const response = await server.call(path, { as });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: "NOT_FOUND", error: "path not found" });
  }
});

test("a wrong method is 405 with Allow, before any credentials", async () => {
  for (const method of ["PATCH", "DELETE", "PUT"]) {
    const response = await server.call("/api/probes", { method, as: null });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
    expect(await codeOf(response)).toBe("METHOD_NOT_ALLOWED");
  }
  // The path that is written out decides, also for a method that only the one with a parameter takes.
  expect((await server.call("/api/probes/slow", { method: "DELETE" })).status).toBe(405);
  expect((await server.call("/healthz", { method: "POST" })).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});

test("OPTIONS is 204 with Allow and grants no other site anything", async () => {
  const response = await server.call("/api/probes/p1", {
    method: "OPTIONS",
    as: null,
    headers: { origin: "https://evil.example", "access-control-request-method": "PUT" },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("allow")).toBe("GET, HEAD, PUT, DELETE, OPTIONS");
  expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("HEAD works wherever GET does: same headers, no body", async () => {
  for (const path of ["/api/probes/p1", "/api/probes", "/api/probes?count=1000", "/healthz", "/readyz", "/api/openapi.json"]) {
    const head = await server.call(path, { method: "HEAD" });
    const get = await server.call(path);
    expect([path, head.status]).toEqual([path, 200]);
    expect(head.headers.get("content-type")).toBe("application/json");
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  }
  expect((await server.call("/api/probes/none", { method: "HEAD" })).status).toBe(404);
  expect((await server.call("/api/probes", { method: "HEAD", as: null })).status).toBe(401);
  expect(server.probes.listsOpen).toBe(0);
});

test("path parameters are decoded once; what cannot be decoded is INVALID_INPUT", async () => {
  server.probes.probes.set("a/b c%20é", { id: "a/b c%20é", name: "odd", note: null });
  const odd = await server.call(`/api/probes/${encodeURIComponent("a/b c%20é")}`);
  expect(odd.status).toBe(200);
  for (const path of ["/api/probes/%zz", "/api/probes/%C3%28", "/api/probes/a%00b", "/api/probes/%"]) {
    const response = await server.call(path);
    expect([path, response.status, await codeOf(response)]).toEqual([path, 400, "INVALID_INPUT"]);
  }
  // Who is not allowed in is told nothing about the path.
  expect((await server.call("/api/probes/%zz", { as: null })).status).toBe(401);
  expect((await server.call("/api/probes/%zz", { as: "nobody" })).status).toBe(403);
});

test("query parameters: repeated ones are a list, wrong ones are named, unknown ones refused, NUL refused", async () => {
  expect((await server.call("/api/probes?count=2&count=3")).status).toBe(400);
  const unknown = await server.call("/api/probes?count=2&coumt=1");
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { code: "VALIDATION_ERROR", details: { coumt: { field: "coumt" } } }]);
  const wrong = await server.call("/api/probes?count=abc&size=-1");
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ code: "VALIDATION_ERROR", details: { count: { field: "count" }, size: { field: "size" } } });
  const nul = await server.call("/api/probes?count=%00&__proto__=%00");
  expect(nul.status).toBe(400);
  expect(Object.keys(((await nul.json()) as { details: object }).details)).toContain("count");
});

test("the request id: a sane one is kept, any other is replaced, every answer has one", async () => {
  const idOf = async (given?: string, path = "/api/probes/p1", as: string | null = "admin") =>
    (await server.call(path, { as, headers: given === undefined ? {} : { "x-request-id": given } })).headers.get("x-request-id");
  expect(await idOf("abc-123_x.Y")).toBe("abc-123_x.Y");
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  for (const bad of ["a b", "x".repeat(129), "<script>", "a,b", ""]) expect(await idOf(bad)).toMatch(uuid);
  expect(await idOf()).not.toBe(await idOf());
  expect(await idOf("here", "/api/nothing", null)).toBe("here");
  expect(await idOf("here", "/healthz", null)).toBe("here");
});

test("what the engine is told of a call", async () => {
  const call = async (headers: Record<string, string>) => await server.call("/api/probes/context", { method: "POST", headers });
  const told = await call({ "x-request-id": "r1", "idempotency-key": "k1", "x-forwarded-for": "9.9.9.9" });
  expect(await told.json()).toEqual({
    source: "http",
    requestId: "r1",
    remoteAddress: "127.0.0.1",
    idempotencyKey: "k1",
    username: "admin",
  });
  expect((await call({ "idempotency-key": "k".repeat(255) })).status).toBe(200);
  expect((await call({ "idempotency-key": "k".repeat(256) })).status).toBe(400);
});

test("headers that an operation adds are sent one by one", async () => {
  const response = await server.call("/api/probes/login", { method: "POST", as: null, body: JSON.stringify({ password: "right" }) });
  expect(response.headers.getSetCookie()).toEqual(["a=1; HttpOnly", "b=2; HttpOnly"]);
  expect(await response.json()).toEqual({ username: "" });
});

test("what is not HTTP is answered in the shape of every error", async () => {
  const hosts = await exchange(server.url, "GET /api/nothing HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n");
  expect(hosts.text).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"INVALID_INPUT"[\s\S]*several Host headers/);
  const nonsense = await exchange(server.url, "NONSENSE\r\n\r\n");
  expect(nonsense.text).toMatch(/^HTTP\/1\.1 400 [^]*\{"code":"INVALID_INPUT","error":"the request is not valid HTTP"\}$/);
  const huge = await exchange(server.url, `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${"x".repeat(20_000)}\r\n\r\n`);
  expect(huge.text).toMatch(/^HTTP\/1\.1 431 [^]*"code":"INVALID_INPUT"/);
  const strangeHost = await exchange(server.url, "GET /healthz HTTP/1.1\r\nHost: a b<>\r\nConnection: close\r\n\r\n");
  expect(strangeHost.text).toMatch(/^HTTP\/1\.1 (200|400) /);
  const absolute = await exchange(server.url, "GET http://evil.example/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(absolute.text).toMatch(/^HTTP\/1\.1 200 /);
  const star = await exchange(server.url, "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(star.text).toMatch(/^HTTP\/1\.1 404 /);
  expect((await server.call("/healthz")).status).toBe(200);
});
