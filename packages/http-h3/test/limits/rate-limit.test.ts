import { expect, test } from "vitest";
import { FakeClock } from "@cadastre/testing";
import { exchange } from "../support/raw-http.ts";
import { codeOf, startServer, type TestServer } from "../support/start.ts";

const limitsOf = ({ headers }: Response) => ({
  limit: Number(headers.get("x-ratelimit-limit")),
  remaining: Number(headers.get("x-ratelimit-remaining")),
});

const NOW = "2026-01-02T03:04:00.500Z";

/** A server whose clock stands still: however long the requests of a test take, they come in one window. */
const withLimits = async (rateLimit: Record<string, number>, trustedProxies: string[] = []): Promise<TestServer> =>
  await startServer({ http: { rateLimit, trustedProxies }, clock: new FakeClock(NOW) });

test("every answer carries the headers, whatever its status", async () => {
  // checkedFetch asks for the headers on each answer.
  await using server = await withLimits({ requests: 1000, loginRequests: 100 });
  const answers = [
    await server.call("/api/probes/p1"),
    await server.call("/api/probes?count=5000"),
    await server.call("/api/probes/p1", { as: null }),
    await server.call("/api/probes/p1", { as: "nobody" }),
    await server.call("/api/probes/none"),
    await server.call("/api/nothing"),
    await server.call("/api/probes", { method: "PATCH" }),
    await server.call("/api/probes", { method: "OPTIONS" }),
    await server.call("/api/probes", { method: "HEAD" }),
    await server.call("/api/probes", { method: "POST", body: "{bad" }),
    await server.call("/api/probes/fail?how=unknown"),
    await server.call("/api/probes/login", { method: "POST", as: null, body: "{}" }),
    await server.call("/healthz"),
    await server.call("/readyz"),
    await server.call("/api/openapi.json"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 403, 404, 404, 405, 204, 200, 400, 500, 400, 200, 200, 200]);
  for (const { headers } of answers) {
    // Whole minutes end a window, those of sign-ins a minute after the first one.
    const reset = Number(headers.get("x-ratelimit-reset")) * 1000;
    expect([Date.parse("2026-01-02T03:05:00Z"), Date.parse("2026-01-02T03:05:01Z")]).toContain(reset);
  }
});

test("a client has its requests per window, then 429 with Retry-After, then a new window", async () => {
  const clock = new FakeClock(NOW);
  await using server = await startServer({ http: { rateLimit: { requests: 3, keyRequests: 3, windowMs: 60_000 } }, clock });
  const get = async () => await server.call("/api/probes/p1");
  const first = await get();
  expect(limitsOf(first)).toEqual({ limit: 3, remaining: 2 });
  // Windows begin at multiples of their length.
  expect(Number(first.headers.get("x-ratelimit-reset")) * 1000).toBe(Date.parse("2026-01-02T03:05:00Z"));
  await get();
  expect(limitsOf(await get())).toEqual({ limit: 3, remaining: 0 });
  const refused = await get();
  expect([refused.status, limitsOf(refused), await codeOf(refused), refused.headers.get("retry-after")]).toEqual([
    429,
    { limit: 3, remaining: 0 },
    "RATE_LIMIT_EXCEEDED",
    "60",
  ]);
  // Another key, and the same address without one, are counted apart.
  expect((await server.call("/api/probes/p1", { as: "other" })).status).toBe(200);
  expect((await server.call("/api/probes/p1", { as: null })).status).toBe(401);
  await clock.advance(59_499);
  expect((await get()).headers.get("retry-after")).toBe("1");
  await clock.advance(1);
  expect(limitsOf(await get())).toEqual({ limit: 3, remaining: 2 });
});

test("what is no request at all is answered clearly, counted, and carries the headers", async () => {
  await using server = await withLimits({ requests: 100 });
  const cases: readonly [string, string, string][] = [
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, "431", "the headers are too large"],
    [
      `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 3000 }, (_, n) => `X-${n}: y`).join("\r\n")}\r\n\r\n`,
      "431",
      "the headers are too large",
    ],
    ["nonsense\r\n\r\n", "400", "the request is not valid HTTP"],
  ];
  for (const [index, [sent, status, message]] of cases.entries()) {
    const { text } = await exchange(server.url, sent);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain(`"error":"${message}"`);
    expect(text).toContain(`x-ratelimit-remaining: ${99 - index}\r\n`);
  }
});

