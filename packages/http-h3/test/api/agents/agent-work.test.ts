import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsOf, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { type AgentsApi, heard, hosts, startAgents } from "./agents-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

describe.each(STORAGES)("work of agents over HTTP on %s", (storage) => {
  let lab: AgentsApi;
  beforeAll(async () => {
    lab = await startAgents(storage);
  });
  afterAll(async () => await stopVerified(lab.api));

  it("is told to the one that serves the network, and to nobody else; the scan is as if a server had run it", async () => {
    const { api, scanner } = lab;
    const net = await lab.network("10.1.0.0/29");
    const agent = await lab.agent({ network_ids: [net] });
    const other = await lab.agent();
    // Asked for before there is anything.
    const waiting = agent.work({ wait_seconds: 25, addresses: ["10.1.0.1", "fe80::1%eth0"] });
    await api.clock.advance(1000);
    const asked = await lab.ask(net, { exclude_ips: "10.1.0.2" });
    expect([asked.status, asked.body.agent_id, asked.body.status]).toEqual([202, agent.id, "pending"]);
    const { body: work } = await heard(api.clock, waiting);
    expect(work).toEqual({
      scan: {
        id: asked.body.id,
        lease: expect.any(String),
        network_id: net,
        subnet: "10.1.0.0/29",
        scan_type: "quick",
        targets: ["10.1.0.3-10.1.0.6"],
        ports: [],
        limits: { probes_per_second: 3000, connections: 1000, connections_per_host: 10, host_budget_ms: 20_000 },
        witnesses: [],
      },
      stop: [],
      lease_source: null,
      server_version: expect.any(String),
    });
    expect((await other.work()).body.scan).toBeNull();
    expect((await agent.work()).body.scan).toBeNull();
    const { scan } = work;
    expect((await agent.report(scan, 1, [])).body).toEqual({ status: "running", missing: [] });
    expect(await lab.scan(scan.id)).toMatchObject({ status: "running", scanner: "connect", total_hosts: 4, agent_id: agent.id });
    // Out of order, and twice: it is taken once.
    const third = hosts(["10.1.0.5"], ["10.1.0.6"]);
    for (let times = 0; times < 2; times += 1) expect((await agent.report(scan, 3, third)).status).toBe(200);
    expect((await lab.scan(scan.id)).found_hosts).toBe(1);
    expect((await agent.end(scan, { outcome: "completed", batches: 3 })).body).toEqual({ status: "running", missing: [2] });
    // Half of one.
    const half = JSON.stringify({ lease: scan.lease, number: 2, scanner: "connect", reports: hosts(["10.1.0.3"]) }).slice(0, -30);
    expect((await agent.call("POST", `/api/agent/scans/${scan.id}/reports`, half)).status).toBe(400);
    expect((await agent.report(scan, 2, hosts(["10.1.0.3"], ["10.1.0.4"]))).status).toBe(200);
    for (let times = 0; times < 2; times += 1)
      expect((await agent.end(scan, { outcome: "completed", batches: 3 })).body).toEqual({ status: "completed", missing: [] });
    expect(await lab.scan(scan.id)).toMatchObject({
      status: "completed",
      scanned_hosts: 4,
      found_hosts: 2,
      progress_percent: 100,
      coverage: { probed: 4, answered: 2, skipped: 0 },
    });
    expect((await lab.seen(net)).map(({ ip, open_ports }: { ip: string; open_ports: number[] }) => [ip, open_ports])).toEqual([
      ["10.1.0.3", [22]],
      ["10.1.0.5", [22]],
    ]);
    // The same again changes nothing but when they were seen.
    const [before] = await lab.seen(net);
    await api.clock.advance(1000);
    await lab.ask(net);
    const again = (await agent.work()).body.scan;
    await agent.report(again, 1, hosts(["10.1.0.3"], ["10.1.0.1", "10.1.0.2", "10.1.0.4", "10.1.0.5", "10.1.0.6"]));
    expect((await agent.end(again, { outcome: "completed", batches: 1 })).body.status).toBe("completed");
    const [same, gone] = await lab.seen(net);
    expect(same).toEqual({ ...before, last_seen: expect.any(String), updated_at: expect.any(String) });
    expect([gone.ip, gone.status]).toEqual(["10.1.0.5", "down"]);
    // The server's own scanner was never asked.
    expect(scanner.asked).toEqual([]);
  });

  it("goes by the datacenter, and follows what agents serve, also while a scan runs", async () => {
    const { api } = lab;
    const site = (await api.admin("POST", "/api/datacenters", { name: "north" })).body.id;
    const agent = await lab.agent({ datacenter_ids: [site] });
    const net = await lab.network("10.2.0.0/30", { datacenter_id: site });
    const asked = await lab.ask(net);
    expect(asked.body.agent_id).toBe(agent.id);
    const { scan } = (await agent.work()).body;
    await agent.report(scan, 1, hosts(["10.2.0.1"]));
    // Another one serves the network by its name: it goes on where the first was.
    const named = await lab.agent({ network_ids: [net] });
    expect((await agent.work({ running: [{ scan_id: scan.id, lease: scan.lease }] })).body.stop).toEqual([scan.id]);
    const late = await agent.report(scan, 2, hosts(["10.2.0.2"]));
    expect([late.status, late.body.code]).toEqual([403, "FORBIDDEN"]);
    const rest = (await named.work()).body.scan;
    expect([rest.id, rest.targets]).toEqual([scan.id, ["10.2.0.2"]]);
    // Nobody serves it any more: the servers do.
    expect((await api.admin("DELETE", `/api/agents/${named.id}`)).status).toBe(204);
    await api.admin("PUT", `/api/agents/${agent.id}`, { datacenter_ids: [] });
    const done = await lab.reaches(scan.id, "completed");
    expect([done.agent_id, done.scanner, done.found_hosts]).toEqual([null, "scripted", 1]);
    const [row] = (await lab.audited()).filter(({ action }) => action === "report");
    expect(row).toMatchObject({ resource_id: agent.id, status: "failure", username: expect.stringContaining("agent ") });
  });

  it("is stopped by a cancel that a waiting request hears, and what was seen is kept", async () => {
    const { api } = lab;
    const net = await lab.network("10.3.0.0/29");
    const agent = await lab.agent({ network_ids: [net] });
    await lab.ask(net);
    const { scan } = (await agent.work()).body;
    await agent.report(scan, 1, []);
    const running = [{ scan_id: scan.id, lease: scan.lease }];
    const waiting = agent.work({ running, wants: false, wait_seconds: 25 });
    expect((await api.operator("POST", `/api/discovery/scans/${scan.id}/cancel`)).status).toBe(204);
    expect((await heard(api.clock, waiting)).body).toMatchObject({ scan: null, stop: [scan.id] });
    expect((await agent.report(scan, 2, hosts(["10.3.0.4"]))).body.status).toBe("cancelled");
    expect((await agent.end(scan, { outcome: "released" })).body.status).toBe("cancelled");
    expect(await lab.seen(net)).toMatchObject([{ ip: "10.3.0.4" }]);
    expect((await lab.scan(scan.id)).status).toBe("cancelled");
  });

  it("that a process leaves, or loses, goes on where it was in another one of the agent", async () => {
    const { api } = lab;
    const net = await lab.network("10.4.0.0/29");
    const agent = await lab.agent({ network_ids: [net] });
    await lab.ask(net);
    const first = (await agent.work()).body.scan;
    await agent.report(first, 1, hosts(["10.4.0.1"], ["10.4.0.2"]));
    expect((await agent.end(first, { outcome: "released" })).status).toBe(200);
    const second = (await agent.work()).body.scan;
    expect(second.targets).toEqual(["10.4.0.3-10.4.0.6"]);
    await agent.report(second, 1, hosts([], ["10.4.0.4"]));
    const stale = await agent.report(first, 2, hosts(["10.4.0.3"]));
    expect([stale.status, stale.body.code]).toEqual([409, "CONFLICT"]);
    // Killed: nothing is said, and another process comes.
    const another = { instance: "another-process" };
    const refused = await agent.work(another);
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([409, "CONFLICT", "30"]);
    const { body: told } = await api.admin("GET", `/api/agents/${agent.id}`);
    expect(told).toMatchObject({ status: "online", problem: expect.stringContaining("a second process uses its token") });
    expect((await agent.work(another)).status).toBe(409);
    // Another instance within the minute is not noted either.
    expect((await agent.work({ instance: "a-third-process" })).status).toBe(409);
    await api.clock.advance(61_000);
    expect((await api.admin("GET", `/api/agents/${agent.id}`)).body.status).toBe("offline");
    const third = (await agent.work(another)).body.scan;
    expect(third.targets).toEqual(["10.4.0.3", "10.4.0.5-10.4.0.6"]);
    // The first comes back: now it is the second.
    expect((await agent.work()).status).toBe(409);
    await agent.report(third, 1, hosts(["10.4.0.3"], ["10.4.0.5", "10.4.0.6"]));
    expect((await agent.end(third, { outcome: "completed", batches: 1 })).body.status).toBe("completed");
    expect(await lab.scan(third.id)).toMatchObject({ found_hosts: 2, scanned_hosts: 6, coverage: { probed: 6, skipped: 0 } });
    const actions = (await lab.audited()).filter(({ resource_id: id }) => id === agent.id).map(({ action, status }) => [action, status]);
    expect(actions).toEqual([
      ["second_process", "failure"],
      ["connect", "success"],
      ["second_process", "failure"],
      ["connect", "success"],
      ["create", "success"],
    ]);
    const { events } = (await api.admin("GET", "/api/events?limit=500")).body;
    expect(events.filter(({ event }: { event: string }) => event === "agent.second_process")).toHaveLength(2);
  });

  it("waits for an agent that is away, says so, and fails in the end", async () => {
    const net = await lab.network("10.5.0.0/29");
    const agent = await lab.agent({ network_ids: [net], name: "far away" });
    const { id } = (await lab.ask(net)).body;
    await lab.says(id, /^the agent far away was never heard of: the scan waits for it$/);
    expect((await lab.scan(id)).status).toBe("pending");
    const { scan } = (await agent.work()).body;
    expect(await lab.scan(id)).toMatchObject({ status: "pending", error_message: "" });
    await agent.report(scan, 1, hosts(["10.5.0.1"]));
    await lab.says(id, /^the agent far away has not been heard of since .*: the scan waits for it$/);
    expect((await lab.scan(id)).status).toBe("running");
    await lab.says(id, /has waited for too long$/);
    expect(await lab.scan(id)).toMatchObject({ status: "failed", found_hosts: 1 });
    expect((await agent.report(scan, 2, hosts(["10.5.0.2"]))).body.status).toBe("failed");
  });

  it("is bounded: strange, foreign, wrong and huge reports are refused and told, once", async () => {
    const { api } = lab;
    const [own, foreign] = [await lab.network("10.6.0.0/29"), await lab.network("10.7.0.0/29")];
    const agent = await lab.agent({ network_ids: [own] });
    const neighbour = await lab.agent({ network_ids: [foreign] });
    await lab.ask(own);
    await lab.ask(foreign);
    const { scan } = (await agent.work()).body;
    const other = (await neighbour.work()).body.scan;
    await neighbour.report(other, 1, []);
    const outside = await agent.report(scan, 1, hosts(["10.6.0.1", "10.99.0.1"]));
    expect(problemsOf(outside)).toEqual({ "reports[2].ip": "is not an address of this scan" });
    expect(await lab.seen(own)).toEqual([]);
    const stolen = await agent.report(other, 2, hosts(["10.7.0.1"]));
    expect([stolen.status, stolen.body.code]).toEqual([403, "FORBIDDEN"]);
    expect((await agent.report({ id: UNKNOWN_ID, lease: "x" }, 1, [])).status).toBe(404);
    expect((await agent.report({ ...scan, lease: "guessed" }, 1, [])).status).toBe(409);
    const many = Array.from({ length: 2001 }, () => ({ kind: "host-done", ip: "10.6.0.1", outcome: "silent" }));
    expect(Object.keys(problemsOf(await agent.report(scan, 1, many)))).toEqual(["reports"]);
    const ports = [{ kind: "observation", ip: "10.6.0.1", openPorts: Array.from({ length: 1025 }, (_, at) => at + 1) }];
    expect(Object.keys(problemsOf(await agent.report(scan, 1, ports)))).toEqual(["reports[0].openPorts"]);
    const huge = `{"lease":"${"x".repeat(1_100_000)}"}`;
    expect((await agent.call("POST", `/api/agent/scans/${scan.id}/reports`, huge)).status).toBe(413);
    expect(Object.keys(problemsOf(await agent.report(scan, 0, [], { scanner: "a\nb" }))).toSorted()).toEqual(["number", "scanner"]);
    expect(Object.keys(problemsOf(await agent.work({ instance: "", wait_seconds: 26, running: [{}] }))).toSorted()).toEqual([
      "instance",
      "running[0].lease",
      "running[0].scan_id",
      "wait_seconds",
    ]);
    expect(Object.keys(problemsOf(await agent.end(scan, { outcome: "done" })))).toEqual(["outcome"]);
    expect((await agent.end(scan, { outcome: "failed", reason: "no scanner works here" })).body.status).toBe("failed");
    expect(await lab.scan(scan.id)).toMatchObject({ status: "failed", error_message: "no scanner works here", found_hosts: 0 });
    const refusals = (await lab.audited()).filter(({ action, resource_id: id }) => action === "report" && id === agent.id);
    expect(refusals).toHaveLength(1);
    expect((await api.operator("POST", `/api/discovery/scans/${other.id}/cancel`)).status).toBe(204);
  });
});
