import { PostgresDatabases } from "@cadastre/testing";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { parse } from "yaml";
import { ENCRYPTION_KEY, serve } from "../support/command.ts";

const DEPLOY = new URL("../../deploy/", import.meta.url);

/** Names of metrics that the alerts and the dashboard ask for. */
function namesAskedFor(): ReadonlySet<string> {
  const { groups } = parse(readFileSync(new URL("prometheus-alerts.yml", DEPLOY), "utf8")) as { groups: { rules: { expr: string }[] }[] };
  const { panels } = JSON.parse(readFileSync(new URL("grafana-dashboard.json", DEPLOY), "utf8")) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const expressions = [...groups.flatMap(({ rules }) => rules), ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) =>
    expr.replaceAll(/"[^"]*"/g, ""),
  );
  return new Set(expressions.flatMap((expression) => expression.match(/\b(?:cadastre|nodejs|process)_\w+/g) ?? []));
}

const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery" };
const AJAX = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };
const WAIT = { timeout: 60_000, interval: 100 };

it.each(["sqlite", "postgresql"])("the metrics of a server tell of its sessions, scans, webhooks and database, on %s", async (dialect) => {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-metrics-"));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  await using database = dialect === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
  const server = await serve({
    ...ADMIN,
    DATA_DIR: folder,
    COOKIE_SECURE: "false",
    RATE_LIMIT_ENABLED: "false",
    DISCOVERY_TOOLS: "none",
    DISCOVERY_ALLOW: "127.0.0.0/8",
    ...(database === undefined ? {} : { DATABASE_URL: database.url, ENCRYPTION_KEY }),
  });
  try {
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: AJAX,
      body: JSON.stringify({ username: ADMIN.INITIAL_ADMIN_USERNAME, password: ADMIN.INITIAL_ADMIN_PASSWORD }),
    });
    const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] as string;
    const call = async (method: string, path: string, body?: unknown): Promise<Response> =>
      await fetch(server.url + path, {
        method,
        headers: { ...AJAX, cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const create = async (path: string, body: unknown): Promise<{ id: string }> =>
      (await (await call("POST", path, body)).json()) as { id: string };
    const lines = async (): Promise<readonly string[]> => (await (await call("GET", "/metrics")).text()).split("\n");

    expect(await lines()).toEqual(
      expect.arrayContaining([
        "cadastre_sessions 1",
        'cadastre_scans{status="pending"} 0',
        'cadastre_scans{status="running"} 0',
        "cadastre_webhook_deliveries_due 0",
        "cadastre_webhook_oldest_due_seconds 0",
      ]),
    );
    // An attempt that cannot succeed: the name leads nowhere.
    await create("/api/webhooks", { name: "nowhere", url: "http://receiver.invalid/", events: ["network.created"], retry_count: 0 });
    const network = await create("/api/networks", { name: "loopback", subnet: "127.9.0.0/30" });
    await create(`/api/discovery/networks/${network.id}/scan`, {});
    await vi.waitFor(async () => {
      expect(await lines()).toEqual(
        expect.arrayContaining([
          'cadastre_scans_ended_total{status="completed"} 1',
          'cadastre_webhook_attempts_total{outcome="failed"} 1',
          'cadastre_webhook_attempts_total{outcome="delivered"} 0',
          'cadastre_events_total{event="network.created"} 1',
        ]),
      );
    }, WAIT);
    const all = await lines();
    expect(all.filter((line) => line.startsWith("cadastre_metric_source_up") && !line.endsWith(" 1"))).toEqual([]);
    expect(all.some((line) => line.startsWith("cadastre_database_connections{"))).toBe(dialect === "postgresql");
    expect(all).toContain(`cadastre_network_size_addresses{id="${network.id}",name="loopback",subnet="127.9.0.0/30",datacenter=""} 2`);
    const told = new Set(all.flatMap((line) => /^([a-z_]+)[{ ]/.exec(line)?.[1] ?? []));
    const asked = [...namesAskedFor()].filter((name) => dialect === "postgresql" || !name.startsWith("cadastre_database_connections"));
    expect(asked.length).toBeGreaterThan(20);
    // A gauge of pools has no sample where there is no pool.
    expect(asked.filter((name) => !told.has(name) && !all.some((line) => line.startsWith(`# TYPE ${name} `)))).toEqual([]);
    const ready = (await (await fetch(`${server.url}/readyz`)).json()) as object;
    expect(ready).toEqual({
      status: "ready",
      checks: { database: { ok: true }, migrations: { ok: true }, scheduler: { ok: true }, webhooks: { ok: true } },
    });
    expect((await server.stop()).code).toBe(0);
  } finally {
    server.child.kill("SIGKILL");
  }
});