test("what is refused before it is a request is answered without a body where the head alone was asked for", async () => {
  await using server = await withLimits({ requests: 100 });
  const { text } = await exchange(server.url, `HEAD /${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1\.1 431 [^]*\r\n\r\n$/);
});

test("odd cookies are no credentials, however many", async () => {
  await using server = await startServer();
  const cookies = (...parts: readonly string[]) => ({ as: null, headers: { cookie: parts.join("; ") } });
  const many = Array.from({ length: 200 }, (_, n) => `c${n}=v${n}`);
  const odd = [
    many,
    ["service_session"],
    ["=x"],
    ["service_session=%E0%A4%A"],
    ["service_session=a\u00ffb"],
    [";;;"],
    ['service_session="'],
    ["__proto__=x", "constructor=y"],
    ["service_session=forged", "service_session=second"],
  ];
  for (const parts of odd) {
    const answer = await server.call("/api/probes/p1", cookies(...parts));
    expect([parts[0], answer.status, await codeOf(answer)]).toEqual([parts[0], 401, "UNAUTHORIZED"]);
  }
  expect((await server.call("/api/probes/p1", cookies(...many, "service_session=s%201"))).status).toBe(200);
});

test("requests without valid credentials count for the address, and are then refused before anything is looked up", async () => {
  await using server = await withLimits({ requests: 5 });
  const statuses = [];
  for (const as of [null, "wrong", "expired", "wrong2"]) statuses.push((await server.call("/api/probes/p1", { as })).status);
  statuses.push((await server.call("/api/nothing")).status);
  expect(statuses).toEqual([401, 401, 401, 401, 404]);
  for (const as of [null, "wrong", "expired"]) {
    const refused = await server.call("/api/probes/p1", { as });
    expect([refused.status, await codeOf(refused)]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  }
  expect((await server.call("/api/nothing")).status).toBe(429);
  expect((await server.call("/api/probes", { method: "OPTIONS" })).status).toBe(429);
  // Health is never refused.
  expect((await server.call("/healthz")).status).toBe(200);
});

test("a flood of guesses at once is bounded like one after another", async () => {
  await using server = await withLimits({ requests: 10 });
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, n) => await server.call("/api/probes/p1", { as: `guess${n}` })));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
});

test("good credentials do not use up what their address has", async () => {
  await using server = await withLimits({ requests: 10, keyRequests: 10 });
  for (let n = 0; n < 10; n += 1) expect((await server.call("/api/probes/p1")).status).toBe(200);
  expect(limitsOf(await server.call("/api/probes/p1", { as: null }))).toEqual({ limit: 10, remaining: 9 });
  // A storage out of reach is no wrong guess either.
  for (let n = 0; n < 10; n += 1) expect((await server.call("/api/probes/p1", { as: "storage-down" })).status).toBe(503);
  expect((await server.call("/api/probes/p1", { as: null })).status).toBe(401);
});

test("signing in has its own limit per address, counted before the body is read", async () => {
  await using server = await withLimits({ requests: 100, loginRequests: 2, loginWindowMs: 60_000 });
  const login = async (password: string) =>
    await server.call("/api/probes/login", { method: "POST", as: null, body: JSON.stringify({ password }) });
  expect((await login("wrong")).status).toBe(401);
  expect(limitsOf(await login("right"))).toEqual({ limit: 2, remaining: 0 });
  const refused = await login("right");
  expect([refused.status, await codeOf(refused), limitsOf(refused)]).toEqual([
    429,
    "LOGIN_RATE_LIMIT_EXCEEDED",
    { limit: 2, remaining: 0 },
  ]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
  expect((await server.call("/api/probes/login", { method: "POST", as: null, body: "{bad" })).status).toBe(429);
  expect((await server.call("/api/probes/p1")).status).toBe(200);
});

test("limits can be switched off: no headers, no end", async () => {
  await using server = await startServer({ http: { rateLimit: { enabled: false, requests: 1, loginRequests: 1 } } });
  for (let n = 0; n < 5; n += 1) {
    const response = await server.call("/api/probes/p1", { as: null });
    expect([response.status, response.headers.has("x-ratelimit-limit")]).toEqual([401, false]);
  }
});

test("X-Forwarded-For counts only from a trusted proxy, and then its right-most hop that is none", async () => {
  const addressIn = async (trustedProxies: string[], header: string) => {
    await using server = await withLimits({ requests: 100 }, trustedProxies);
    const response = await server.call("/api/probes/context", { method: "POST", headers: { "x-forwarded-for": header } });
    return ((await response.json()) as { remoteAddress: string }).remoteAddress;
  };
  expect(await addressIn([], "9.9.9.9")).toBe("127.0.0.1");
  expect(await addressIn(["10.0.0.0/8"], "9.9.9.9")).toBe("127.0.0.1");
  expect(await addressIn(["127.0.0.0/8"], "6.6.6.6, 9.9.9.9")).toBe("9.9.9.9");
  expect(await addressIn(["127.0.0.1", "10.0.0.0/8"], "6.6.6.6, 9.9.9.9, 10.1.1.1")).toBe("9.9.9.9");
  expect(await addressIn(["127.0.0.1", "10.0.0.0/8"], "10.2.2.2, 10.1.1.1")).toBe("10.2.2.2");
  expect(await addressIn(["127.0.0.1"], "6.6.6.6, nonsense")).toBe("127.0.0.1");
  expect(await addressIn(["127.0.0.1"], "[2001:db8::1]:443")).toBe("2001:db8::1");
  expect(await addressIn(["127.0.0.1"], "::ffff:9.9.9.9")).toBe("9.9.9.9");
  await expect(addressIn(["not-an-address"], "")).rejects.toThrow(/neither an address nor a CIDR/);
});

test("each client behind a proxy has its own count; a spoofed header on the left changes nothing", async () => {
  await using server = await withLimits({ requests: 2 }, ["127.0.0.1"]);
  const from = async (header: string) => (await server.call("/api/nothing", { headers: { "x-forwarded-for": header } })).status;
  expect([await from("1.1.1.1"), await from("8.8.8.8, 1.1.1.1"), await from("7.7.7.7, 1.1.1.1"), await from("2.2.2.2")]).toEqual([
    404, 404, 429, 404,
  ]);
  // IPv6 by /64.
  expect([
    await from("2001:db8:0:1::1"),
    await from("2001:db8:0:1:ffff::2"),
    await from("2001:db8:0:1::3"),
    await from("2001:db8:0:2::1"),
  ]).toEqual([404, 404, 429, 404]);
});
