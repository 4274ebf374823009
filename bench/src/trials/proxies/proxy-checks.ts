import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { ADMIN } from "../../http/host.ts";
import type { Answer, Sent, TlsCaller } from "./tls-caller.ts";

const AJAX = { "x-requested-with": "XMLHttpRequest" };
const MEBIBYTE = 1_048_576;

/** How long a refusal may take that needs nothing but the head of a request. */
const REFUSAL_MS = 3_000;

/** What imports may have (docs/guides/import.md). */
const IMPORT_LIMIT = 64 * MEBIBYTE;

/** The server gives a sign of life every 15 s. */
const SILENCE_MS = 30_000;

/** A server behind a proxy, as its users see it. */
export interface Proxied {
  readonly caller: TlsCaller;
  readonly basePath: string;
}

/** Whoever is signed in, with what a browser sends. */
export interface SignedIn {
  readonly call: (path: string, sent?: Sent) => Promise<Answer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: string;
}

const mustBe = (status: number, { status: found, text, headers }: Answer): Answer => {
  assert.equal(found, status, `${found} ${JSON.stringify(headers)} ${text.slice(0, 500)}`);
  return { status: found, text, headers };
};

const codeOf = ({ text }: Answer): unknown => (JSON.parse(text) as { readonly code?: string }).code;

/** Signs in as a browser does that says its origin and nothing else of where it comes from, and changes something. */
export async function signIn({ caller, basePath }: Proxied): Promise<SignedIn> {
  const browser = { origin: caller.origin, ...AJAX };
  const login = mustBe(200, await caller.call(`${basePath}/api/auth/login`, { method: "POST", headers: browser, body: ADMIN }));
  const [cookie = ""] = login.headers["set-cookie"] ?? [];
  assert.match(
    cookie,
    new RegExp(`^__${basePath === "" ? "Host" : "Secure"}-service_session=.*; Path=${basePath || "/"}; HttpOnly; SameSite=Lax; Secure$`),
  );
  const headers = { ...browser, cookie: cookie.split(";")[0] ?? "" };
  const call = async (path: string, sent: Sent = {}): Promise<Answer> =>
    await caller.call(basePath + path, { ...sent, headers: { ...headers, ...sent.headers } });
  mustBe(201, await call("/api/datacenters", { method: "POST", body: { name: "fra1" } }));
  const elsewhere = { origin: caller.origin.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) };
  assert.equal(
    codeOf(mustBe(403, await call("/api/datacenters", { method: "POST", body: { name: "evil" }, headers: elsewhere }))),
    "CSRF_FAILED",
  );
  assert.equal(
    codeOf(mustBe(403, await call("/api/datacenters", { method: "POST", body: { name: "evil" }, headers: { "x-requested-with": "" } }))),
    "CSRF_FAILED",
  );
  const { key } = JSON.parse(mustBe(201, await call("/api/keys", { method: "POST", body: { name: "trial" } })).text) as { key: string };
  return { call, headers, key };
}

/** The page, its files, the reference and its document are there and name each other where they are. */
export async function checkPages({ caller, basePath }: Proxied, { call }: SignedIn): Promise<void> {
  const page = mustBe(200, await call("/", { headers: { accept: "text/html" } })).text;
  const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path);
  assert.ok(named.length > 3, page);
  const docs = mustBe(200, await call("/docs")).text;
  const ofDocs = [...docs.matchAll(/(?:src|href)="([^":]+)"/g)].map(
    ([, path = ""]) => new URL(path, `${caller.origin}${basePath}/docs`).pathname,
  );
  for (const path of [...named, ...ofDocs]) {
    assert.ok(path.startsWith(`${basePath}/`), path);
    mustBe(200, await call(path.slice(basePath.length)));
  }
  const document = JSON.parse(mustBe(200, await call("/api/openapi.json")).text) as { servers: unknown };
  assert.deepEqual(document.servers, [{ url: basePath || "/" }]);
  mustBe(200, await call("/healthz"));
}

