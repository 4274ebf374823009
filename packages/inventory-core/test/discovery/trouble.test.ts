import { type ScanReport, DiscoveredDevice } from "@cadastre/inventory-core";
import { describe, expect, it, vi } from "vitest";
import { scanHost } from "./scan-lab.ts";
import { answering, ScriptedScanner, stuckAfter } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const MAC = "02:00:00:00:00:07";

describe.each(DATABASES)("scans in trouble on %s", (_, openPlace) => {
  it("fail soon when a scanner breaks or hangs while it is asked whether it works", async () => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { id: network } = await host.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    scanner.unavailable = async () => await Promise.reject(new Error("the driver is gone"));
    const broken = await host.reaches((await host.inventory.scans.start(network, {})).id, "failed");
    expect(broken.error_message).toContain("the driver is gone");
    scanner.unavailable = async () => await new Promise(() => {});
    const { id } = await host.inventory.scans.start(network, {});
    const hung = await vi.waitFor(async () => {
      await host.clock.advance(1000);
      const scan = await host.inventory.scans.get(id);
      expect(scan.status).toBe("failed");
      return scan;
    });
    expect(hung.error_message).toContain("does not say whether it works");
  });

  it("take no report that is none: neither wrong fields, nor what a hostile host wants in", async () => {
    const wrong: readonly unknown[] = [
      null,
      "nonsense",
      { kind: "progress" },
      { kind: "observation", ip: "10.0.0.1", evidence: "hearsay" },
      { kind: "observation", ip: "10.0.0.1", evidence: "icmp", openPorts: [70_000] },
      { kind: "observation", ip: "10.0.0.1", evidence: "icmp", services: "ssh" },
      { kind: "observation", ip: "10.0.0.1", evidence: "icmp", vendor: 7 },
      { kind: "observation", ip: "10.0.0.1", evidence: "icmp", osGuess: "\u001B[2J" },
      { kind: "observation", ip: "10.0.0.1", evidence: "icmp", name: { text: "\uD800", source: "ptr" } },
      { kind: "observation", ip: "10.0.0.1", evidence: "icmp", name: { text: "x".repeat(100_000), source: "ptr" } },
      { kind: "observation", ip: "10.0.0.1", evidence: "arp", macAddress: "XX" },
      { kind: "host-done", ip: "10.0.0.2", outcome: "skipped", reason: "no-mood" },
      { kind: "warning", code: "NONE", message: "x" },
    ];
    const scanner = new ScriptedScanner(async function* scan(plan) {
      for (const report of wrong) yield report as ScanReport;
      yield* answering({ "10.0.0.2": MAC })(plan, new AbortController().signal);
    });
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const { id: network } = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const scan = await host.reaches((await inventory.scans.start(network, {})).id, "completed");
    expect(scan).toMatchObject({ scanned_hosts: 6, found_hosts: 1 });
    expect(scan.coverage.warnings.length).toBeGreaterThan(5);
    for (const warning of scan.coverage.warnings)
      expect(warning).toEqual({ code: "TOOL", message: expect.stringContaining("invalid reports") });
    const seen = await inventory.discoveredDevices.list({ network_id: network });
    expect(seen.map(({ ip }) => ip)).toEqual(["10.0.0.2"]);
    for (const device of seen) expect(DiscoveredDevice.safeParse(device).success).toBe(true);
  });

  it("complete and say so when no address of a wide network is known, and fail when every address is excluded", async () => {
    await using place = await openPlace();
    await using host = await scanHost(place, new ScriptedScanner(answering({})));
    const { inventory } = host;
    const wide = await inventory.networks.create({ name: "wide", subnet: "2001:db8::/64" });
    const empty = await host.reaches((await inventory.scans.start(wide.id, {})).id, "completed");
    expect(empty).toMatchObject({ total_hosts: 0, scanned_hosts: 0, progress_percent: 100, error_message: "" });
    expect(empty.coverage.warnings).toEqual([{ code: "NOT_SWEPT", message: expect.stringContaining("no address of it is known") }]);
    const small = await inventory.networks.create({ name: "small", subnet: "10.0.0.0/30" });
    expect(
      (await host.reaches((await inventory.scans.start(small.id, { exclude_ips: "10.0.0.0/30" })).id, "failed")).error_message,
    ).toContain("every address of the network is excluded");
  });

  it("end when their network is moved, and what was seen outside it goes", async () => {
    const scanner = new ScriptedScanner(answering({ "10.0.0.1": MAC, "10.0.0.9": MAC }));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory, clock } = host;
    const { id: network } = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    await host.reaches((await inventory.scans.start(network, {})).id, "completed");
    scanner.script = stuckAfter(1);
    const { id } = await inventory.scans.start(network, {});
    await host.reaches(id, "running");
    const rule = await inventory.discoveryRules.create({ network_id: network, exclude_ips: "10.0.0.9" });
    await inventory.networks.update(network, { subnet: "10.0.0.0/29" });
    expect((await inventory.discoveredDevices.list({ network_id: network })).map(({ ip }) => ip)).not.toContain("10.0.0.9");
    const scan = await vi.waitFor(async () => {
      await clock.advance(600);
      const now = await inventory.scans.get(id);
      expect(now.status).toBe("failed");
      return now;
    });
    expect(scan.error_message).toBe("the subnet of the network became 10.0.0.0/29 while it was scanned");
    expect(scanner.signals.at(-1)?.aborted).toBe(true);
    // What a rule excludes lies outside now: it can still be switched off, and not be given anew.
    expect(await inventory.discoveryRules.update(rule.id, { enabled: false })).toMatchObject({ enabled: false });
    await expect(inventory.discoveryRules.update(rule.id, { exclude_ips: "10.0.0.10" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    const large = await inventory.networks.create({ name: "large", subnet: "10.0.0.0/8" });
    await expect(inventory.discoveryRules.create({ network_id: large.id })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { network_id: expect.anything() },
    });
  });

  it("promote into the datacenter of the network, unless another one is named", async () => {
    await using place = await openPlace();
    await using host = await scanHost(place, new ScriptedScanner(answering({ "10.0.0.1": MAC, "10.0.0.2": "02:00:00:00:00:08" })));
    const { inventory } = host;
    const [here, there] = [await inventory.datacenters.create({ name: "here" }), await inventory.datacenters.create({ name: "there" })];
    const { id: network } = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29", datacenter_id: here.id });
    await host.reaches((await inventory.scans.start(network, {})).id, "completed");
    const [one, two] = await inventory.discoveredDevices.list({ network_id: network });
    expect(await inventory.discoveredDevices.promote(one?.id as string, { name: "one" })).toMatchObject({
      datacenter_id: here.id,
      addresses: [{ ip: "10.0.0.1", network_id: network }],
    });
    expect(await inventory.discoveredDevices.promote(two?.id as string, { name: "two", datacenter_id: there.id })).toMatchObject({
      datacenter_id: there.id,
    });
  });
});
