import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Gate, seeing } from "../../support/scripted-scanner.ts";
import { problemsOf, UNKNOWN_ID } from "../api-server.ts";
import { type DiscoveryApi, startDiscovery } from "./discovery-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

describe.each(STORAGES)("scans over HTTP on %s", (storage) => {
  let lab: DiscoveryApi;
  beforeEach(async () => {
    lab = await startDiscovery(storage);
  });
  afterEach(async () => await lab.api.stop());

  it("are asked for, run and shown with what they found", async () => {
    const { api, scanner } = lab;
    scanner.script = seeing({
      "10.0.0.7": { macAddress: "02:00:00:00:00:07", openPorts: [443, 22], name: { text: "seven.lab", source: "ptr" } },
    });
    const net = await lab.network("10.0.0.0/24");
    const asked = await lab.ask(net, { scan_type: "full" });
    expect([asked.status, asked.body]).toEqual([
      202,
      {
        id: expect.any(String),
        network_id: net,
        status: "pending",
        scan_type: "full",
        total_hosts: 254,
        scanned_hosts: 0,
        found_hosts: 0,
        progress_percent: 0,
        scanner: "",
        rule_id: null,
        agent_id: null,
        error_message: "",
        coverage: { probed: 0, answered: 0, unreachable: 0, cut_short: 0, skipped: 0, excluded: 0, reasons: [], warnings: [] },
        started_at: null,
        completed_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    await lab.api.clock.advance(1000);
    const done = await lab.reaches(asked.body.id, "completed");
    expect(done).toEqual({
      ...asked.body,
      status: "completed",
      scanned_hosts: 254,
      found_hosts: 1,
      progress_percent: 100,
      scanner: "scripted",
      coverage: { ...asked.body.coverage, probed: 254, answered: 1 },
      started_at: expect.any(String),
      completed_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(scanner.asked).toMatchObject([{ scanType: "full", targets: { length: 254 } }]);
    expect(await lab.seen(net)).toMatchObject([
      { ip: "10.0.0.7", mac_address: "02:00:00:00:00:07", hostname: "seven.lab", open_ports: [22, 443], status: "up", network_id: net },
    ]);
    const events = await lab.told();
    expect(events.map(({ event }) => event)).toEqual(["discovery.started", "discovery.device_found", "discovery.completed"]);
    expect(events[0]).toMatchObject({ record_id: done.id, data: { status: "running" } });
    expect(events[1]).toMatchObject({ data: { ip: "10.0.0.7", network_id: net } });
    expect(events[2]).toMatchObject({ record_id: done.id, data: done });
    expect((await api.operator("POST", `/api/discovery/networks/${net}/scan`)).status).toBe(202);
  });

  it("are quick unless something else is asked for, and probe all hosts of small networks", async () => {
    const sizes = { "10.0.0.4/30": 2, "10.0.1.0/31": 2, "10.0.2.1/32": 1, "2001:db8::/126": 4 };
    for (const [subnet, total] of Object.entries(sizes)) {
      const done = await lab.scan(await lab.network(subnet));
      expect([subnet, done.scan_type, done.total_hosts, done.scanned_hosts]).toEqual([subnet, "quick", total, total]);
    }
  });

  it("are listed newest first, of one network, and by status", async () => {
    const { api } = lab;
    const [one, two] = [await lab.network("10.0.0.0/29"), await lab.network("10.0.1.0/29")];
    const first = await lab.scan(one);
    await api.clock.advance(1000);
    const second = await lab.scan(two);
    await api.clock.advance(1000);
    const third = await lab.scan(one);
    const list = async (query = ""): Promise<unknown> => (await api.viewer("GET", `/api/discovery/scans${query}`)).body;
    expect(await list()).toEqual([third, second, first]);
    expect(await list(`?network_id=${one}`)).toEqual([third, first]);
    expect(await list(`?network_id=${UNKNOWN_ID}`)).toEqual([]);
    expect(await list("?status=completed")).toEqual([third, second, first]);
    expect(await list("?status=failed")).toEqual([]);
    expect(Object.keys(problemsOf(await api.viewer("GET", "/api/discovery/scans?status=odd")))).toEqual(["status"]);
    const got = await api.viewer("GET", `/api/discovery/scans/${first.id}`);
    expect(
      (await api.viewer("GET", `/api/discovery/scans/${first.id}`, undefined, { "if-none-match": got.headers.get("etag") ?? "" })).status,
    ).toBe(304);
  });

  it("are refused for what is not there, is too large or is asked for in other words", async () => {
    const net = await lab.network("10.0.0.0/29");
    const unknown = await lab.ask(UNKNOWN_ID);
    expect([unknown.status, unknown.body.code]).toEqual([404, "NETWORK_NOT_FOUND"]);
    // A body that is wrong does not tell whether the network is there.
    expect((await lab.ask(UNKNOWN_ID, { scan_type: "odd" })).status).toBe(404);
    for (const odd of ["odd", "", 7, null, ["quick"]])
      expect(Object.keys(problemsOf(await lab.ask(net, { scan_type: odd })))).toEqual(["scan_type"]);
    for (const body of ["{", "[]", '"quick"'])
      expect((await lab.api.operator("POST", `/api/discovery/networks/${net}/scan`, body)).status).toBe(400);
    for (const subnet of ["10.0.0.0/8", "10.64.0.0/15"]) {
      const problems = problemsOf(await lab.ask(await lab.network(subnet)));
      expect(Object.values(problems)).toEqual([expect.stringContaining("at most 65536")]);
    }
    expect((await lab.api.viewer("GET", "/api/discovery/scans")).body).toEqual([]);
    expect(lab.scanner.asked).toEqual([]);
  });

  it("wait for one another in a network, not among networks", async () => {
    lab.scanner.script = new Gate().script;
    const [one, two] = [await lab.network("10.0.0.0/29"), await lab.network("10.0.0.0/29", "twin")];
    const first = (await lab.ask(one)).body;
    for (const status of ["pending", "running"]) {
      const second = await lab.ask(one, { scan_type: "deep" });
      expect([second.status, second.body.code]).toEqual([409, "CONFLICT"]);
      expect(second.body.error).toContain(first.id);
      if (status === "pending") await lab.reaches(first.id, "running");
    }
    expect((await lab.ask(two)).status).toBe(202);
    expect((await lab.api.operator("POST", `/api/discovery/scans/${first.id}/cancel`)).status).toBe(204);
    expect((await lab.ask(one)).status).toBe(202);
  });

  it("are deleted, running ones as well; what they saw stays", async () => {
    const { api, scanner } = lab;
    const gate = new Gate(1);
    scanner.script = gate.script;
    const net = await lab.network("10.0.0.0/29");
    const { id } = (await lab.ask(net)).body;
    await lab.reaches(id, "running");
    gate.let(3);
    await expect.poll(async () => (await api.clock.advance(500), (await lab.seen(net)).length)).toBe(2);
    expect((await api.operator("DELETE", `/api/discovery/scans/${id}`)).status).toBe(204);
    await expect.poll(() => scanner.asked[0]?.signal.aborted).toBe(true);
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/cancel"],
      ["DELETE", ""],
    ] as const) {
      const gone = await api.operator(method, `/api/discovery/scans/${id}${path}`);
      expect([method, gone.status, gone.body.code]).toEqual([method, 404, "NOT_FOUND"]);
    }
    expect(await lab.seen(net)).toHaveLength(2);
    scanner.script = seeing({});
    await lab.scan(net);
    expect((await lab.told()).filter(({ event, record_id: record }) => event === "discovery.completed" && record === id)).toEqual([]);
  });

  it("go with their network, and with them all that they saw", async () => {
    const { api, scanner } = lab;
    scanner.script = seeing({ "10.0.0.1": {} });
    const [net, other] = [await lab.network("10.0.0.0/29"), await lab.network("10.0.0.0/29", "twin")];
    const rule = (await api.operator("POST", "/api/discovery/rules", { network_id: net })).body;
    await lab.scan(net);
    await lab.scan(other);
    const gate = new Gate();
    scanner.script = gate.script;
    const running = (await lab.ask(net)).body;
    await lab.reaches(running.id, "running");
    expect((await api.operator("DELETE", `/api/networks/${net}`)).status).toBe(204);
    expect((await api.viewer("GET", `/api/discovery/devices?network_id=${net}`)).body.code).toBe("NETWORK_NOT_FOUND");
    expect((await api.viewer("GET", `/api/discovery/scans?network_id=${net}`)).body).toEqual([]);
    expect((await api.viewer("GET", `/api/discovery/rules/${rule.id}`)).status).toBe(404);
    expect(await lab.seen(other)).toHaveLength(1);
    gate.let(2);
    // The host that ran it finds that out when it next writes.
    await expect.poll(async () => (await api.clock.advance(500), scanner.asked.at(-1)?.signal.aborted)).toBe(true);
    expect((await api.inventory.verify()).differences).toEqual([]);
  });
});
