import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../free-port.ts";
import { type Call, type Made, startForTrial } from "../inventory-server.ts";
import { narrowKey } from "../narrow-key.ts";
import type { Trial, TrialContext } from "../trial.ts";
import { expressionsOf } from "./expressions.ts";
import { startPrometheus } from "./prometheus-process.ts";
import { startTarget } from "./target.ts";

const DEPLOY = new URL("../../../../packages/cli/deploy/", import.meta.url);

/** What the files name, and nobody has here. */
const PLACE = "inventory.example.com:8080";
const KEY_FILE = "/etc/prometheus/cadastre.key";

const run = promisify(execFile);

/** A real Prometheus with the files that users copy: of them only names, paths and times are replaced. */
export const prometheus: Trial = {
  name: "prometheus",
  about: "Prometheus scrapes a server, finds devices by http_sd, and evaluates the alerts and the dashboard",
  needs: [
    { program: "prometheus", debian: "prometheus" },
    { program: "promtool", debian: "prometheus" },
  ],
  quick: true,
  async run(context) {
    const { folder, report, program, afterwards } = context;
    for (const name of ["prometheus-alerts.yml", "prometheus.yml"]) await copyFile(new URL(name, DEPLOY), join(folder, name));
    await copyFile(new URL("alerts.test.yml", import.meta.url), join(folder, "alerts.test.yml"));
    const promtool = async (...args: readonly string[]): Promise<void> => void (await run(program("promtool"), args, { cwd: folder }));
    await promtool("check", "rules", "prometheus-alerts.yml");
    await promtool("test", "rules", "alerts.test.yml");
    await promtool("check", "config", "--syntax-only", "prometheus.yml");
    report("promtool: the alerts and the configuration are valid, and the alerts fire as they should");

    const server = await startForTrial(context);
    const { call } = server;
    const target = await startTarget();
    afterwards(() => target.close());
    await fill(call, target.port);
    const key = await narrowKey(call, "prometheus", ["metrics:read", "device:list", "datacenter:list"]);
    await checkExposition(server.url, key, context);

    await writeFile(join(folder, "cadastre.key"), key);
    const given = await readFile(join(folder, "prometheus.yml"), "utf8");
    const adapted = given
      .replaceAll(PLACE, new URL(server.url).host)
      .replaceAll(KEY_FILE, "cadastre.key")
      .replaceAll(/(scrape_interval|evaluation_interval): 30s/g, "$1: 1s")
      .replace("refresh_interval: 60s", "refresh_interval: 1s");
    assert.ok(!adapted.includes("example.com") && !adapted.includes("/etc/"), "the configuration names places of its own");
    await writeFile(join(folder, "prometheus.yml"), adapted);
    await promtool("check", "config", "prometheus.yml");
    const started = performance.now();
    const observer = await startPrometheus(program("prometheus"), folder, await freePort());
    afterwards(async () => await observer.stop());

    assert.deepEqual(await observer.eventually('up{job="cadastre"}', 1), [
      { value: 1, labels: { instance: new URL(server.url).host, job: "cadastre" } },
    ]);
    const [pool] = await observer.eventually("cadastre_pool_taken_addresses / on(id) cadastre_pool_size_addresses", 1);
    assert.equal(pool?.value, 1);
    assert.deepEqual(
      (await observer.eventually('cadastre_network_size_addresses{subnet="127.0.0.0/24"}', 1)).map(({ value }) => value),
      [254],
    );
    report(`Prometheus has the series of the server ${((performance.now() - started) / 1000).toFixed(1)} s after its start`);

    // Of three devices, one has the tag and is active.
    assert.deepEqual(await observer.eventually('up{job="devices"}', 1), [
      { value: 1, labels: { instance: "web-01", job: "devices", datacenter: "fra1", location: "row 3" } },
    ]);
    assert.deepEqual(
      (await observer.targets("devices")).map(({ labels }) => labels["instance"]),
      ["web-01"],
    );
    const [{ id } = { id: "" }] = (await call("GET /api/devices?tags=node-exporter&status=active")) as { id: string }[];
    await call(`DELETE /api/devices/${id}`);
    await observer.until(async () => (await observer.targets("devices")).length === 0);
    report("http_sd: the device with the tag is scraped under its name, and no longer when it is deleted");

    await observer.until(async () =>
      (await observer.alerts()).some(({ name, state }) => name === "CadastrePoolFull" && state === "pending"),
    );
    // Each is evaluated within a second of its group's own time.
    await observer.until(async () => (await observer.rules()).every(({ health }) => health === "ok"));
    report(`${(await observer.rules()).length} alerts are evaluated; the pool that is full is on its way to one`);

    const expressions = expressionsOf(JSON.parse(await readFile(new URL("grafana-dashboard.json", DEPLOY), "utf8")));
    let answered = 0;
    for (const expression of expressions) answered += Number((await observer.query(expression)).length > 0);
    // What has no series here: connections of PostgreSQL, and what has not happened.
    assert.ok(answered >= expressions.length - 6, `only ${answered} of ${expressions.length} expressions of the dashboard have an answer`);
    report(`the dashboard: ${answered} of ${expressions.length} expressions have an answer, none an error`);
  },
};

/** A pool that is full, and three devices of which one is to be scraped. */
async function fill(call: Call, port: number): Promise<void> {
  const site = await call<Made>("POST /api/datacenters", { name: "fra1" });
  const network = await call<Made>("POST /api/networks", { name: "servers", subnet: "127.0.0.0/24", datacenter_id: site.id });
  const pool = await call<Made>(`POST /api/networks/${network.id}/pools`, { name: "web", start_ip: "127.0.0.10", end_ip: "127.0.0.13" });
  await call(`POST /api/pools/${pool.id}/allocations`, { count: 4 });
  const device = { datacenter_id: site.id, location: "row 3", addresses: [{ ip: "127.0.0.1", port }], tags: ["node-exporter"] };
  await call("POST /api/devices", { ...device, name: "web-01" });
  await call("POST /api/devices", { ...device, name: "web-02", status: "decommissioned", addresses: [{ ip: "127.0.0.2", port }] });
  await call("POST /api/devices", { ...device, name: "web-03", tags: [], addresses: [{ ip: "127.0.0.3", port }] });
}

/** `promtool check metrics` reads the text of a scrape. What Node tells of itself is prom-client's. */
async function checkExposition(url: string, key: string, { program, report }: TrialContext): Promise<void> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(answer.status, 200);
  const text = await answer.text();
  const checked = run(program("promtool"), ["check", "metrics"]);
  checked.child.stdin?.end(text);
  const said = await checked.then(
    ({ stderr }) => stderr,
    ({ stderr }: { stderr: string }) => stderr,
  );
  assert.deepEqual(
    said.split("\n").filter((line) => line.startsWith("cadastre_") || line.startsWith("error")),
    [],
  );
  report(
    `promtool: ${new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)).size} metrics in ` +
      `${text.length} bytes, and nothing to say of ours`,
  );
}
