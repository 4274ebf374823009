import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createInventory, definePlugin } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, test } from "vitest";
import { builtFile } from "../../../../testing/built-file.ts";
import { createHandler, httpPlugin } from "../../src/index.ts";
import { withListenErrors } from "../../src/server/listen-guard.ts";
import { startServer } from "../support/start.ts";
import { open, until } from "../support/raw-http.ts";

const start = async (http: ReturnType<typeof httpPlugin>) => await createInventory({ storage: sqlite(":memory:"), plugins: [http] });

/** A server in a process of its own, so that its death is seen. */
async function spawnServer() {
  const child = spawn(process.execPath, [builtFile(new URL("../support/serve-child.ts", import.meta.url))], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  return { child, url: first.toString().trim(), errors: () => errors };
}

test("bodies over the limit, however sent and broken off, never end the process", async () => {
  const { child, url, errors } = await spawnServer();
  try {
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const auth = "Authorization: Bearer admin\r\nContent-Type: application/json\r\n";
    for (const path of ["/api/probes", "/raw/x", "/raw/as-stream", "/api/nothing"]) {
      for (const framing of ["Transfer-Encoding: chunked", "Content-Length: 3000000"]) {
        for (const chunks of [1, 20, 40]) {
          for (const end of ["keep", "end", "destroy", "reset"] as const) {
            const socket = await open(url);
            socket.on("error", () => {});
            socket.resume();
            socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${auth}${framing}\r\n\r\n`);
            for (let n = 0; n < chunks; n += 1) socket.write(framing.startsWith("T") ? chunk : "x".repeat(65_536));
            if (end === "destroy") socket.destroy();
            else if (end === "reset") socket.resetAndDestroy();
            else if (end === "end") socket.end();
            else {
              await new Promise((resolve) => setTimeout(resolve, 10));
              socket.destroy();
            }
          }
        }
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect([child.exitCode, errors()]).toEqual([null, ""]);
  } finally {
    child.kill("SIGKILL");
  }
});

test("an idle connection is kept for longer than proxies keep theirs, and the client is told how long", async () => {
  await using server = await startServer();
  const { hostname, port } = new URL(server.url);
  const request = get({ hostname, port, path: "/healthz", agent: new Agent({ keepAlive: true, maxSockets: 1 }) });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  expect(answer.headers["keep-alive"]).toBe("timeout=75");
});

test("a port that is taken is a coded error, not another port and not the end of the process", async () => {
  await using server = await startServer();
  await expect(start(httpPlugin({ port: Number(new URL(server.url).port) }))).rejects.toMatchObject({
    code: "PLUGIN_START_FAILED",
    cause: { code: "HTTP_LISTEN_FAILED", message: expect.stringContaining("the port is in use") as string },
  });
  await expect(start(httpPlugin({ port: 0, hostname: "192.0.2.1" }))).rejects.toMatchObject({ cause: { code: "HTTP_LISTEN_FAILED" } });
});

test("a port that is taken between the probe and the listen rejects instead of ending the process", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const handler = (): void => {};
  const attempt = withListenErrors(handler, async () => {
    const second = createServer(handler);
    // As listhen does it: nobody hears the error.
    await new Promise<void>((resolve) => second.listen((taken.address() as AddressInfo).port, "127.0.0.1", resolve));
  });
  await expect(attempt).rejects.toMatchObject({ code: "EADDRINUSE" });
  taken.close();
});

test("a port that browsers refuse is said to be one, instead of another being used", async () => {
  await expect(start(httpPlugin({ port: 10080 }))).rejects.toMatchObject({ cause: { code: "HTTP_LISTEN_FAILED" } });
});

test("it listens where it is told, IPv6 included; options that are wrong are refused", async () => {
  const http = httpPlugin({ port: 0, hostname: "::1" });
  await using _ = await start(http);
  expect(http.server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${http.server.url}/healthz`)).status).toBe(200);
  const everywhere = httpPlugin({ port: 0, hostname: "" });
  await using _everywhere = await start(everywhere);
  expect((await fetch(`${everywhere.server.url}/healthz`)).status).toBe(200);
  for (const options of [
    { port: -1 },
    { port: 65_536 },
    { port: 1.5 },
    { hostname: "a_b" },
    { hostname: "-x" },
    { rateLimit: { requests: 0 } },
    { stopTimeoutMs: 10_000 },
  ]) {
    expect(() => httpPlugin(options)).toThrow(/"code": "/);
  }
});

test("signals stay the program's business", async () => {
  const before = ["SIGINT", "SIGTERM", "SIGHUP", "exit"].map((name) => process.listenerCount(name));
  await using _ = await startServer();
  expect(["SIGINT", "SIGTERM", "SIGHUP", "exit"].map((name) => process.listenerCount(name))).toEqual(before);
});

test("a handler can be embedded in a server of one's own, over node:http and over fetch", async () => {
  await using server = await startServer();
  const handler = createHandler(server.inventory.host, { rateLimit: { enabled: false } });
  const own = createServer(handler.node).listen(0, "127.0.0.1");
  await once(own, "listening");
  const url = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
  const authorization = "Bearer admin";
  for (const send of [fetch, handler.fetch]) {
    const request = (path: string, init: RequestInit = {}) =>
      send(new Request(url + path, { ...init, headers: { authorization, ...(init.headers as Record<string, string>) } }));
    expect(await (await request("/api/probes/p1")).json()).toMatchObject({ id: "p1" });
    expect((await (await request("/api/probes?count=5000")).json()) as unknown[]).toHaveLength(5000);
    const post = async (body: string) =>
      (await request("/api/probes", { method: "POST", headers: { "content-type": "application/json" }, body })).status;
    expect([await post('{"name":"a"}'), await post("{bad"), await post(""), await post("x".repeat(1_048_577))]).toEqual([
      201, 400, 400, 413,
    ]);
    expect((await request("/api/probes/p1", { method: "DELETE", headers: { "if-match": '"x"' } })).status).toBe(412);
    expect((await request("/api/probes", { method: "HEAD" })).status).toBe(200);
    expect((await request("/nothing")).status).toBe(404);
    await (await request("/api/probes?count=5000")).body?.cancel();
    await until(() => server.probes.listsOpen === 0);
    expect(await (await request("/raw/x", { method: "POST", body: "abc" })).text()).toBe("POST /raw/x 3");
    await expect(request("/api/probes?count=5000&failAt=3000").then(async (response) => await response.text())).rejects.toThrow(
      /terminated|fetch failed|secret/,
    );
  }
  own.close();
  own.closeAllConnections();
});

test("a route that does not say what access it needs stops the start, and so does an undeclared error", async () => {
  await using server = await startServer();
  const { host } = server.inventory;
  const plain = { ...host, errors: host.errors, get: host.get.bind(host) };
  const [operation] = host.operations;
  const broken = (change: object) => ({ ...plain, operations: [{ ...operation, ...change }] }) as unknown as typeof host;
  expect(() => createHandler(broken({ access: "" }))).toThrow(expect.objectContaining({ code: "HTTP_ROUTE_WITHOUT_ACCESS" }));
  expect(() => createHandler(broken({ errors: ["NO_SUCH_ERROR"] }))).toThrow(expect.objectContaining({ code: "HTTP_UNDECLARED_ERROR" }));
  const raw = {
    ...plain,
    operations: [],
    rawHandlers: [{ path: "/x", access: "", handle: async () => new Response() }],
  } as unknown as typeof host;
  expect(() => createHandler(raw)).toThrow(expect.objectContaining({ code: "HTTP_ROUTE_WITHOUT_ACCESS" }));
});

test("when a later plugin fails to start, the port is free again", async () => {
  const http = httpPlugin({ port: 0 });
  let url = "";
  const failing = definePlugin({
    id: "failing",
    engine: "*",
    start: () => {
      url = http.server.url;
      throw new Error("no");
    },
  });
  await expect(createInventory({ storage: sqlite(":memory:"), plugins: [http, failing] })).rejects.toMatchObject({
    code: "PLUGIN_START_FAILED",
  });
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});
