import { FakeClock } from "@cadastre/testing";
import { describe, expect, it, vi } from "vitest";
import { scanHost, type ScanHost } from "./scan-lab.ts";
import { answering, ScriptedScanner, stuckAfter } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("scans of hosts that share a database, on %s", (_, openPlace) => {
  it("go on at another host when theirs is silent, without what was done, and are written by one", async () => {
    await using place = await openPlace();
    const dying = new ScriptedScanner(stuckAfter(2, true, 2), "first");
    const healthy = new ScriptedScanner(answering({}), "second");
    await using first = await scanHost(place, dying);
    const network = await first.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const { id } = await first.inventory.scans.start(network.id, {});
    await vi.waitFor(() => expect(dying.asked).toHaveLength(1));
    await first.clock.advance(600);
    await vi.waitFor(async () => expect((await first.inventory.scans.get(id)).scanned_hosts).toBe(4));
    // The first host stands still from here on: its clock does.
    await using second = await scanHost(place, healthy, new FakeClock(new Date(first.clock.now()).toISOString()));
    await second.clock.advance(29_000);
    expect(healthy.asked).toEqual([]);
    await vi.waitFor(async () => {
      await second.clock.advance(1000);
      expect(healthy.asked).toHaveLength(1);
    });
    const scan = await second.reaches(id, "completed");
    expect(healthy.asked[0]).toHaveLength(10);
    const before = await first.inventory.discoveredDevices.list({ network_id: network.id });
    expect(before.map(({ ip }) => ip).filter((ip) => healthy.asked[0]?.includes(ip))).toEqual([]);
    expect(scan).toMatchObject({ scanned_hosts: 14, found_hosts: 2, scanner: "second", coverage: { probed: 14, answered: 2 } });
    // The first one wakes up, and finds that it lost the scan.
    await first.clock.advance(1000);
    await vi.waitFor(() => expect(dying.signals[0]?.aborted).toBe(true));
    expect(await second.inventory.scans.get(id)).toEqual(scan);
    expect(second.events.filter(({ event }) => event === "discovery.started")).toEqual([]);
  });

  it("are left to others by a host that stops, and are given up when host after host is lost", async () => {
    await using place = await openPlace();
    const scanner = new ScriptedScanner(stuckAfter(1, true, 1));
    const clock = new FakeClock();
    const one = await scanHost(place, scanner, clock);
    const network = await one.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const { id } = await one.inventory.scans.start(network.id, {});
    await vi.waitFor(() => expect(scanner.asked).toHaveLength(1));
    await one.inventory.close();
    await using two = await scanHost(place, scanner, clock);
    expect(await two.inventory.scans.get(id)).toMatchObject({ status: "running", scanned_hosts: 2 });
    await clock.advance(500);
    await vi.waitFor(() => expect(scanner.asked).toHaveLength(2));
    expect(scanner.asked[1]).toHaveLength(4);
    const lost = [];
    for (let nth = 2; nth <= 3; nth += 1) {
      const next = await scanHost(place, scanner, new FakeClock(new Date(clock.now() + nth * 40_000).toISOString()));
      lost.push(next);
      await next.clock.advance(500);
      await vi.waitFor(() => expect(scanner.asked).toHaveLength(nth + 1));
      await next.clock.advance(600);
    }
    await using last = await scanHost(place, scanner, new FakeClock(new Date(clock.now() + 400_000).toISOString()));
    await last.clock.advance(500);
    expect((await last.reaches(id, "failed")).error_message).toContain("interrupted too often");
    expect(scanner.asked).toHaveLength(4);
    for (const host of lost) await host.inventory.close();
  });

  it("are cancelled from another host", async () => {
    await using place = await openPlace();
    const scanner = new ScriptedScanner(stuckAfter(1));
    const clock = new FakeClock();
    await using one = await scanHost(place, scanner, clock);
    await using two = await scanHost(place, new ScriptedScanner(answering({}), "other"), new FakeClock());
    const network = await one.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const { id } = await one.inventory.scans.start(network.id, {});
    await vi.waitFor(() => expect(scanner.asked).toHaveLength(1));
    await two.inventory.scans.cancel(id);
    await clock.advance(500);
    await vi.waitFor(() => expect(scanner.signals[0]?.aborted).toBe(true));
    expect(await one.inventory.scans.get(id)).toMatchObject({ status: "cancelled" });
    await vi.waitFor(async () => expect(await one.inventory.discoveredDevices.list({ network_id: network.id })).toHaveLength(1));
  });
});

