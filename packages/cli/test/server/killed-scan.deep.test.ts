import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scan } from "@cadastre/inventory-core";
import { PostgresDatabases } from "@cadastre/testing";
import { afterEach, describe, expect, inject, it, vi } from "vitest";
import { type StorageName, trialStorages } from "../../../../testing/storages.ts";
import { ENCRYPTION_KEY, type Served, serve } from "../support/command.ts";

const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery" };
/** Every address of 127.0.0.0/8 is this machine: a network where everybody answers, and no packet leaves. */
const SUBNET = "127.77.0.0/22";
const HOSTS = 1022;

interface Place extends AsyncDisposable {
  readonly settings: Readonly<Record<string, string>>;
}

const PLACES: Readonly<Record<StorageName, () => Promise<Place>>> = {
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-"));
    return { settings: { DATA_DIR: folder }, [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true, force: true }) };
  },
  postgresql: async () => {
    const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    return {
      settings: { DATABASE_URL: database.url, ENCRYPTION_KEY },
      [Symbol.asyncDispose]: async () => await database[Symbol.asyncDispose](),
    };
  },
};

/** Real processes that are killed. */
describe.each(trialStorages("postgresql"))("a server that is killed while it scans, on %s", (storage) => {
  const running: Served[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.child.kill("SIGKILL");
      await server.ended;
    }
  });

  const begin = async (settings: Readonly<Record<string, string>>): Promise<Served> => {
    const server = await serve({
      ...ADMIN,
      COOKIE_SECURE: "false",
      RATE_LIMIT_ENABLED: "false",
      DISCOVERY_LEASE: "2s",
      DISCOVERY_RATE: "1000",
      DISCOVERY_TOOLS: "none",
      DISCOVERY_ALLOW: "127.0.0.0/8",
      ...settings,
    });
    running.push(server);
    return server;
  };
  const kill = async (server: Served): Promise<void> => {
    server.child.kill("SIGKILL");
    await server.ended;
  };
  const signIn = async (server: Served): Promise<(method: string, path: string, body?: unknown) => Promise<Response>> => {
    const ajax = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: ajax,
      body: JSON.stringify({ username: ADMIN.INITIAL_ADMIN_USERNAME, password: ADMIN.INITIAL_ADMIN_PASSWORD }),
    });
    const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] as string;
    return async (method, path, body) =>
      await fetch(`${server.url}${path}`, {
        method,
        headers: { ...ajax, cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  };

  it("leaves the scan to whoever comes next: it goes on, and is run by one", async () => {
    await using place = await PLACES[storage]();
    const first = await begin(place.settings);
    const call = await signIn(first);
    const { id: network } = (await (await call("POST", "/api/networks", { name: "loopback", subnet: SUBNET })).json()) as { id: string };
    const { id } = (await (await call("POST", `/api/discovery/networks/${network}/scan`, {})).json()) as Scan;
    const halfway = await vi.waitFor(
      async () => {
        const scan = (await (await call("GET", `/api/discovery/scans/${id}`)).json()) as Scan;
        expect(scan.scanned_hosts).toBeGreaterThan(50);
        return scan;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(halfway).toMatchObject({ status: "running", scanner: "connect" });
    await kill(first);
    // Two come at once: one takes it.
    const [second, third] = await Promise.all([begin(place.settings), begin(place.settings)]);
    const see = await signIn(second);
    const percents: number[] = [];
    const scan = await vi.waitFor(
      async () => {
        const now = (await (await see("GET", `/api/discovery/scans/${id}`)).json()) as Scan;
        percents.push(now.progress_percent);
        expect(now.status).not.toMatch(/pending|running/);
        return now;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(scan).toMatchObject({
      status: "completed",
      scanned_hosts: HOSTS,
      found_hosts: HOSTS,
      progress_percent: 100,
      started_at: halfway.started_at,
    });
    expect(percents[0]).toBeGreaterThanOrEqual(halfway.progress_percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(scan.coverage).toMatchObject({ probed: HOSTS, answered: HOSTS, skipped: 0, reasons: [] });
    const found = (await (await (await signIn(third))("GET", `/api/discovery/devices?network_id=${network}`)).json()) as { ip: string }[];
    expect(new Set(found.map(({ ip }) => ip)).size).toBe(HOSTS);
    const told: string[] = [];
    for (let after = ""; ;) {
      const { events, next } = (await (await see("GET", `/api/events?limit=500&after=${after}`)).json()) as {
        events: { event: string }[];
        next: string;
      };
      if (events.length === 0) break;
      told.push(...events.map(({ event }) => event).filter((event) => event.startsWith("discovery.")));
      after = next;
    }
    expect(told.filter((event) => event !== "discovery.device_found")).toEqual(["discovery.started", "discovery.completed"]);
    expect(told.filter((event) => event === "discovery.device_found")).toHaveLength(HOSTS);
  });

  it("fails the scan, with the reason, when server after server is lost over it", async () => {
    await using place = await PLACES[storage]();
    let id = "";
    for (let lost = 0; lost < 3; lost += 1) {
      const server = await begin({ ...place.settings, DISCOVERY_RATE: "20" });
      const call = await signIn(server);
      if (id === "") {
        const { id: network } = (await (await call("POST", "/api/networks", { name: "loopback", subnet: SUBNET })).json()) as {
          id: string;
        };
        id = ((await (await call("POST", `/api/discovery/networks/${network}/scan`, {})).json()) as Scan).id;
      }
      const before = ((await (await call("GET", `/api/discovery/scans/${id}`)).json()) as Scan).scanned_hosts;
      await vi.waitFor(
        async () =>
          expect(((await (await call("GET", `/api/discovery/scans/${id}`)).json()) as Scan).scanned_hosts).toBeGreaterThan(before),
        { timeout: 30_000, interval: 100 },
      );
      await kill(server);
    }
    const call = await signIn(await begin(place.settings));
    const scan = await vi.waitFor(
      async () => {
        const now = (await (await call("GET", `/api/discovery/scans/${id}`)).json()) as Scan;
        expect(now.status).toBe("failed");
        return now;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(scan.error_message).toContain("interrupted too often");
    expect(scan.scanned_hosts).toBeGreaterThan(0);
    expect(scan.completed_at).not.toBeNull();
  });
});
