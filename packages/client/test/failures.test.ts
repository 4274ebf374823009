import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CadastreError, type Client, createClient, etagOf, type ReceivedResponse, type SentRequest } from "../src/index.ts";
import { flakyServer, json } from "./support/flaky-server.ts";
import { type Service, signIn, startService } from "./support/service.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

/** What a call fails with. */
const failureOf = async (call: PromiseLike<unknown>): Promise<CadastreError> =>
  await call.then(
    () => {
      throw new Error("the call succeeded");
    },
    (error: unknown) => {
      if (!(error instanceof CadastreError)) throw error;
      return error;
    },
  );

/** A client that sends everything once. */
const sendingOnce = (baseUrl: string, timeoutMs = 10_000): Client => createClient({ baseUrl, token: "t", retry: false, timeoutMs });

describe("errors of the service", () => {
  let service: Service;
  beforeAll(async () => void (service = await startService()));
  afterAll(async () => await service.stop());

  it("have code, kind, status, sentence, details and request id", async () => {
    const error = await failureOf(service.client.networks.create({ name: "", subnet: "10.0.0.1/24" }));
    expect(error).toMatchObject({
      name: "CadastreError",
      code: "VALIDATION_ERROR",
      kind: "invalid",
      status: 400,
      operation: "networks.create",
      attempts: 1,
    });
    expect(Object.keys(error.details as object).toSorted()).toEqual(["name", "subnet"]);
    expect(error.message).toContain("10.0.0.0/24");
    expect(error.requestId).toMatch(/^[\w-]{8,}$/);
    expect(await failureOf(service.client.devices.get(UNKNOWN_ID))).toMatchObject({
      code: "DEVICE_NOT_FOUND",
      kind: "not-found",
      status: 404,
      details: undefined,
    });
  });

  it("tell credentials and rights apart", async () => {
    expect(await failureOf(service.with({ token: "cad_wrong" }).devices.list())).toMatchObject({
      code: "UNAUTHORIZED",
      kind: "unauthenticated",
    });
    const user = await service.client.users.create({ username: "nobody", password: "correct horse battery" });
    const { key } = await service.client.keys.create({ name: "k", user_id: user.id });
    expect(await failureOf(service.with({ token: () => key }).devices.list())).toMatchObject({ code: "FORBIDDEN", kind: "forbidden" });
  });

  it("tell what is used up from what collides", async () => {
    const network = await service.client.networks.create({ name: "small", subnet: "10.9.0.0/24" });
    const pool = await service.client.pools.create(network.id, { name: "one", start_ip: "10.9.0.9", end_ip: "10.9.0.9" });
    await service.client.pools.allocate(pool.id);
    expect(await failureOf(service.client.pools.allocate(pool.id))).toMatchObject({
      code: "IP_NOT_AVAILABLE",
      kind: "exhausted",
      status: 409,
    });
    expect(
      await failureOf(service.client.pools.create(network.id, { name: "two", start_ip: "10.9.0.9", end_ip: "10.9.0.9" })),
    ).toMatchObject({ kind: "conflict", status: 409 });
  });

  it("keep two writers apart by the tag of the record", async () => {
    const made = await service.client.devices.create({ name: "shared" });
    const read = await service.client.devices.get(made.id);
    const changed = await service.client.devices.update(made.id, { os: "debian" }, { ifMatch: etagOf(read) });
    expect(await failureOf(service.client.devices.update(made.id, { os: "fedora" }, { ifMatch: etagOf(read) }))).toMatchObject({
      code: "PRECONDITION_FAILED",
      kind: "precondition",
      status: 412,
    });
    await service.client.devices.delete(made.id, { ifMatch: etagOf(changed) });
    expect(() => etagOf({ ...read })).toThrow("has no entity tag");
  });

  it("take a session, with the header that a change needs", async () => {
    const { cookie } = await signIn(service.url);
    const client = createClient({ baseUrl: service.url, cookie });
    expect((await client.devices.create({ name: "by-session" })).name).toBe("by-session");
    expect((await client.auth.me()).username).toBe("root");
  });

  it("send text of any kind whole, in path, query and body", async () => {
    const name = `a/b?c=d&e f+g%h "ü" 漢 #`;
    const made = await service.client.devices.create({ name, tags: [name, "x"] });
    expect((await service.client.devices.search({ q: name })).map(({ id }) => id)).toEqual([made.id]);
    expect((await service.client.devices.list({ tags: [name, "x"] })).map(({ id }) => id)).toEqual([made.id]);
    expect(await service.client.call("devices.list" as string, { tags: [name], status: null })).toHaveLength(1);
    expect(await failureOf(service.client.devices.get(`${made.id}/../x`))).toMatchObject({ code: "DEVICE_NOT_FOUND" });
  });

  it.each(["", ".", "..", undefined as unknown as string])("never send a path with %j in it, which would lead elsewhere", async (id) => {
    expect(await failureOf(service.client.devices.delete(id))).toMatchObject({ code: "INVALID_INPUT", kind: "invalid", status: null });
  });

  it("tell what is sent and received, and nothing secret", async () => {
    const told: (SentRequest | ReceivedResponse)[] = [];
    const client = service.with({ onRequest: (request) => told.push(request), onResponse: (response) => told.push(response) });
    await client.devices.list({ tags: ["a", "b"] });
    const sent = { operation: "devices.list", method: "GET", url: `${service.url}/api/devices?tags=a&tags=b`, attempt: 1 };
    expect(told).toEqual([
      sent,
      { ...sent, status: 200, aborted: false, requestId: expect.any(String), isReplay: false, durationMs: expect.any(Number) },
    ]);
    expect(JSON.stringify(told)).not.toContain(service.token);
  });

  it("tell who ended a call that was not answered: its caller, or the way there", async () => {
    const left = new AbortController();
    await using silent = await flakyServer(() => left.abort());
    const told: ReceivedResponse[] = [];
    const client = createClient({ baseUrl: silent.url, retry: false, timeoutMs: 100, onResponse: (response) => told.push(response) });
    await expect(client.devices.statusCounts({ signal: left.signal })).rejects.toThrow("aborted");
    await expect(client.devices.statusCounts()).rejects.toMatchObject({ code: "TIMED_OUT" });
    expect(told.map(({ status, aborted }) => ({ status, aborted }))).toEqual([
      { status: null, aborted: true },
      { status: null, aborted: false },
    ]);
  });
});