describe.each(DATABASES)("discovery rules on %s", (_, openPlace) => {
  const HOUR_MS = 3_600_000;

  it("are due once for all hosts, an interval after they were made, enabled or started", async () => {
    await using place = await openPlace();
    const scanner = new ScriptedScanner(answering({}));
    const start = "2026-03-01T00:00:00.000Z";
    await using one = await scanHost(place, scanner, new FakeClock(start));
    await using two = await scanHost(place, scanner, new FakeClock(start));
    const { inventory } = one;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const rule = await inventory.discoveryRules.create({
      network_id: network.id,
      interval_hours: 2,
      exclude_ips: "10.0.0.1-10.0.0.4, 10.0.0.8/30,10.0.0.14",
    });
    const due = Date.parse(rule.next_due_at as string);
    expect(due - Date.parse(start)).toBeGreaterThanOrEqual(2 * HOUR_MS);
    expect(due - Date.parse(start)).toBeLessThanOrEqual(2.1 * HOUR_MS);
    const advance = async (ms: number): Promise<void> => void (await Promise.all([one.clock.advance(ms), two.clock.advance(ms)]));
    const scans = async (): Promise<number> => (await inventory.scans.list()).length;
    // A look that falls on one under way is left out: the next one, ten seconds later, finds what is due.
    const reaches = async (count: number): Promise<void> =>
      await vi.waitFor(async () => {
        await advance(10_000);
        expect(await scans()).toBe(count);
      });
    await advance(2 * HOUR_MS - 20_000);
    expect(await scans()).toBe(0);
    await advance(0.1 * HOUR_MS + 40_000);
    await reaches(1);
    const [scan] = await inventory.scans.list();
    await one.reaches(scan?.id as string, "completed");
    expect(scan).toMatchObject({ rule_id: rule.id, total_hosts: 5, coverage: { excluded: 9 } });
    expect(scanner.asked[0]?.toSorted()).toEqual(["10.0.0.12", "10.0.0.13", "10.0.0.5", "10.0.0.6", "10.0.0.7"]);
    await advance(1.9 * HOUR_MS);
    expect(await scans()).toBe(1);
    await inventory.discoveryRules.update(rule.id, { enabled: false });
    expect((await inventory.discoveryRules.get(rule.id)).next_due_at).toBeNull();
    await advance(10 * HOUR_MS);
    expect(await scans()).toBe(1);
    await inventory.discoveryRules.update(rule.id, { enabled: true });
    await advance(1.9 * HOUR_MS);
    expect(await scans()).toBe(1);
    await advance(0.3 * HOUR_MS);
    await reaches(2);
  });

  it("with a schedule are due once for all hosts, and not for a time that no host was there for", async () => {
    await using place = await openPlace();
    const scanner = new ScriptedScanner(answering({}));
    const start = "2026-03-28T00:00:00.000Z";
    const clocks = [new FakeClock(start), new FakeClock(start)];
    const hosts = await Promise.all(clocks.map(async (clock) => await scanHost(place, scanner, clock)));
    const { inventory } = hosts[0] as ScanHost;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const rule = await inventory.discoveryRules.create({ network_id: network.id, schedule: "30 2 * * *", timezone: "Europe/Berlin" });
    expect(rule).toMatchObject({ interval_hours: null, next_due_at: "2026-03-28T01:30:00.000Z" });
    const advance = async (ms: number): Promise<void> => void (await Promise.all(clocks.map(async (clock) => await clock.advance(ms))));
    const count = async (): Promise<number> => (await inventory.scans.list()).length;
    await advance(1.5 * HOUR_MS - 10_000);
    expect(await count()).toBe(0);
    await vi.waitFor(async () => {
      await advance(10_000);
      expect(await count()).toBe(1);
    });
    await hosts[0]?.reaches((await inventory.scans.list())[0]?.id as string, "completed");
    // Half past two does not come on the next day: it is due when the gap ends.
    expect((await inventory.discoveryRules.get(rule.id)).next_due_at).toBe("2026-03-29T01:00:00.000Z");
    await advance(HOUR_MS);
    expect(await count()).toBe(1);
    for (const host of hosts) await host.inventory.close();
    await using late = await scanHost(place, scanner, new FakeClock("2026-03-29T09:00:00.000Z"));
    await vi.waitFor(async () => {
      await late.clock.advance(10_000);
      expect((await late.inventory.discoveryRules.get(rule.id)).next_due_at).toBe("2026-03-30T00:30:00.000Z");
    });
    expect(await late.inventory.scans.list()).toHaveLength(1);
  });

  it("are checked", async () => {
    await using place = await openPlace();
    await using host = await scanHost(place, new ScriptedScanner(answering({})));
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const problems = async (body: object): Promise<string[]> =>
      await inventory.discoveryRules.create(body as never).then(
        () => [],
        (error: { details: object }) => Object.keys(error.details),
      );
    expect(await problems({})).toEqual(["network_id"]);
    expect(await problems({ network_id: "nothing", interval_hours: 0, scan_type: "x", enabled: "yes" })).toEqual([
      "enabled",
      "scan_type",
      "interval_hours",
      "network_id",
    ]);
    for (const text of ["10.0.0.9-10.0.0.1", "10.0.0.1-2001:db8::1", "x", "10.0.0.1-", "10.1.0.0/24", "192.168.0.1"]) {
      expect(await problems({ network_id: network.id, exclude_ips: text }), text).toEqual(["exclude_ips"]);
    }
    await inventory.discoveryRules.create({ network_id: network.id });
    await expect(inventory.discoveryRules.create({ network_id: network.id })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    const deep = await inventory.discoveryRules.create({ network_id: network.id, scan_type: "deep" });
    await expect(inventory.discoveryRules.update(deep.id, { scan_type: "quick" })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    expect(await inventory.discoveryRules.update(deep.id, { scan_type: "deep" })).toEqual(deep);
    await inventory.discoveryRules.delete(deep.id);
    expect(await inventory.discoveryRules.list()).toHaveLength(1);
  });
});

describe.each(DATABASES)("promotion on %s", (_, openPlace) => {
  it("makes one device of what was seen, and follows what becomes of both", async () => {
    await using place = await openPlace();
    const scanner = new ScriptedScanner(async function* full(plan) {
      for (const ip of plan.targets) {
        if (ip === "10.0.0.2")
          yield {
            kind: "observation",
            ip,
            evidence: "arp",
            vendor: "Acme",
            osGuess: "Debian 12",
            name: { text: "two.lab", source: "mdns" },
          };
        yield { kind: "host-done", ip, outcome: ip === "10.0.0.2" ? "answered" : "silent" };
      }
    });
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const datacenter = await inventory.datacenters.create({ name: "dc" });
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29", datacenter_id: datacenter.id });
    await host.reaches((await inventory.scans.start(network.id, {})).id, "completed");
    const [seen] = await inventory.discoveredDevices.list({ network_id: network.id });
    const id = seen?.id as string;
    await expect(inventory.discoveredDevices.promote(id, { name: "x", datacenter_id: "nothing" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    expect((await inventory.discoveredDevices.list({ network_id: network.id }))[0]?.promoted_at).toBeNull();
    const device = await inventory.discoveredDevices.promote(id, { name: "two", datacenter_id: datacenter.id });
    expect(device).toMatchObject({ name: "two", hostname: "two.lab", os: "Debian 12", make_model: "Acme", datacenter_id: datacenter.id });
    expect(device.addresses).toMatchObject([{ ip: "10.0.0.2", network_id: network.id }]);
    expect(host.events.map(({ event }) => event).slice(-2)).toEqual(["device.created", "device.promoted"]);
    expect(await inventory.discoveredDevices.list({ network_id: network.id })).toMatchObject([{ promoted_to_device_id: device.id }]);
    await expect(inventory.discoveredDevices.promote(id, { name: "again" })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    await inventory.devices.delete(device.id);
    expect(await inventory.discoveredDevices.list({ network_id: network.id })).toMatchObject([
      { promoted_to_device_id: null, promoted_at: null },
    ]);
    await inventory.discoveryRules.create({ network_id: network.id });
    await inventory.networks.delete(network.id);
    expect([await inventory.scans.list(), await inventory.discoveryRules.list()]).toEqual([[], []]);
    await expect(inventory.discoveredDevices.list({ network_id: network.id })).rejects.toMatchObject({ code: "NETWORK_NOT_FOUND" });
    await expect(inventory.discoveredDevices.promote(id, { name: "gone" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await inventory.verify()).differences).toEqual([]);
  });
});
