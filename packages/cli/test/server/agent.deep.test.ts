import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scan } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Running, type Served, serve, start } from "../support/command.ts";
import { freePort } from "../support/oauth-server.ts";

const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery" };
/** Every address of 127.0.0.0/8 is this machine: a network where everybody answers, and no packet leaves. */
const SUBNET = "127.78.0.0/25";
const HOSTS = 126;
const SOON = { timeout: 60_000, interval: 50 };

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
type Call = (method: string, path: string, body?: unknown) => Promise<any>;

/** Real processes, at both ends, that are killed. */
describe("an agent", () => {
  let folder: string;
  let port: number;
  let server: Served;
  let call: Call;
  let agent: { id: string; token: string };
  let network: string;
  const running: Running[] = [];

  const serveAgain = async (): Promise<void> => {
    server = await serve({
      ...ADMIN,
      LISTEN_ADDR: `127.0.0.1:${port}`,
      DATA_DIR: join(folder, "data"),
      COOKIE_SECURE: "false",
      RATE_LIMIT_ENABLED: "false",
      DISCOVERY_RATE: "60",
      DISCOVERY_ALLOW: "127.0.0.0/8",
    });
    running.push(server);
    const ajax = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: ajax,
      body: JSON.stringify({ username: ADMIN.INITIAL_ADMIN_USERNAME, password: ADMIN.INITIAL_ADMIN_PASSWORD }),
    });
    const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] as string;
    call = async (method, path, body) => {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: { ...ajax, cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answer.status === 204 ? undefined : await answer.json();
    };
  };
  const startAgent = (state = "state"): Running => {
    const words = ["agent", "--server", server.url, "--token-file", join(folder, "token"), "--state-dir", join(folder, state)];
    const process = start(words);
    running.push(process);
    return process;
  };
  const kill = async (process: Running): Promise<void> => {
    process.child.kill("SIGKILL");
    await process.ended;
  };
  const ask = async (): Promise<string> => ((await call("POST", `/api/discovery/networks/${network}/scan`, {})) as Scan).id;
  const scanOf = async (id: string): Promise<Scan> => (await call("GET", `/api/discovery/scans/${id}`)) as Scan;
  const halfway = async (id: string): Promise<void> =>
    await vi.waitFor(async () => expect((await scanOf(id)).scanned_hosts).toBeGreaterThan(20), SOON);
  const completed = async (id: string): Promise<void> => {
    await vi.waitFor(async () => expect((await scanOf(id)).status).toBe("completed"), SOON);
    const { coverage, found_hosts: found, agent_id: by } = await scanOf(id);
    expect([coverage.probed, coverage.answered, coverage.skipped, found, by]).toEqual([HOSTS, HOSTS, 0, HOSTS, agent.id]);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-agent-"));
    port = await freePort();
    await serveAgain();
    network = (await call("POST", "/api/networks", { name: "site", subnet: SUBNET })).id;
    agent = await call("POST", "/api/agents", { name: "north", network_ids: [network] });
    await writeFile(join(folder, "token"), `${agent.token}\n`, { mode: 0o600 });
  });
  afterAll(async () => {
    for (const process of running) await kill(process);
    await rm(folder, { recursive: true, force: true });
  });

  it("goes on when it was killed in a scan, or the server was away, and stops when it is told to", async () => {
    let process = startAgent();
    const first = await ask();
    await halfway(first);
    await kill(process);
    process = startAgent();
    await completed(first);
    const second = await ask();
    await halfway(second);
    await kill(server);
    // It scans on, and keeps what it cannot send.
    await vi.waitFor(async () => expect(await readdir(join(folder, "state", "outbox"))).not.toHaveLength(0), SOON);
    await kill(process);
    await serveAgain();
    process = startAgent();
    await completed(second);
    expect(await readdir(join(folder, "state", "outbox"))).toEqual([]);
    // It stops at once when its scan is cancelled, a second process is told, and a new token ends both.
    const id = await ask();
    await halfway(id);
    const other = startAgent("another");
    await vi.waitFor(() => expect(other.err()).toContain("another process of this agent is at work"), SOON);
    expect((await call("GET", `/api/agents/${agent.id}`)).problem).toContain("a second process uses its token, from 127.0.0.1");
    const asked = performance.now();
    await call("POST", `/api/discovery/scans/${id}/cancel`);
    await vi.waitFor(() => expect(process.err()).toContain("a scan has ended"), SOON);
    expect(performance.now() - asked).toBeLessThan(10_000);
    const seen = (await scanOf(id)).found_hosts;
    expect(seen).toBeLessThan(HOSTS);
    const { token } = await call("POST", `/api/agents/${agent.id}/token`);
    await vi.waitFor(() => expect(process.err()).toContain("this token of an agent is not valid"), SOON);
    for (const ended of [process, other]) {
      ended.child.kill("SIGTERM");
      const { code, err } = await ended.ended;
      expect(code).toBe(0);
      for (const secret of [token, agent.token]) expect(err).not.toContain(secret.slice(4));
    }
    // One state folder, one process.
    await writeFile(join(folder, "token"), token);
    const third = startAgent();
    await vi.waitFor(() => expect(third.err()).toContain("waiting for work"), SOON);
    const fourth = await startAgent().ended;
    expect([fourth.code, fourth.err]).toEqual([1, expect.stringContaining("is used by another agent")]);
  });

  it("says what it is called wrongly with, and never shows the token", async () => {
    const file = join(folder, "wrong");
    await writeFile(file, "cad_no-agents-token");
    const server = "https://inventory.example.com";
    const refused = async (...words: string[]): Promise<string> => {
      const { code, err } = await start(["agent", ...words]).ended;
      expect([words, code]).toEqual([words, 2]);
      return err;
    };
    expect(await refused("--server", server)).toContain("--token-file is required");
    expect(await refused("--token-file", file)).toContain("--server is required");
    expect(await refused("--server", "ftp://x", "--token-file", file)).toContain("http or https URL");
    const wrong = await refused("--server", server, "--token-file", file);
    expect(wrong).toContain("holds no token of an agent");
    expect(wrong).not.toContain("no-agents-token");
    expect(await refused("--server", server, "--token-file", join(folder, "token"), "--do-not-probe", "x")).toContain("--do-not-probe");
    expect((await start(["agent", "--help"]).ended).out).toContain("--state-dir");
  });
});
