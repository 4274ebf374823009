import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Backoff } from "../src/site/backoff.ts";
import { Batches } from "../src/site/batches.ts";
import { Outbox, type Parcel } from "../src/site/outbox.ts";
import { StateFolder } from "../src/site/state-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-state-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const parcel = (scan: string, number: number): Parcel => ({ scan_id: scan, to: "reports", body: { number } });

describe("what could not be sent", () => {
  test("waits on the disk in order, and outlives the process; a file that is torn is left out", async () => {
    const outbox = new Outbox(folder);
    for (const number of [1, 2, 3]) await outbox.add(parcel("a", number));
    outbox.remove(outbox.first()?.number as number);
    const torn = join(folder, "outbox", readdirSync(join(folder, "outbox")).toSorted()[0] as string);
    truncateSync(torn, 10);
    // Killed between the file and its name.
    writeFileSync(join(folder, "outbox", "000000000009.json.new"), "{");
    const next = new Outbox(folder);
    expect([next.size, next.first()?.parcel]).toEqual([2, parcel("a", 3)]);
    await next.add(parcel("b", 1));
    expect([next.holds("b", "reports"), next.holds("b", "end"), next.holds("c", "reports")]).toEqual([true, false, false]);
    next.remove(next.first()?.number as number);
    expect(next.first()?.parcel).toEqual(parcel("b", 1));
  });

  test("is bounded: whoever adds more waits for room, or is told to stop", async () => {
    const outbox = new Outbox(folder, 100);
    await outbox.add({ ...parcel("a", 1), body: { text: "x".repeat(200) } });
    let added = false;
    const second = outbox.add(parcel("a", 2)).then(() => (added = true));
    const stop = new AbortController();
    const third = outbox.add(parcel("a", 3), stop.signal);
    stop.abort(new Error("stopped"));
    await expect(third).rejects.toThrow("stopped");
    expect(added).toBe(false);
    outbox.remove(outbox.first()?.number as number);
    await second;
    expect(outbox.first()?.parcel).toEqual(parcel("a", 2));
  });
});

test("a state folder has one process at a time, which is the same after it starts again", async () => {
  const first = await StateFolder.open(folder);
  await expect(StateFolder.open(folder)).rejects.toThrow("is used by another agent");
  first.note([{ scan_id: "s", lease: "l" }]);
  first.close();
  const second = await StateFolder.open(folder);
  expect([second.instance, second.held()]).toEqual([first.instance, [{ scan_id: "s", lease: "l" }]]);
  second.close();
});

test("tries come at random after waits that grow to a minute, and not before the server says", () => {
  const backoff = new Backoff(() => 1);
  expect(Array.from({ length: 8 }, () => backoff.next())).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(backoff.next(90_000)).toBe(90_000);
  backoff.reset();
  expect(backoff.next()).toBe(1000);
  expect(new Backoff(() => 0).next()).toBe(500);
});

describe("batches", () => {
  test("hold whole hosts, warnings, and nothing that the server would refuse", () => {
    const batches = new Batches();
    batches.take({ kind: "observation", ip: "10.0.0.1", evidence: "arp" });
    batches.take({ kind: "observation", ip: "10.0.0.2", evidence: "icmp" });
    batches.take({ kind: "host-done", ip: "10.0.0.1", outcome: "answered" });
    batches.take({ kind: "nonsense" });
    batches.take({ kind: "observation", ip: "10.0.0.2", openPorts: Array.from({ length: 2000 }, (_, at) => at + 1) });
    expect(batches.next().map(({ kind }) => kind)).toEqual(["observation", "host-done", "warning"]);
    expect(batches.next()).toEqual([]);
    batches.closeAll();
    const [, ports] = batches.next();
    expect(ports).toMatchObject({ ip: "10.0.0.2" });
    expect(ports?.kind === "observation" && ports.openPorts).toHaveLength(1024);
  });

  test("are as long as the server takes, and tell how a host ended whatever it said", () => {
    const batches = new Batches();
    const service = { port: 80, protocol: "tcp", service: "s".repeat(255), version: "v".repeat(255) } as const;
    for (let times = 0; times < 300; times += 1)
      batches.take({ kind: "observation", ip: "10.0.0.1", services: Array.from({ length: 100 }, () => service) });
    batches.take({ kind: "host-done", ip: "10.0.0.1", outcome: "answered" });
    for (let host = 2; host < 250; host += 1)
      for (let times = 0; times < 9; times += 1) batches.take({ kind: "host-done", ip: `10.0.0.${host}`, outcome: "silent" });
    expect(batches.isFull).toBe(true);
    const sent = [];
    for (let batch = batches.next(); batch.length > 0; batch = batches.next()) {
      expect(batch.length).toBeLessThanOrEqual(700);
      expect(JSON.stringify(batch).length).toBeLessThan(700_000);
      sent.push(...batch);
    }
    expect(sent.filter(({ kind }) => kind === "host-done")).toHaveLength(1 + 248 * 9);
    expect(batches.isFull).toBe(false);
  });

  test("tell whom a device hears, as far as the server takes it", () => {
    const batches = new Batches();
    const neighbour = { port: "p", name: "n".repeat(255), neighbourPort: "q".repeat(255), macs: [], addresses: ["2001:db8::1"] };
    const heard = { kind: "neighbours", device: "d", name: "core", macs: ["02:00:00:00:00:01"] } as const;
    batches.take({ ...heard, neighbours: [neighbour] });
    expect(batches.next()).toEqual([{ ...heard, neighbours: [neighbour] }]);
    batches.take({ ...heard, neighbours: Array.from({ length: 500 }, () => neighbour) });
    const [cut] = batches.next();
    expect(cut?.kind === "neighbours" && cut.neighbours.length).toBeGreaterThan(300);
    expect(JSON.stringify(cut).length).toBeLessThan(210_000);
    batches.take({ ...heard, neighbours: Array.from({ length: 501 }, () => neighbour) });
    expect(batches.next()).toMatchObject([{ kind: "warning", code: "TOOL" }]);
  });

  test("tell with each host at which switch its hardware was heard: the server takes them one by one", () => {
    const batches = new Batches();
    const near = "02:00:00:00:00:01";
    batches.take({ kind: "hardware", macAddress: near, switchPort: "access-1 / Gi1/0/1" });
    batches.take({ kind: "hardware", macAddress: "02:00:00:00:00:02" });
    batches.take({ kind: "observation", ip: "10.0.0.1", evidence: "router-table", macAddress: near });
    batches.take({ kind: "observation", ip: "10.0.0.2", evidence: "arp", macAddress: "02:00:00:00:00:02" });
    // What the host says counts, not what a router remembers.
    batches.take({ kind: "observation", ip: "10.0.0.3", evidence: "router-table", macAddress: near });
    batches.take({ kind: "observation", ip: "10.0.0.3", evidence: "arp", macAddress: "02:00:00:00:00:03" });
    for (const last of [1, 2, 3]) batches.take({ kind: "host-done", ip: `10.0.0.${last}`, outcome: "answered" });
    batches.warn({ code: "WITNESS", message: "the SNMP device core-1 does not respond" });
    const sent = batches.next();
    expect(sent.filter((report) => report.kind === "observation" && report.evidence === "switch-table")).toEqual([
      { kind: "observation", ip: "10.0.0.1", evidence: "switch-table", switchPort: "access-1 / Gi1/0/1" },
      { kind: "observation", ip: "10.0.0.2", evidence: "switch-table" },
    ]);
    const host = ["observation", "observation", "host-done"];
    expect(sent.map(({ kind }) => kind)).toEqual([...host, ...host, ...host, "warning"]);
  });
});
