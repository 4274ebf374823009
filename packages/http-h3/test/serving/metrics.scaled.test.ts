import { randomBytes } from "node:crypto";
import { definePlugin, type MetricSource, provide, serviceToken } from "@cadastre/inventory-core";
import { expect, test } from "vitest";
import { createHandler } from "../../src/index.ts";
import { parseExposition, type Scraped, valueOf } from "../support/exposition.ts";
import { codeOf, startServer, type TestServer } from "../support/start.ts";
import { atDepth } from "../../../../testing/depth.ts";

const DURATION = "cadastre_http_request_duration_seconds";

async function scrape(server: Pick<TestServer, "call">): Promise<readonly Scraped[]> {
  const answer = await server.call("/metrics");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  return parseExposition(await answer.text());
}

/** A plugin with one source of metrics. */
function sourcePlugin(id: string, collect: MetricSource["collect"]) {
  const token = serviceToken<MetricSource>(`test-${id}`);
  return definePlugin({ id, engine: "*", services: [provide(token, [], (): MetricSource => ({ id, collect }))], metricSources: [token] });
}

test("a scrape needs metrics:read and tells of the process, the requests, the database and the plugins", async () => {
  await using server = await startServer();
  expect((await server.call("/metrics", { as: null })).status).toBe(401);
  const refused = await server.call("/metrics", { as: "viewer" });
  expect([refused.status, await codeOf(refused)]).toEqual([403, "FORBIDDEN"]);
  expect((await server.call("/metrics", { method: "POST" })).status).toBe(405);
  const samples = await scrape(server);
  const names = new Set(samples.map(({ name }) => name));
  for (const name of [
    "process_cpu_seconds_total",
    "nodejs_eventloop_lag_p99_seconds",
    "cadastre_database_transactions_total",
    "cadastre_events_total",
    "cadastre_scans",
  ])
    expect(names).toContain(name);
  expect(valueOf(samples, "cadastre_metric_source_up")).toBe(samples.filter(({ name }) => name === "cadastre_metric_source_up").length);
});

test("requests count by method, route and class of status, whatever ids they name", async () => {
  await using server = await startServer();
  for (const id of ["p1", "p1", "nobody"]) await server.call(`/api/probes/${id}`);
  const samples = await scrape(server);
  const count = (labels: Readonly<Record<string, string>>): number => valueOf(samples, `${DURATION}_count`, labels);
  expect(count({ method: "GET", path: "/api/probes/{id}", status: "2xx" })).toBe(2);
  expect(count({ method: "GET", path: "/api/probes/{id}", status: "4xx" })).toBe(1);
  expect(valueOf(samples, "cadastre_http_requests_in_flight")).toBe(1);
  expect(valueOf(samples, `${DURATION}_bucket`, { path: "/api/probes/{id}", le: "+Inf" })).toBe(3);
});

test("ten thousand paths and methods of a client's invention make no further labels", async () => {
  await using server = await startServer();
  const handler = createHandler(server.inventory.host, { rateLimit: { enabled: false } });
  const send = async (path: string, method = "GET"): Promise<Response> =>
    await handler.fetch(new Request(`http://x${path}`, { method, headers: { authorization: "Bearer admin" } }));
  const series = async (): Promise<readonly string[]> =>
    parseExposition(await (await send("/metrics")).text()).flatMap(({ name, labels }) =>
      name === `${DURATION}_count` ? [JSON.stringify(labels)] : [],
    );
  for (const path of ["/nowhere", "/api/nowhere", "/api/probes/x", "/raw/x", "/metrics"]) await send(path);
  await send("/nowhere", "BREW");
  const before = await series();
  for (let sent = 0; sent < atDepth({ few: 1500, many: 10_000 }); sent += 1) {
    const random = randomBytes(8).toString("hex");
    const forms = [`/${random}`, `/api/${random}`, `/api/probes/${random}`, `/raw/${random}`, `/${random}/${random}?q=${random}`];
    await send(forms[sent % forms.length] as string);
    if (sent % 1000 === 0) await send("/nowhere", `X${random}`.toUpperCase());
  }
  const after = await series();
  expect(after.filter((labels) => !before.includes(labels))).toEqual([]);
  expect(after.join()).toContain('"path":"(none)"');
});

test("counters move for what happened: events, transactions, refusals of a limit", async () => {
  await using server = await startServer({ http: { rateLimit: { requests: 8 }, trustedProxies: ["127.0.0.1"] } });
  const before = await scrape(server);
  await server.inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
  await server.inventory.devices.create({ name: "d" });
  const after = await scrape(server);
  const moved = (name: string, labels?: Readonly<Record<string, string>>): number =>
    valueOf(after, name, labels) - valueOf(before, name, labels);
  expect(moved("cadastre_events_total", { event: "device.created" })).toBe(1);
  expect(moved("cadastre_events_total")).toBeGreaterThanOrEqual(2);
  expect(moved("cadastre_database_transactions_total", { outcome: "committed" })).toBeGreaterThanOrEqual(2);
  let refused = 0;
  for (let sent = 0; sent < 20; sent += 1)
    if ((await server.call("/nowhere", { as: null, headers: { "x-forwarded-for": "192.0.2.9" } })).status === 429) refused += 1;
  expect(refused).toBeGreaterThan(0);
  expect(valueOf(await scrape(server), "cadastre_http_rate_limited_total", { limit: "general" })).toBe(refused);
});

test("a source that fails, or takes a name that is taken, is left out and told of; the rest stands", async () => {
  const gauge = (name: string) => [
    { name, help: "h", kind: "gauge" as const, labelNames: ["a"], samples: [{ labels: { a: 'x"\n\\' }, value: 1.5 }] },
  ];
  await using server = await startServer({
    plugins: [
      sourcePlugin("good", () => gauge("test_good")),
      sourcePlugin("broken", () => Promise.reject(new Error("no"))),
      sourcePlugin("thief", () => gauge(DURATION)),
      sourcePlugin("second", () => gauge("test_good")),
      sourcePlugin("nameless", () => gauge("no name")),
    ],
  });
  const samples = await scrape(server);
  const up = (source: string): number => valueOf(samples, "cadastre_metric_source_up", { source });
  expect(["good", "broken", "thief", "second", "nameless", "database"].map(up)).toEqual([1, 0, 0, 0, 0, 1]);
  expect(samples.find(({ name }) => name === "test_good")).toEqual({ name: "test_good", labels: { a: String.raw`x\"\n\\` }, value: 1.5 });
  expect(server.log.filter(({ message }) => message === "a source of metrics failed")).toHaveLength(4);
});

test("two hosts of one process have their own numbers", async () => {
  await using one = await startServer();
  await using other = await startServer();
  await one.call("/api/probes/p1");
  const of = async (server: TestServer): Promise<number> =>
    valueOf(await scrape(server), `${DURATION}_count`, { path: "/api/probes/{id}" });
  expect([await of(one), await of(other)]).toEqual([1, 0]);
});