describe("failures on the way", () => {
  it("say that nobody listens", async () => {
    const server = createTcpServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    expect(await failureOf(sendingOnce(`http://127.0.0.1:${port}`).devices.list())).toMatchObject({
      code: "NETWORK_FAILED",
      kind: "network",
      status: null,
      details: { reason: "ECONNREFUSED" },
    });
  });

  it("say what a fetch of the caller's own throws, also when that is no error", async () => {
    const fetch = async (): Promise<Response> => await Promise.reject("no route");
    const client = createClient({ baseUrl: "http://cadastre.example", token: "t", retry: false, fetch });
    expect(await failureOf(client.devices.list())).toMatchObject({
      code: "NETWORK_FAILED",
      message: expect.stringContaining("no connection to http://cadastre.example: no route") as string,
    });
  });

  it("say that the certificate is not trusted", async () => {
    const pem = (name: string): string => readFileSync(new URL(`support/localhost.${name}.pem`, import.meta.url), "utf8");
    const server = createServer({ cert: pem("cert"), key: pem("key") }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await failureOf(sendingOnce(`https://127.0.0.1:${port}`).devices.list())).toMatchObject({ code: "TLS_FAILED", kind: "network" });
    server.close();
  });

  it("say that the server is silent, before the answer and within it", async () => {
    await using silent = await flakyServer(() => {});
    expect(await failureOf(sendingOnce(silent.url, 100).devices.list())).toMatchObject({
      code: "TIMED_OUT",
      kind: "timeout",
      status: null,
    });
    await using stuck = await flakyServer((response) => void response.writeHead(200, { "content-type": "application/json" }).write("[1,"));
    expect(await failureOf(sendingOnce(stuck.url, 1000).devices.list())).toMatchObject({ code: "TIMED_OUT", kind: "timeout", status: 200 });
  });

  it("say that something else answered", async () => {
    const page = (status: number) => (response: ServerResponse) =>
      void response.writeHead(status, { "content-type": "text/html" }).end("<h1>hello</h1>");
    await using html = await flakyServer(page(200), page(404), page(502));
    expect(await failureOf(sendingOnce(html.url).devices.statusCounts())).toMatchObject({
      code: "BAD_ANSWER",
      kind: "protocol",
      status: 200,
    });
    expect(await failureOf(sendingOnce(html.url).devices.statusCounts())).toMatchObject({
      code: "BAD_ANSWER",
      kind: "not-found",
      status: 404,
    });
    expect(await failureOf(sendingOnce(html.url).devices.statusCounts())).toMatchObject({
      code: "BAD_ANSWER",
      kind: "unavailable",
      status: 502,
    });
    await using wrong = await flakyServer(json(200, { not: "a list" }), json(200, "text"));
    expect(await failureOf(sendingOnce(wrong.url).devices.list())).toMatchObject({ code: "BAD_ANSWER" });
    expect(await failureOf(sendingOnce(wrong.url).devices.statusCounts())).toMatchObject({ code: "BAD_ANSWER" });
  });

  it("do not follow a redirect: a change would become a look, and the token would travel", async () => {
    await using elsewhere = await flakyServer(
      (response) => void response.writeHead(301, { location: "https://other.example/api/devices" }).end(),
    );
    const error = await failureOf(sendingOnce(elsewhere.url).devices.create({ name: "x" }));
    expect(error).toMatchObject({ code: "BAD_ANSWER", kind: "protocol", status: 301 });
    expect(error.message).toContain("https://other.example/api/devices");
    expect(elsewhere.seen).toHaveLength(1);
  });

  it("end with the reason of the signal", async () => {
    await using silent = await flakyServer(() => abort.abort(new Error("enough")));
    const abort = new AbortController();
    await expect(sendingOnce(silent.url).devices.statusCounts({ signal: abort.signal })).rejects.toThrow("enough");
    await expect(sendingOnce(silent.url).devices.statusCounts({ signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow(
      "before",
    );
    expect(silent.seen).toHaveLength(1);
  });

  it.each(["inventory.example.com", "ftp://x", "https://user:secret@x", "https://x?y=z"])("refuse %s as a base URL", (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(TypeError);
  });
});

it("keeps the path of a base URL", async () => {
  await using server = await flakyServer(json(200, {}));
  await sendingOnce(`${server.url}/inventory/`).devices.statusCounts();
  expect(server.seen[0]?.route).toBe("GET /inventory/api/devices/status-counts");
  expect(server.seen[0]?.headers["authorization"]).toBe("Bearer t");
});
