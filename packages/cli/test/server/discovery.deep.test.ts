import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DiscoveredDevice, Scan } from "@cadastre/inventory-core";
import { run, type Served, serve } from "../support/command.ts";

const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery" };
const AJAX = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };

/** A real server that scans this machine's own addresses. */
describe("discovery by the server", () => {
  let folder: string;
  let server: Served | undefined;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "cadastre-"))));
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  const begin = async (
    settings: Readonly<Record<string, string>>,
  ): Promise<(method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>> => {
    server = await serve({ ...ADMIN, DATA_DIR: folder, COOKIE_SECURE: "false", DISCOVERY_ALLOW: "127.0.0.0/8", ...settings });
    const { url } = server;
    const login = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: AJAX,
      body: JSON.stringify({ username: ADMIN.INITIAL_ADMIN_USERNAME, password: ADMIN.INITIAL_ADMIN_PASSWORD }),
    });
    const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] as string;
    return async (method, path, body) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...AJAX, cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    };
  };

  it("obeys its settings: what must not be probed, and which ports", async () => {
    const call = await begin({ DISCOVERY_DO_NOT_PROBE: "127.9.0.2-127.9.0.3", DISCOVERY_TOOLS: "none" });
    const own = Number(new URL((server as Served).url).port);
    const { id: network } = (await call("POST", "/api/networks", { name: "loopback", subnet: "127.9.0.0/29" })).body as { id: string };
    const { id } = (await call("POST", `/api/discovery/networks/${network}/scan`, { scan_type: "full", ports: [own, 9] })).body as Scan;
    const scan = await vi.waitFor(
      async () => {
        const now = (await call("GET", `/api/discovery/scans/${id}`)).body as Scan;
        expect(now.status).toBe("completed");
        return now;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(scan).toMatchObject({ scanner: "connect", scanned_hosts: 4, found_hosts: 4, coverage: { skipped: 2, reasons: [{ count: 2 }] } });
    const found = (await call("GET", `/api/discovery/devices?network_id=${network}`)).body as DiscoveredDevice[];
    // The server itself listens on 127.0.0.1 alone.
    expect(found.map(({ ip, open_ports: ports }) => [ip, ports])).toEqual([
      ["127.9.0.1", []],
      ["127.9.0.4", []],
      ["127.9.0.5", []],
      ["127.9.0.6", []],
    ]);
    const loopback = (await call("POST", "/api/networks", { name: "itself", subnet: "127.0.0.1/32" })).body as { id: string };
    // The server itself is slow to answer while it builds its page.
    const target = createHttpServer((_, response) => void response.end("here")).listen(0, "127.0.0.1");
    await once(target, "listening");
    const { port } = target.address() as AddressInfo;
    const second = (await call("POST", `/api/discovery/networks/${loopback.id}/scan`, { scan_type: "deep", ports: [port, 9] }))
      .body as Scan;
    await vi.waitFor(async () => expect(((await call("GET", `/api/discovery/scans/${second.id}`)).body as Scan).status).toBe("completed"), {
      timeout: 30_000,
      interval: 100,
    });
    const [itself] = (await call("GET", `/api/discovery/devices?network_id=${loopback.id}`)).body as DiscoveredDevice[];
    target.close();
    expect(itself).toMatchObject({ ip: "127.0.0.1", open_ports: [port], services: [{ port, protocol: "tcp", service: "http" }] });
  });

  it("reaches nothing of this machine unless that is allowed: a service on loopback is not asked", async () => {
    const call = await begin({ DISCOVERY_ALLOW: "", DISCOVERY_TOOLS: "none" });
    const asked: string[] = [];
    const service = createServer((socket) => void asked.push(socket.remoteAddress ?? ""));
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    try {
      const port = (service.address() as AddressInfo).port;
      for (const [subnet, range] of [
        ["127.0.0.1/32", "127.0.0.0/8"],
        ["0.0.0.0/32", "0.0.0.0/8"],
        ["::ffff:127.0.0.1/128", "127.0.0.0/8"],
        ["169.254.169.254/32", "169.254.169.254/32"],
        ["fe80::/126", "fe80::/10"],
      ]) {
        const { id } = (await call("POST", "/api/networks", { name: subnet, subnet })).body as { id: string };
        const refused = { code: "FORBIDDEN", error: expect.stringContaining(`it lies in ${range}`) };
        expect(await call("POST", `/api/discovery/networks/${id}/scan`, { scan_type: "deep", ports: [port] })).toMatchObject({
          status: 403,
          body: refused,
        });
        expect(await call("POST", "/api/discovery/rules", { network_id: id, scan_type: "deep", interval_hours: 1 })).toMatchObject({
          status: 403,
          body: refused,
        });
      }
      expect((await call("GET", "/api/discovery/scans")).body).toEqual([]);
      expect(asked).toEqual([]);
    } finally {
      service.close();
    }
  });

  it("goes on when there is no way to what is scanned", async () => {
    const call = await begin({ DISCOVERY_ALLOW: "fe80::/10", DISCOVERY_TOOLS: "none" });
    const { id: network } = (await call("POST", "/api/networks", { name: "link", subnet: "fe80::/126" })).body as { id: string };
    const { id } = (await call("POST", `/api/discovery/networks/${network}/scan`, { scan_type: "deep" })).body as Scan;
    await vi.waitFor(
      async () => expect(((await call("GET", `/api/discovery/scans/${id}`)).body as Scan).status).toMatch(/completed|failed/),
      { timeout: 30_000, interval: 100 },
    );
    expect((await call("GET", "/healthz")).status).toBe(200);
  });

  it("is left to others where it is switched off, and by commands that open the database", async () => {
    const call = await begin({ DISCOVERY_RATE: "20", DISCOVERY_TOOLS: "none" });
    const { id: network } = (await call("POST", "/api/networks", { name: "loopback", subnet: "127.9.0.0/24" })).body as { id: string };
    const { id } = (await call("POST", `/api/discovery/networks/${network}/scan`, {})).body as Scan;
    await vi.waitFor(async () => expect(((await call("GET", `/api/discovery/scans/${id}`)).body as Scan).status).toBe("running"), {
      timeout: 30_000,
      interval: 50,
    });
    expect((await server?.stop())?.code).toBe(0);
    expect((await run(["verify"], { DATA_DIR: folder })).code).toBe(0);
    const again = await begin({ DISCOVERY_ENABLED: "false" });
    expect((await again("GET", `/api/discovery/scans/${id}`)).body).toMatchObject({ status: "running", error_message: "" });
    const { id: other } = (await again("POST", "/api/networks", { name: "other", subnet: "127.8.0.0/30" })).body as { id: string };
    expect(await again("POST", `/api/discovery/networks/${other}/scan`, {})).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect((await again("POST", `/api/discovery/scans/${id}/cancel`)).status).toBe(204);
    expect((await again("GET", `/api/discovery/scans/${id}`)).body).toMatchObject({
      status: "cancelled",
      error_message: "cancelled by root",
    });
  });
});