/** Programs find the authorization server from the 401 of the MCP endpoint on, as RFC 9728 and RFC 8414 say. */
export async function checkPrograms({ caller, basePath }: Proxied, { key }: SignedIn): Promise<void> {
  const issuer = caller.origin + basePath;
  const accept = { accept: "application/json, text/event-stream" };
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "trial", version: "1" } },
  };
  const refused = mustBe(401, await caller.call(`${basePath}/mcp`, { method: "POST", headers: accept, body: hello }));
  const told = /resource_metadata="([^"]+)"/.exec(String(refused.headers["www-authenticate"]))?.[1] ?? "";
  assert.equal(told, `${caller.origin}/.well-known/oauth-protected-resource${basePath}/mcp`);
  const resource = JSON.parse(mustBe(200, await caller.call(told)).text) as { resource: string; authorization_servers: string[] };
  assert.deepEqual([resource.resource, resource.authorization_servers], [`${issuer}/mcp`, [issuer]]);
  const server = JSON.parse(mustBe(200, await caller.call(`/.well-known/oauth-authorization-server${basePath}`)).text) as {
    issuer: string;
    registration_endpoint: string;
    authorization_endpoint: string;
  };
  assert.equal(server.issuer, issuer);
  const client = JSON.parse(
    mustBe(
      201,
      await caller.call(server.registration_endpoint, {
        method: "POST",
        body: { client_name: "Trial", redirect_uris: ["http://127.0.0.1:3000/callback"] },
      }),
    ).text,
  ) as { client_id: string };
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: "http://127.0.0.1:3000/callback",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
    state: "s",
    scope: "device:list",
    resource: resource.resource,
  });
  const sent = mustBe(303, await caller.call(`${server.authorization_endpoint}?${query.toString()}`));
  const asks = new URL(sent.headers.location ?? "", server.authorization_endpoint);
  assert.equal(asks.pathname, `${basePath}/mcp-oauth/consent`);
  const cookie = (sent.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  assert.match(
    mustBe(200, await caller.call(asks.href, { headers: { cookie } })).text,
    new RegExp(`action="${basePath}/mcp-oauth/sign-in"`),
  );
  const bearer = { authorization: `Bearer ${key}`, ...accept };
  assert.match(mustBe(200, await caller.call(`${basePath}/mcp`, { method: "POST", headers: bearer, body: hello })).text, /"serverInfo"/);
}

/** A body just under the limit goes through, and what is over it is refused by the server, which says why. @returns megabytes a second */
export async function checkLargeBodies({ caller, basePath }: Proxied, { key }: SignedIn): Promise<number> {
  const rows = Array.from({ length: 9_000 }, (_, index) =>
    JSON.stringify({ at: {}, type: "device", set: { name: `host-${index}`, make_model: "Dell PowerEdge R640" } }),
  ).join("\n");
  const plan = async (bytes: number, body: AsyncIterable<Buffer>): Promise<Answer> =>
    await caller.call(`${basePath}/api/import/plan`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson", "content-length": String(bytes) },
      body,
    });
  const first = Buffer.from(`${rows}\n`);
  const began = performance.now();
  const lines = mustBe(200, await plan(IMPORT_LIMIT - 1, bodyOf(first, IMPORT_LIMIT - 1))).text;
  const seconds = (performance.now() - began) / 1000;
  assert.equal(lines.match(/"action":"create"/g)?.length, 9_000, lines.slice(0, 500));
  const answered = new AbortController();
  try {
    const refused = mustBe(413, await plan(IMPORT_LIMIT + 1, untilAnswered(first, IMPORT_LIMIT + 1, answered.signal)));
    assert.equal(codeOf(refused), "INVALID_INPUT");
  } finally {
    answered.abort();
  }
  return IMPORT_LIMIT / MEBIBYTE / seconds;
}

/** Rows, and blank lines up to a size. */
async function* bodyOf(rows: Buffer, bytes: number): AsyncGenerator<Buffer> {
  yield rows;
  const blank = `${" ".repeat(65_535)}\n`;
  for (let left = bytes - rows.length; left > 0; left -= MEBIBYTE) yield Buffer.alloc(Math.min(left, MEBIBYTE), blank);
}

