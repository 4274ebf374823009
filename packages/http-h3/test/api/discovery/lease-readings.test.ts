import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { describe, expect, it, vi } from "vitest";
import { type Reply, startApi } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const HOUR_MS = 3_600_000;
const PATH = "/api/discovery/lease-sources";

describe.each(STORAGES)("lease sources that are due, on %s", (storage) => {
  it("are read by themselves, an interval after the last time", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "leases-"));
    const file = path.join(folder, "leases");
    const api = await startApi(storage, { plugins: [leaseSourcesPlugin({ folders: [folder] })] });
    await writeFile(file, "0 02:00:00:00:00:01 192.0.2.10 printer *\n");
    const network = (await api.operator("POST", "/api/networks", { name: "office", subnet: "192.0.2.0/24" })).body.id;
    const body = { name: "office", type: "dnsmasq", path: file, network_ids: [network], interval_minutes: 60 };
    const { id } = (await api.admin("POST", PATH, body)).body;
    const source = async (): Promise<Reply["body"]> => (await api.viewer("GET", `${PATH}/${id}`)).body;
    await vi.waitFor(async () => {
      await api.clock.advance(10_000);
      expect(await source()).toMatchObject({ lease_count: 1, last_read_at: expect.any(String) });
    });
    const { last_read_at: first, next_read_at: next } = await source();
    expect(Math.abs(Date.parse(next) - Date.parse(first) - HOUR_MS)).toBeLessThanOrEqual(30_000);
    await api.clock.advance(HOUR_MS - 60_000);
    expect((await source()).last_read_at).toBe(first);
    await vi.waitFor(async () => {
      await api.clock.advance(10_000);
      expect((await source()).last_read_at).not.toBe(first);
    });
    await api.stop();
    await rm(folder, { recursive: true });
  });

  it("keep no other source waiting, and end after their time with a sentence", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "leases-"));
    const file = path.join(folder, "leases");
    const api = await startApi(storage, { plugins: [leaseSourcesPlugin({ folders: [folder], allow: "127.0.0.1" })] });
    await writeFile(file, "0 02:00:00:00:00:01 192.0.2.10 printer *\n");
    // It tells of leases that are over, without an end.
    let pages = 0;
    const endless = createServer((request, response) => {
      request.resume().on("end", () => {
        pages += 1;
        const leases = Array.from({ length: 1000 }, (_, at) => ({
          "ip-address": `2001:db8::${pages.toString(16)}:${at.toString(16)}`,
          cltt: 1,
          "valid-lft": 1,
        }));
        response.end(JSON.stringify([{ result: 0, arguments: { leases } }]));
      });
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => endless.once("listening", resolve));
    const six = (await api.operator("POST", "/api/networks", { name: "six", subnet: "2001:db8::/64" })).body.id;
    const four = (await api.operator("POST", "/api/networks", { name: "office", subnet: "192.0.2.0/24" })).body.id;
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
    const liar = (await api.admin("POST", PATH, { name: "liar", type: "kea-api", url, network_ids: [six], interval_minutes: 1 })).body.id;
    await api.clock.advance(1);
    const good = { name: "office", type: "dnsmasq", path: file, network_ids: [four], interval_minutes: 1 };
    const { id } = (await api.admin("POST", PATH, good)).body;
    const source = async (one: string): Promise<Reply["body"]> => (await api.viewer("GET", `${PATH}/${one}`)).body;
    const readAt = new Set<string>();
    await vi.waitFor(
      async () => {
        await api.clock.advance(10_000);
        const { last_read_at: at } = await source(id);
        if (at !== null) readAt.add(at);
        expect(readAt.size).toBeGreaterThanOrEqual(3);
      },
      { timeout: 60_000 },
    );
    expect(pages).toBeGreaterThan(3);
    expect(await source(liar)).toMatchObject({ last_read_at: null });
    await api.clock.advance(600_000);
    await vi.waitFor(
      async () =>
        expect((await source(liar)).last_error).toMatch(/^(?:It took longer than 600 seconds|The server has more than 2500000 leases)/),
      { timeout: 60_000 },
    );
    await api.stop();
    endless.closeAllConnections();
    endless.close();
    await rm(folder, { recursive: true });
  });

  it("leave places for others when they fail again and again", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "leases-"));
    const file = path.join(folder, "leases");
    const api = await startApi(storage, { plugins: [leaseSourcesPlugin({ folders: [folder], allow: "127.0.0.1" })] });
    await writeFile(file, "0 02:00:00:00:00:01 192.0.2.10 printer *\n");
    const open = new Set<IncomingMessage>();
    const silent = createServer((request) => void open.add(request.on("close", () => open.delete(request)))).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const net = (await api.operator("POST", "/api/networks", { name: "office", subnet: "192.0.2.0/24" })).body.id;
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const bodies = Array.from({ length: 9 }, (_, at) => ({
      name: `s${at}`,
      type: "kea-api",
      url,
      network_ids: [net],
      interval_minutes: 1,
    }));
    for (const body of bodies) await api.admin("POST", PATH, body);
    await vi.waitFor(async () => {
      await api.clock.advance(10_000);
      const sources = (await api.viewer("GET", PATH)).body as { last_error: string }[];
      expect(sources.filter(({ last_error: error }) => error === "")).toEqual([]);
    });
    await vi.waitFor(async () => {
      if (open.size === 0) await api.clock.advance(10_000);
      expect(open.size).toBe(4);
    });
    const { id } = (await api.admin("POST", PATH, { name: "office", type: "dnsmasq", path: file, network_ids: [net] })).body;
    // Less than the time that a server has to answer.
    await api.clock.advance(10_000);
    await vi.waitFor(async () => expect((await api.viewer("GET", `${PATH}/${id}`)).body).toMatchObject({ lease_count: 1 }));
    expect(open.size).toBe(4);
    await api.stop();
    silent.closeAllConnections();
    silent.close();
    await rm(folder, { recursive: true });
  });
});
