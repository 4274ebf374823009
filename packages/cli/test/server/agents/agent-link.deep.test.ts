import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Running, type Served, serve, start } from "../../support/command.ts";
import { startProxy } from "../../support/connect-proxy.ts";
import { freePort } from "../../support/oauth-server.ts";

const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery" };
const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** A certificate of nobody but itself, for localhost and 127.0.0.1. */
const CERTIFICATE = file("../../../../http-h3/test/support/localhost.cert.pem");
const KEY = file("../../../../http-h3/test/support/localhost.key.pem");
const OTHER_AUTHORITY = file("../../webhook-lab/certificates/known.ca.pem");
const SOON = { timeout: 30_000, interval: 50 };

const tinyproxy = spawnSync("which", ["tinyproxy"]).status === 0;
if (!tinyproxy) console.warn("1 test of the proxies of agents is skipped: tinyproxy not installed");

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
type Body = any;

describe("an agent and its server over https", () => {
  let folder: string;
  let server: Served;
  let cookie = "";
  let network: string;
  const started = new Date().toISOString();
  const running: Running[] = [];

  const call = async (method: string, path: string, body?: object): Promise<Body> => {
    const headers = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json", cookie };
    const sent = request(`${server.url}${path}`, { method, headers, ca: readFileSync(CERTIFICATE) });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    cookie ||= (answer.headers["set-cookie"]?.[0] ?? "").split(";")[0] as string;
    return await json(answer);
  };
  const startAgent = (words: readonly string[] = ["--ca-file", CERTIFICATE], environment = {}, url = server.url): Running => {
    const state = join(folder, `state-${running.length}`);
    const process = start(["agent", "--server", url, "--token-file", join(folder, "token"), "--state-dir", state, ...words], environment);
    running.push(process);
    return process;
  };
  const says = async ({ err }: Running, what: string): Promise<void> => await vi.waitFor(() => expect(err()).toContain(what), SOON);
  const endAll = async (): Promise<void> => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGTERM");
      await ended;
    }
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-agent-link-"));
    server = await serve({
      ...ADMIN,
      DATA_DIR: join(folder, "data"),
      TLS_CERT_FILE: CERTIFICATE,
      TLS_KEY_FILE: KEY,
      DISCOVERY_ALLOW: "127.0.0.0/8",
    });
    await call("POST", "/api/auth/login", { username: "root", password: ADMIN.INITIAL_ADMIN_PASSWORD });
    network = (await call("POST", "/api/networks", { name: "site", subnet: "127.79.0.0/29" })).id;
    const { token } = await call("POST", "/api/agents", { name: "north", network_ids: [network] });
    await writeFile(join(folder, "token"), token, { mode: 0o600 });
  });
  afterEach(endAll);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("trusts a private authority that it is told of, and says what is wrong with every other", async () => {
    for (const words of [[], ["--ca-file", OTHER_AUTHORITY]]) {
      const distrustful = startAgent(words);
      await says(distrustful, "the certificate of the server is not trusted");
      expect(distrustful.err()).toContain("--ca-file");
    }
    await endAll();
    await says(startAgent(), "waiting for work");
    await endAll();
    await using proxy = await startProxy();
    const named = startAgent(undefined, { HTTPS_PROXY: proxy.url }, server.url.replace("127.0.0.1", "inventory.example.com"));
    await says(named, "the certificate of the server is for another name");
  });

  it.each(["-", "+"])("has a clock that is wrong by a day (%s): times are those of the server, and nobody is down for it", async (sign) => {
    const wrong = `
      const Real = Date;
      globalThis.Date = class extends Real {
        constructor(...given) { super(...(given.length > 0 ? given : [Date.now()])); }
        static now() { return Real.now() ${sign} 864e5; }
      };`;
    const preload = join(folder, `clock${sign}.mjs`);
    await writeFile(preload, wrong);
    const begun = new Date().toISOString();
    const agent = startAgent(undefined, { NODE_OPTIONS: `--import=${preload}` });
    await says(agent, "waiting for work");
    const { id } = await call("POST", `/api/discovery/networks/${network}/scan`, {});
    await vi.waitFor(async () => expect(await call("GET", `/api/discovery/scans/${id}`)).toMatchObject({ status: "completed" }), SOON);
    // Its own log has its own time.
    expect(agent.err().slice(0, 10)).not.toBe(begun.slice(0, 10));
    const ended = new Date().toISOString();
    const scan = await call("GET", `/api/discovery/scans/${id}`);
    const seen = await call("GET", `/api/discovery/devices?network_id=${network}`);
    expect(seen.map(({ status }: Body) => status)).toEqual(Array.from({ length: 6 }, () => "up"));
    const [{ status, last_seen_at: heard }] = await call("GET", "/api/agents");
    expect(status).toBe("online");
    // When it was heard of is written every five seconds.
    expect([heard, started <= heard && heard <= ended]).toEqual([heard, true]);
    for (const time of [scan.started_at, scan.completed_at, ...seen.map(({ last_seen: at }: Body) => at)])
      expect([time, begun <= time && time <= ended]).toEqual([time, true]);
  });

  it("go through the proxy of the site, but where NO_PROXY excepts the server", async () => {
    await using proxy = await startProxy();
    const { host } = new URL(server.url);
    await says(startAgent(undefined, { HTTPS_PROXY: proxy.url }), "waiting for work");
    expect(new Set(proxy.asked)).toEqual(new Set([host]));
    await endAll();
    // That of http alone is for both.
    await using other = await startProxy();
    await says(startAgent(undefined, { HTTP_PROXY: other.url }), "waiting for work");
    expect(new Set(other.asked)).toEqual(new Set([host]));
    await endAll();
    const before = [proxy.asked.length, other.asked.length];
    await says(startAgent(undefined, { HTTPS_PROXY: proxy.url, HTTP_PROXY: other.url, NO_PROXY: "127.0.0.1" }), "waiting for work");
    expect([proxy.asked.length, other.asked.length]).toEqual(before);
  });

  it("say what is wrong with the proxy", async () => {
    await using refusing = await startProxy(407);
    await says(startAgent(undefined, { HTTPS_PROXY: refusing.url }), "the proxy of the site refused: it answered 407");
    await endAll();
    await says(startAgent(undefined, { HTTPS_PROXY: `http://127.0.0.1:${await freePort()}` }), "ECONNREFUSED");
  });

  it("go through that of HTTP_PROXY to a server without TLS, and then ask no SNMP device and read no lease source", async () => {
    const seen: Body[] = [];
    const plain = createServer((incoming, response) => {
      void json(incoming).then((body) => seen.push(body));
      response.setHeader("content-type", "application/json").end('{"scan":null,"stop":[],"server_version":"0.0.0"}');
    });
    plain.listen(0, "127.0.0.1");
    await once(plain, "listening");
    const { port } = plain.address() as AddressInfo;
    await using proxy = await startProxy();
    const environment = { HTTP_PROXY: proxy.url, NO_PROXY: "" };
    // The name has an address, but is none of loopback: the proxy is asked to find it.
    await says(startAgent([], environment, `http://127.0.0.1:${port}`), "waiting for work");
    expect(proxy.asked[0]).toContain(`127.0.0.1:${port}`);
    expect(seen[0].scanners).toContain("snmp-tables");
    await endAll();
    const outside = startAgent([], environment, "http://inventory.example.com");
    await says(outside, "SNMP devices and lease sources are not asked");
    plain.closeAllConnections();
    plain.close();
  });

  it.skipIf(!tinyproxy)("go through a real proxy", async () => {
    const port = await freePort();
    const { port: allowed } = new URL(server.url);
    await writeFile(
      join(folder, "tinyproxy.conf"),
      `Port ${port}\nListen 127.0.0.1\nAllow 127.0.0.1\nTimeout 60\nConnectPort ${allowed}\n`,
    );
    const proxy = spawn("tinyproxy", ["-d", "-c", join(folder, "tinyproxy.conf")], { stdio: ["ignore", "pipe", "ignore"] });
    let log = "";
    proxy.stdout.on("data", (text: Buffer) => (log += text.toString()));
    try {
      await says(startAgent(undefined, { HTTPS_PROXY: `http://127.0.0.1:${port}` }), "waiting for work");
      await vi.waitFor(() => expect(log).toContain(`CONNECT 127.0.0.1:${allowed}`), SOON);
    } finally {
      proxy.kill();
      await once(proxy, "close");
    }
  });
});
