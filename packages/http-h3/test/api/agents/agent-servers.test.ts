import { agentOperations, discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { httpPlugin } from "@cadastre/http-h3";
import { createInventory, type Inventory, servicesOf } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newDatabase } from "../../../../../testing/databases.ts";
import { ScriptedScanner, seeing } from "../../support/scripted-scanner.ts";
import { heard, hosts } from "./agents-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

/** One process of the server. */
interface Server {
  readonly inventory: Inventory;
  readonly scanner: ScriptedScanner;
  /** Asks as an agent. */
  post(path: string, token: string, body: object): Promise<{ readonly status: number; readonly body: Answer }>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
type Answer = any;

const SOON = { timeout: 30_000, interval: 20 };
const PROCESS = { instance: "the-one-process", version: "1.0.0", scanners: ["connect"] };

describe.each(STORAGES)("two servers on one database, %s", (storage) => {
  const clock = new FakeClock();
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let north: Server;
  let south: Server;

  async function startServer(datacenter: string): Promise<Server> {
    const scanner = new ScriptedScanner();
    const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
    const inventory = await createInventory({
      storage: database.storage(),
      clock,
      plugins: [scanner.plugin, discoveryAgentPlugin(), http],
      discovery: { datacenters: [datacenter] },
    });
    return {
      inventory,
      scanner,
      post: async (path, token, body) => {
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const answer = await fetch(`${http.server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
        return { status: answer.status, body: await answer.json() };
      },
    };
  }
  const work = async (server: Server, token: string, more: object = {}): ReturnType<Server["post"]> =>
    await server.post("/api/agent/work", token, { ...PROCESS, wait_seconds: 0, ...more });
  const passing = async (check: () => Promise<void>): Promise<void> =>
    await vi.waitFor(async () => {
      await clock.advance(500);
      await check();
    }, SOON);

  beforeAll(async () => {
    database = await newDatabase(storage);
    north = await startServer("north");
    south = await startServer("south");
  });
  afterAll(async () => {
    await Promise.all([north.inventory.close(), south.inventory.close()]);
    await database[Symbol.asyncDispose]();
  });

  it("have an agent together: it asks one for work and reports to the other, which hears of what is asked at the first", async () => {
    const agents = servicesOf(north.inventory.host, agentOperations);
    const net = await north.inventory.networks.create({ name: "away", subnet: "10.1.0.0/29" });
    const { id, token } = await agents.create({ name: "agent", network_ids: [net.id] });
    const waiting = work(south, token, { wait_seconds: 25 });
    await clock.advance(1000);
    await north.inventory.scans.start(net.id, {});
    const { scan } = (await heard(clock, waiting)).body;
    expect(scan.targets).toEqual(["10.1.0.1-10.1.0.6"]);
    const report = async (server: Server, number: number, reports: readonly object[]): Promise<Answer> =>
      (await server.post(`/api/agent/scans/${scan.id}/reports`, token, { lease: scan.lease, number, scanner: "connect", reports })).body;
    // It is lost on the way, and sent again to the other one.
    for (const server of [north, south])
      expect(await report(server, 2, hosts(["10.1.0.5"], ["10.1.0.6"]))).toEqual({ status: "running", missing: [] });
    expect((await work(north, token, { running: [{ scan_id: scan.id, lease: scan.lease }] })).body).toMatchObject({ scan: null, stop: [] });
    await Promise.all([report(south, 1, hosts(["10.1.0.1"], ["10.1.0.2"])), report(north, 3, hosts([], ["10.1.0.3", "10.1.0.4"]))]);
    const end = { lease: scan.lease, outcome: "completed", batches: 3 };
    for (const server of [south, north])
      expect((await server.post(`/api/agent/scans/${scan.id}/end`, token, end)).body).toEqual({ status: "completed", missing: [] });
    expect(await north.inventory.scans.get(scan.id)).toMatchObject({ found_hosts: 2, scanned_hosts: 6, coverage: { skipped: 0 } });
    // Both have heard of it; neither thinks that it is away, and one process it is.
    await clock.advance(10_000);
    expect(await servicesOf(south.inventory.host, agentOperations).get(id)).toMatchObject({ status: "online", problem: null });
    // What is cancelled, and a token that is replaced, at one is heard of at the other.
    await south.inventory.scans.start(net.id, {});
    const second = (await work(north, token)).body.scan;
    const running = [{ scan_id: second.id, lease: second.lease }];
    const hears = work(south, token, { wait_seconds: 25, running, wants: false });
    await north.inventory.scans.cancel(second.id);
    expect((await heard(clock, hears)).body.stop).toEqual([second.id]);
    const last = work(south, token, { wait_seconds: 25 });
    await agents.renewToken(id);
    expect((await heard(clock, last)).status).toBe(401);
    expect([north.scanner.asked, south.scanner.asked]).toEqual([[], []]);
  });

  it("each scan the datacenters that they serve: the wrong one marks nobody down", async () => {
    const { datacenters, networks, scans, discoveredDevices } = north.inventory;
    const [one, other] = [await datacenters.create({ name: "north" }), await datacenters.create({ name: "south" })];
    const far = await networks.create({ name: "far", subnet: "10.2.0.0/30", datacenter_id: other.id });
    const near = await networks.create({ name: "near", subnet: "10.3.0.0/30", datacenter_id: one.id });
    const nowhere = await networks.create({ name: "nowhere", subnet: "10.4.0.0/30" });
    // Only its own server reaches a host.
    south.scanner.script = seeing({ "10.2.0.1": {} });
    north.scanner.script = seeing({ "10.3.0.1": {} });
    for (let times = 0; times < 3; times += 1) {
      const asked = await Promise.all([far, near].map(async ({ id }) => await scans.start(id, {})));
      for (const { id } of asked) await passing(async () => expect((await scans.get(id)).status).toBe("completed"));
    }
    const { id } = await scans.start(nowhere.id, {});
    for (let times = 0; times < 10; times += 1) await clock.advance(500);
    expect((await scans.get(id)).status).toBe("pending");
    const targets = ({ scanner }: Server): string[] => [...new Set(scanner.asked.flatMap((asked) => asked.targets))].toSorted();
    expect([targets(north), targets(south)]).toEqual([
      ["10.3.0.1", "10.3.0.2"],
      ["10.2.0.1", "10.2.0.2"],
    ]);
    for (const network of [far, near]) expect(await discoveredDevices.list({ network_id: network.id })).toMatchObject([{ status: "up" }]);
    // It moves to the other site while its scan waits: the other one runs it.
    await networks.update(nowhere.id, { datacenter_id: other.id });
    await passing(async () => expect((await scans.get(id)).status).toBe("completed"));
    expect(targets(south)).toContain("10.4.0.1");
  });
});
