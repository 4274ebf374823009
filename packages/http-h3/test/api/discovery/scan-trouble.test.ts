import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Gate, hanging, type Script, seeing } from "../../support/scripted-scanner.ts";
import { type Reply, startApi, UNKNOWN_ID } from "../api-server.ts";
import { type DiscoveryApi, startDiscovery } from "./discovery-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

describe.each(STORAGES)("scans in trouble over HTTP on %s", (storage) => {
  let lab: DiscoveryApi;
  beforeEach(async () => {
    lab = await startDiscovery(storage);
  });
  afterEach(async () => await lab.api.stop());

  const cancel = async (id: string): Promise<Reply> => await lab.api.operator("POST", `/api/discovery/scans/${id}/cancel`);

  it("fail with the scanner's reason, keep what was seen, and take nobody for gone", async () => {
    const { scanner } = lab;
    const net = await lab.network("10.0.0.0/29");
    scanner.script = seeing({ "10.0.0.1": {}, "10.0.0.2": {} });
    await lab.scan(net);
    const broken: Script = async function* scan() {
      yield { kind: "host-done", ip: "10.0.0.1", outcome: "silent" };
      yield { kind: "observation", ip: "10.0.0.3", evidence: "icmp" };
      throw new Error("the cable fell out");
    };
    scanner.script = broken;
    const failed = await lab.scan(net, {}, "failed");
    expect(failed).toMatchObject({
      error_message: "the scanner scripted failed: the cable fell out",
      scanned_hosts: 1,
      found_hosts: 1,
      completed_at: expect.any(String),
    });
    expect((await lab.seen(net)).map(({ ip, status }: { ip: string; status: string }) => [ip, status])).toEqual([
      ["10.0.0.1", "up"],
      ["10.0.0.2", "up"],
      ["10.0.0.3", "up"],
    ]);
    scanner.script = () => {
      throw new Error("not even begun");
    };
    expect((await lab.scan(net, {}, "failed")).error_message).toContain("not even begun");
    scanner.script = () => ({
      [Symbol.asyncIterator]: () => ({ next: async () => await Promise.reject(new TypeError("next is broken")) }),
    });
    expect((await lab.scan(net, {}, "failed")).error_message).toContain("next is broken");
    expect((await cancel(failed.id)).body.code).toBe("CONFLICT");
    expect((await lab.told()).filter(({ event }) => event === "discovery.completed")).toHaveLength(1);
  });

  it("fail when nothing could be probed, and say why", async () => {
    const { scanner } = lab;
    const net = await lab.network("10.0.0.0/29");
    const skipping: Script = async function* scan({ targets }) {
      for (const ip of targets)
        yield { kind: "host-done", ip, outcome: "skipped", reason: ip === "10.0.0.1" ? "no-route" : "no-permission" };
    };
    scanner.script = skipping;
    const failed = await lab.scan(net, {}, "failed");
    expect(failed).toMatchObject({ scanned_hosts: 0, coverage: { probed: 0, skipped: 6 } });
    expect(failed.coverage.reasons.toSorted((a: { count: number }, b: { count: number }) => a.count - b.count)).toEqual([
      { reason: "this machine has no route to it", count: 1 },
      { reason: "this machine may not send to it", count: 5 },
    ]);
    expect(failed.error_message).toContain("may not send");
    scanner.why = "it needs the right to open raw sockets";
    const asked = scanner.asked.length;
    expect((await lab.scan(net, {}, "failed")).error_message).toContain("it needs the right to open raw sockets");
    expect(scanner.asked).toHaveLength(asked);
  });

  it("are refused where there is no scanner", async () => {
    const api = await startApi(storage);
    try {
      const net = (await api.operator("POST", "/api/networks", { name: "lab", subnet: "10.0.0.0/29" })).body.id;
      const refused = await api.operator("POST", `/api/discovery/networks/${net}/scan`, {});
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([503, "UNAVAILABLE", expect.stringContaining("no scanner")]);
      expect((await api.viewer("GET", "/api/discovery/scans")).body).toEqual([]);
    } finally {
      await api.stop();
    }
  });

  it("are cancelled without waiting for the scanner, also when the scanner hears nothing, and another one may begin", async () => {
    const { scanner } = lab;
    const net = await lab.network("10.0.0.0/29");
    for (const script of [hanging, new Gate().script]) {
      scanner.script = script;
      const { id } = (await lab.ask(net)).body;
      await lab.reaches(id, "running");
      const begun = performance.now();
      expect((await cancel(id)).status).toBe(204);
      const cancelled = (await lab.api.viewer("GET", `/api/discovery/scans/${id}`)).body;
      expect(performance.now() - begun).toBeLessThan(15_000);
      expect(cancelled).toMatchObject({ status: "cancelled", error_message: "cancelled by operator", completed_at: expect.any(String) });
      await expect.poll(() => scanner.asked.at(-1)?.signal.aborted).toBe(true);
      const again = await cancel(id);
      expect([again.status, again.body.code]).toEqual([409, "CONFLICT"]);
    }
    scanner.script = seeing({ "10.0.0.1": {} });
    const done = await lab.scan(net);
    expect((await cancel(done.id)).status).toBe(409);
    const missing = await cancel(UNKNOWN_ID);
    expect([missing.status, missing.body.code]).toEqual([404, "NOT_FOUND"]);
    // What is written after the end changes no state.
    await lab.api.clock.advance(5000);
    const statuses = (await lab.api.viewer("GET", `/api/discovery/scans?network_id=${net}`)).body.map(
      ({ status }: { status: string }) => status,
    );
    expect(statuses.toSorted()).toEqual(["cancelled", "cancelled", "completed"]);
  });

  it("take nothing that they did not ask for, and nothing twice", async () => {
    const lying: Script = async function* scan({ targets }) {
      for (const ip of ["10.0.1.1", "10.0.0.0", "192.0.2.7", "::1", "not an address", "", "10.0.0.1", "10.0.0.1"]) {
        yield { kind: "observation", ip, evidence: "icmp" };
        yield { kind: "host-done", ip, outcome: "answered" };
      }
      for (const ip of targets) for (const _ of [1, 2]) yield { kind: "host-done", ip, outcome: "silent" };
      yield { kind: "observation", ip: "10.0.0.2", evidence: "icmp" };
    };
    lab.scanner.script = lying;
    const net = await lab.network("10.0.0.0/29");
    const done = await lab.scan(net);
    expect(done).toMatchObject({
      total_hosts: 6,
      scanned_hosts: 6,
      progress_percent: 100,
      coverage: { probed: 6, answered: 1, skipped: 0, warnings: [{ code: "TOOL" }] },
    });
    expect((await lab.seen(net)).map(({ ip }: { ip: string }) => ip)).toEqual(["10.0.0.1", "10.0.0.2"]);
  });

  it("show what they could not tell: skipped, unreachable and cut short hosts, and warnings", async () => {
    const partial: Script = async function* scan() {
      yield { kind: "warning", code: "NEIGHBOUR_TABLE", message: "the table is full" };
      yield { kind: "warning", code: "NEIGHBOUR_TABLE", message: "the table is full" };
      yield { kind: "observation", ip: "10.0.0.1", evidence: "icmp" };
      yield { kind: "host-done", ip: "10.0.0.1", outcome: "answered", cutShort: true };
      yield { kind: "host-done", ip: "10.0.0.2", outcome: "unreachable" };
      yield { kind: "host-done", ip: "10.0.0.3", outcome: "skipped", reason: "host-budget" };
      yield { kind: "host-done", ip: "10.0.0.4", outcome: "silent" };
    };
    lab.scanner.script = partial;
    const done = await lab.scan(await lab.network("10.0.0.0/29"));
    expect(done).toMatchObject({ status: "completed", total_hosts: 6, scanned_hosts: 3, found_hosts: 1, progress_percent: 100 });
    expect(done.coverage).toEqual({
      probed: 3,
      answered: 1,
      unreachable: 1,
      cut_short: 1,
      skipped: 3,
      excluded: 0,
      reasons: [
        { reason: "the host took too long", count: 1 },
        { reason: "the scanner said nothing of it", count: 2 },
      ],
      warnings: [{ code: "NEIGHBOUR_TABLE", message: "the table is full" }],
    });
  });

  it("show progress that only grows, while they run", async () => {
    const { api, scanner } = lab;
    const silent = 2;
    const gate = new Gate(silent);
    scanner.script = gate.script;
    const net = await lab.network("10.0.0.0/28");
    const { id } = (await lab.ask(net)).body;
    await lab.reaches(id, "running");
    const polls: { scanned_hosts: number; found_hosts: number; progress_percent: number; coverage: { probed: number } }[] = [];
    for (let hosts = 1; hosts <= 13; hosts += 3) {
      gate.let(hosts === 1 ? 1 : 3);
      await expect
        .poll(
          async () => (
            await api.clock.advance(500),
            polls.push((await api.viewer("GET", `/api/discovery/scans/${id}`)).body),
            polls.at(-1)?.scanned_hosts
          ),
        )
        .toBe(hosts);
    }
    gate.let(1);
    polls.push(await lab.reaches(id, "completed"));
    for (const [index, { scanned_hosts: scanned, found_hosts: found, progress_percent: percent, coverage }] of polls.entries()) {
      const before = polls[index - 1];
      expect([found, coverage.probed, percent]).toEqual([
        Math.max(0, scanned - silent),
        scanned,
        index === polls.length - 1 ? 100 : Math.floor((scanned * 1000) / 14) / 10,
      ]);
      expect(scanned).toBeGreaterThanOrEqual(before?.scanned_hosts ?? 0);
      expect(percent).toBeGreaterThanOrEqual(before?.progress_percent ?? 0);
    }
  });
});