/**
 * Rows first, and the rest if they are not answered: a client that goes on sending may lose the answer when the connection is reset
 * (RFC 9112 §9.6), and some proxies pass nothing on before they have all.
 */
async function* untilAnswered(rows: Buffer, bytes: number, answered: AbortSignal): AsyncGenerator<Buffer> {
  const body = bodyOf(rows, bytes);
  const { value } = await body.next();
  if (value !== undefined) yield value;
  const isAnswered = await delay(REFUSAL_MS, false, { signal: answered }).catch(() => true);
  if (!isAnswered) yield* body;
}

/** An event reaches its reader at once. @returns milliseconds between the answer of the change and its event */
export async function checkEvents(proxied: Proxied, user: SignedIn, subnet: string): Promise<number> {
  const events = await eventsOf(proxied, user);
  return await eventOf(events, user.call, subnet);
}

/** A stream is not taken for dead by a proxy that gives up on what is silent, and goes on to bring events at once. */
export async function checkQuietStream(proxied: Proxied, user: SignedIn): Promise<number> {
  const events = await eventsOf(proxied, user);
  // Two signs of life take longer than the proxy waits for one.
  for (let signs = 0; signs < 2;) signs += (await next(events)).match(/^: still here$/gm)?.length ?? 0;
  return await eventOf(events, user.call, "10.9.0.0/24");
}

async function eventsOf({ caller, basePath }: Proxied, { key }: SignedIn): Promise<AsyncIterator<string>> {
  const stream = await caller.open(`${basePath}/api/events/stream`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(stream.statusCode, 200);
  return (stream.setEncoding("utf8") as AsyncIterable<string>)[Symbol.asyncIterator]();
}

async function eventOf(events: AsyncIterator<string>, call: SignedIn["call"], subnet: string): Promise<number> {
  const began = performance.now();
  const came = (async () => {
    for (let text = ""; performance.now() - began < SILENCE_MS;) {
      text += await next(events);
      if (text.includes(subnet)) return performance.now();
    }
    throw new Error(`no event told of ${subnet}`);
  })();
  mustBe(201, await call("/api/networks", { method: "POST", body: { name: subnet, subnet } }));
  const changed = performance.now();
  const ms = (await came) - changed;
  await events.return?.();
  // A proxy that holds answers back would do so until more comes: the next sign of life, after 15 s.
  assert.ok(ms < 5_000, `the event took ${ms.toFixed(0)} ms`);
  return ms;
}

/** The next piece of a stream, which is never silent for so long. */
async function next(events: AsyncIterator<string>): Promise<string> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`nothing came for ${SILENCE_MS / 1000} s`)), SILENCE_MS);
  try {
    const { done, value } = await Promise.race([events.next(), late.promise]);
    if (done === true) throw new Error("the stream of events ended");
    return value;
  } finally {
    clearTimeout(timer);
  }
}

/** Limits count the client itself, whatever it says of where it comes from. */
export async function checkAddresses({ caller, basePath }: Proxied): Promise<void> {
  const left = async (from: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
    Number(mustBe(404, await caller.from(from).call(`${basePath}/api/none`, { headers })).headers["x-ratelimit-remaining"]);
  const first = await left("127.0.0.2");
  assert.equal(await left("127.0.0.2", { "x-forwarded-for": "203.0.113.9" }), first - 1);
  assert.equal(
    await left("127.0.0.2", { "x-forwarded-for": "203.0.113.10, 127.0.0.1", forwarded: "for=203.0.113.11", "x-real-ip": "203.0.113.12" }),
    first - 2,
  );
  assert.equal(await left("127.0.0.3"), first);
}

/** Says in the words of the interface that the server is away, when to come back, and nothing of its own. */
export async function checkAway({ caller, basePath }: Proxied): Promise<void> {
  const answer = mustBe(503, await caller.call(`${basePath}/api/datacenters`));
  assert.deepEqual(
    [codeOf(answer), answer.headers["retry-after"], answer.headers["content-type"]],
    ["UNAVAILABLE", "5", "application/json"],
  );
}
