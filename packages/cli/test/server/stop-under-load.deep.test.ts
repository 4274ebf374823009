import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Served, serve } from "../support/command.ts";

const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery" };
const AJAX = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };
const WEBHOOKS = new URL("../../../webhooks/src/index.ts", import.meta.url).href;
const WAIT = { timeout: 60_000, interval: 50 };

/** A receiver of webhooks that answers when it is told to. */
async function slowReceiver(): Promise<{ readonly port: number; readonly waiting: ServerResponse[] }> {
  const waiting: ServerResponse[] = [];
  const server = createServer((req, res) => {
    req.resume();
    waiting.push(res);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, waiting };
}

/** A server whose webhooks reach this machine, which the destination policy otherwise forbids: its network is in the config. */
async function begin(
  folder: string,
): Promise<Served & { readonly call: (method: string, path: string, body?: unknown) => Promise<Response>; readonly cookie: string }> {
  const config = join(folder, "cadastre.config.mjs");
  await writeFile(
    config,
    `import { connect } from "node:net";
    import { webhooksPlugin } from ${JSON.stringify(WEBHOOKS)};
    const network = { resolve: async () => ["192.0.2.1"], dial: ({ port }) => connect(port, "127.0.0.1") };
    export default { without: ["webhooks"], plugins: [webhooksPlugin({ network })], DISCOVERY_RATE: 20, DISCOVERY_TOOLS: "none", DISCOVERY_ALLOW: "127.0.0.0/8", RATE_LIMIT_ENABLED: false, COOKIE_SECURE: false };`,
  );
  const server = await serve({ ...ADMIN, DATA_DIR: folder, CADASTRE_CONFIG: config });
  onTestFinished(() => void server.child.kill("SIGKILL"));
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: AJAX,
    body: JSON.stringify({ username: ADMIN.INITIAL_ADMIN_USERNAME, password: ADMIN.INITIAL_ADMIN_PASSWORD }),
  });
  const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] as string;
  const call = async (method: string, path: string, body?: unknown): Promise<Response> =>
    await fetch(server.url + path, { method, headers: { ...AJAX, cookie }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return { ...server, call, cookie };
}

it("a stop under load answers what is in flight, ends streams, keeps the scan and the webhook, and ends with 0 in time", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-stop-"));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const receiver = await slowReceiver();
  const server = await begin(folder);
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onTestFinished(() => agent.destroy());
  const headers = { ...AJAX, cookie: server.cookie };

  const stream = await fetch(`${server.url}/api/events/stream`, { headers });
  const streamEnded = new Response(stream.body).text();
  streamEnded.catch(() => {});
  const { id: network } = (await (await server.call("POST", "/api/networks", { name: "loopback", subnet: "127.9.0.0/24" })).json()) as {
    id: string;
  };
  const { id: scan } = (await (await server.call("POST", `/api/discovery/networks/${network}/scan`, {})).json()) as { id: string };
  const hook = (await (
    await server.call("POST", "/api/webhooks", { name: "h", url: `http://receiver.test:${receiver.port}/`, events: ["network.created"] })
  ).json()) as { id: string };
  expect(hook).toHaveProperty("id");
  await server.call("POST", "/api/networks", { name: "told", subnet: "10.9.0.0/24" });
  await vi.waitFor(() => expect(receiver.waiting).toHaveLength(1), WAIT);
  await vi.waitFor(
    async () => expect(await (await server.call("GET", `/api/discovery/scans/${scan}`)).json()).toMatchObject({ status: "running" }),
    WAIT,
  );

  // 25 connections with requests of which the server has half.
  const slow = Array.from({ length: 25 }, (_, index) => {
    const body = JSON.stringify({ name: `slow-${index}` });
    const sent = request(`${server.url}/api/devices`, {
      agent,
      method: "POST",
      headers: { ...headers, "content-length": body.length, expect: "100-continue" },
    });
    sent.flushHeaders();
    return { sent, body, begun: once(sent, "continue"), answer: once(sent, "response") as Promise<[IncomingMessage]> };
  });
  await Promise.all(slow.map(async ({ begun }) => await begun));
  // 25 connections that ask one thing after the other, until nobody answers.
  const statuses = new Map<number, number>();
  const failures = new Set<string>();
  let stoppedAt = Number.POSITIVE_INFINITY;
  const fast = Array.from({ length: 25 }, async () => {
    for (;;) {
      const sent = request(`${server.url}/api/networks`, { agent, headers }).end();
      try {
        const [response] = (await once(sent, "response")) as [IncomingMessage];
        await once(response.resume(), "end");
        statuses.set(response.statusCode ?? 0, (statuses.get(response.statusCode ?? 0) ?? 0) + 1);
      } catch (error) {
        // Before the signal nothing may fail; after it, a connection that was idle is closed under the next request.
        failures.add(performance.now() < stoppedAt ? `too early: ${String(error)}` : String((error as NodeJS.ErrnoException).code));
        return;
      }
    }
  });
  await vi.waitFor(() => expect(statuses.get(200)).toBeGreaterThan(100), WAIT);

  stoppedAt = performance.now();
  server.child.kill("SIGTERM");
  await vi.waitFor(() => expect(server.err()).toContain("stopping"), WAIT);
  expect(await streamEnded).toContain("event:");
  for (const { sent, body } of slow) sent.end(body);
  const answers = await Promise.all(slow.map(async ({ answer }) => (await answer)[0]));
  expect(answers.map((answer) => [answer.resume().statusCode, answer.headers.connection])).toEqual(slow.map(() => [201, "close"]));
  receiver.waiting[0]?.writeHead(204).end();
  await Promise.all(fast);
  const ended = await server.ended;
  expect(ended.code).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(20_000);
  expect(ended.err).not.toContain("cut short");
  expect([...failures].filter((code) => !["ECONNREFUSED", "ECONNRESET"].includes(code))).toEqual([]);
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);

  const again = await begin(folder);
  expect(((await (await again.call("GET", "/api/devices")).json()) as unknown[]).length).toBe(25);
  expect(await (await again.call("GET", `/api/discovery/scans/${scan}`)).json()).toMatchObject({ status: "running", error_message: "" });
  const deliveries = (await (await again.call("GET", `/api/webhooks/${hook.id}/deliveries`)).json()) as {
    status: string;
    attempt_count: number;
  }[];
  expect(deliveries).toMatchObject([{ status: "success", attempt_count: 1 }]);
  const stop = again.stop();
  expect((await stop).code).toBe(0);
});

it.each(["SIGTERM", "SIGINT"] as const)("%s ends the start well, whenever it comes", async (signal) => {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-stop-"));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  for (const afterMs of [100, 600, 1500]) {
    const server = serve({ ...ADMIN, DATA_DIR: folder, BCRYPT_COST: "4" }, (child) => void setTimeout(() => child.kill(signal), afterMs));
    const code = await server.then(
      async ({ ended }) => String((await ended).code),
      (error: Error) => /^the server ended with (\w+):/.exec(error.message)?.[1],
    );
    // Before the handler is there Node ends by the signal itself, which shows as no code.
    expect(["0", "null"]).toContain(code);
  }
  // What was begun and cut off does not keep the next start from its work.
  expect((await (await serve({ ...ADMIN, DATA_DIR: folder })).stop()).code).toBe(0);
});
