import type { InventoryServices } from "@cadastre/inventory-core";
import { describe, expect, it, vi } from "vitest";
import { scanHost } from "./scan-lab.ts";
import { answering, ScriptedScanner, stuckAfter } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const MAC = "02:00:00:00:00:07";
const OTHER_MAC = "02:00:00:00:00:08";
const names = (events: readonly { readonly event: string }[]): string[] =>
  events.map(({ event }) => event).filter((event) => event.startsWith("discovery."));

describe.each(DATABASES)("scans on %s", (_, openPlace) => {
  it("probe each address once, and tell what they saw and what they covered", async () => {
    const scanner = new ScriptedScanner(answering({ "10.0.0.7": MAC }));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
    const asked = await inventory.scans.start(network.id, { scan_type: "full" });
    expect(asked).toMatchObject({
      status: "pending",
      scan_type: "full",
      total_hosts: 254,
      scanned_hosts: 0,
      found_hosts: 0,
      progress_percent: 0,
      started_at: null,
    });
    const scan = await host.reaches(asked.id, "completed");
    expect(scan).toMatchObject({ scanned_hosts: 254, found_hosts: 1, progress_percent: 100, scanner: "scripted", error_message: "" });
    expect(scan.coverage).toEqual({
      probed: 254,
      answered: 1,
      unreachable: 0,
      cut_short: 0,
      skipped: 0,
      excluded: 0,
      reasons: [],
      warnings: [],
    });
    expect(scan.completed_at).not.toBeNull();
    expect(scanner.asked).toHaveLength(1);
    expect(new Set(scanner.asked[0]).size).toBe(254);
    expect(scanner.asked[0]).not.toEqual(scanner.asked[0]?.toSorted());
    expect(names(host.events)).toEqual(["discovery.started", "discovery.device_found", "discovery.completed"]);
    const [found] = await inventory.discoveredDevices.list({ network_id: network.id });
    expect(found).toMatchObject({
      ip: "10.0.0.7",
      mac_address: MAC,
      status: "up",
      confidence: 70,
      hostname: "",
      open_ports: [],
      promoted_to_device_id: null,
    });
    expect(await inventory.scans.list({ network_id: network.id })).toEqual([scan]);
  });

  it("keep what an earlier scan saw, and take hosts for gone only where they looked", async () => {
    const scanner = new ScriptedScanner(answering({ "10.0.0.1": MAC, "10.0.0.2": OTHER_MAC }));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory, clock } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const scanOnce = async (status: "completed" | "failed" = "completed"): Promise<void> => {
      await clock.advance(1000);
      await host.reaches((await inventory.scans.start(network.id, {})).id, status);
    };
    const seen = async (): Promise<unknown[]> =>
      (await inventory.discoveredDevices.list({ network_id: network.id })).map(({ ip, status, mac_address: mac }) => [ip, status, mac]);
    await scanOnce();
    const [first] = await inventory.discoveredDevices.list({ network_id: network.id });
    scanner.script = async function* nameless(plan) {
      for (const ip of plan.targets) {
        if (ip === "10.0.0.1")
          yield { kind: "observation", ip, evidence: "tcp-open", openPorts: [22], name: { text: "one.lab", source: "ptr" } };
        yield ip === "10.0.0.2"
          ? { kind: "host-done", ip, outcome: "skipped", reason: "no-route" }
          : { kind: "host-done", ip, outcome: ip === "10.0.0.1" ? "answered" : "silent" };
      }
    };
    await scanOnce();
    expect(await seen()).toEqual([
      ["10.0.0.1", "up", MAC],
      ["10.0.0.2", "up", OTHER_MAC],
    ]);
    const [again] = await inventory.discoveredDevices.list({ network_id: network.id });
    expect(again).toMatchObject({ id: first?.id, first_seen: first?.first_seen, hostname: "one.lab", open_ports: [22] });
    expect(again?.last_seen).not.toBe(first?.last_seen);
    scanner.script = answering({ "10.0.0.1": MAC });
    await scanOnce();
    expect(await seen()).toEqual([
      ["10.0.0.1", "up", MAC],
      ["10.0.0.2", "down", OTHER_MAC],
    ]);
    scanner.script = async function* broken(plan) {
      for (const ip of plan.targets) yield { kind: "host-done", ip, outcome: "silent" };
      throw new Error("the cable fell out");
    };
    await scanOnce("failed");
    // Nothing answers: it is we who do not hear.
    scanner.script = answering({});
    await scanOnce();
    expect(await seen()).toEqual([
      ["10.0.0.1", "up", MAC],
      ["10.0.0.2", "down", OTHER_MAC],
    ]);
  });

  it("fail with the reason when nothing could be probed, and when the scanner fails, hangs or is not there", async () => {
    const scanner = new ScriptedScanner(async function* skip(plan) {
      for (const ip of plan.targets) yield { kind: "host-done", ip, outcome: "skipped", reason: "no-permission" };
    });
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory, clock } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const failure = async (): Promise<string> =>
      (await host.reaches((await inventory.scans.start(network.id, {})).id, "failed")).error_message;
    expect(await failure()).toContain("this machine may not send to it");
    scanner.script = async function* silent() {};
    expect(await failure()).toContain("the scanner said nothing of it");
    scanner.script = async function* broken() {
      yield { kind: "observation", ip: "10.0.0.3", evidence: "icmp" };
      throw new Error("the cable fell out");
    };
    expect(await failure()).toBe("the scanner scripted failed: the cable fell out");
    expect(await inventory.discoveredDevices.list({ network_id: network.id })).toHaveLength(1);
    scanner.why = "it has no rights here";
    expect(await failure()).toContain("it has no rights here");
    scanner.why = null;
    scanner.script = stuckAfter(1, false);
    const { id } = await inventory.scans.start(network.id, {});
    await host.reaches(id, "running");
    await vi.waitFor(() => expect(scanner.asked.length).toBe(4));
    await clock.advance(299_000);
    expect((await inventory.scans.get(id)).status).toBe("running");
    // Its limit counts from the last report, which may have arrived after the first advance.
    await vi.waitFor(async () => {
      await clock.advance(2000);
      expect(await inventory.scans.get(id)).toMatchObject({
        status: "failed",
        error_message: expect.stringContaining("nothing came from it"),
      });
    });
    expect(names(host.events)).not.toContain("discovery.completed");
  });

  it("take nothing that they did not ask for", async () => {
    const scanner = new ScriptedScanner(async function* liar(plan) {
      for (const ip of ["10.0.1.1", "10.0.0.0", "not an address", "10.0.0.1", "10.0.0.1"]) {
        yield { kind: "observation", ip, evidence: "icmp" };
        yield { kind: "host-done", ip, outcome: "answered" };
      }
      for (const ip of plan.targets) yield { kind: "host-done", ip, outcome: "silent" };
    });
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const network = await host.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const scan = await host.reaches((await host.inventory.scans.start(network.id, {})).id, "completed");
    expect(scan).toMatchObject({ scanned_hosts: 6, found_hosts: 1, coverage: { answered: 1, warnings: [{ code: "TOOL" }] } });
    expect(await host.inventory.discoveredDevices.list({ network_id: network.id })).toHaveLength(1);
  });

  it("end when they are cancelled, with what was seen, and only then let another one begin", async () => {
    const scanner = new ScriptedScanner(stuckAfter(3, true, 2));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory, clock } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const { id } = await inventory.scans.start(network.id, {});
    await host.reaches(id, "running");
    await expect(inventory.scans.start(network.id, {})).rejects.toMatchObject({ code: "CONFLICT" });
    await vi.waitFor(() => expect(scanner.asked.length).toBe(1));
    await clock.advance(600);
    const running = await vi.waitFor(async () => {
      const scan = await inventory.scans.get(id);
      expect(scan.scanned_hosts).toBe(5);
      return scan;
    });
    expect(running).toMatchObject({ found_hosts: 3, progress_percent: 35.7 });
    await inventory.scans.cancel(id);
    expect(scanner.signals[0]?.aborted).toBe(true);
    expect(await inventory.scans.get(id)).toMatchObject({ status: "cancelled", error_message: "cancelled by system" });
    await expect(inventory.scans.cancel(id)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(inventory.scans.cancel("nothing")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await inventory.discoveredDevices.list({ network_id: network.id })).toHaveLength(3);
    scanner.script = answering({});
    await host.reaches((await inventory.scans.start(network.id, {})).id, "completed");
    await inventory.scans.delete(id);
    await expect(inventory.scans.get(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("open a conflict where an address answers with other hardware, until somebody settles it", async () => {
    const scanner = new ScriptedScanner(answering({ "10.0.0.1": MAC }));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const scanOnce = async (): Promise<unknown> => await host.reaches((await inventory.scans.start(network.id, {})).id, "completed");
    await scanOnce();
    scanner.script = answering({ "10.0.0.1": OTHER_MAC });
    await scanOnce();
    await scanOnce();
    const [conflict, ...others] = await inventory.conflicts.list({ status: "active" });
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({
      type: "discovery_mismatch",
      ip_address: "10.0.0.1",
      network_ids: [network.id],
      subnets: ["10.0.0.0/29"],
    });
    expect(conflict?.description).toBe(`10.0.0.1 answered with the MAC address ${OTHER_MAC}, and before with ${MAC}`);
    expect(await inventory.conflicts.detect()).toMatchObject({ count: 1 });
    expect(await inventory.conflicts.resolve(conflict?.id as string, { notes: "new card" })).toMatchObject({
      status: "resolved",
      notes: "new card",
    });
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("are refused for networks that are too large, and probe what is known of a wide IPv6 network", async () => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const wide = await inventory.networks.create({ name: "wide", subnet: "10.0.0.0/15" });
    await expect(inventory.scans.start(wide.id, {})).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(inventory.scans.start("nothing", {})).rejects.toMatchObject({ code: "NETWORK_NOT_FOUND" });
    const v6 = await inventory.networks.create({ name: "v6", subnet: "2001:db8::/64" });
    await inventory.devices.create({ name: "d", addresses: [{ ip: "2001:db8::5" }, { ip: "2001:db8:1::5" }] });
    await host.reaches((await inventory.scans.start(v6.id, {})).id, "completed");
    expect(scanner.asked).toEqual([["2001:db8::5"]]);
  });

  it("take turns by caller: many scans of one user do not delay the scan of another", async () => {
    const scanner = new ScriptedScanner(stuckAfter(0, true, 1));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory, clock } = host;
    const userOf = (id: string): InventoryServices => inventory.as({ id, username: id, role: "admin" });
    const ask = async (user: string, subnet: string): Promise<string> => {
      const network = await inventory.networks.create({ name: subnet, subnet });
      await clock.advance(10);
      return (await userOf(user).scans.start(network.id, {})).id;
    };
    // The host looks for scans each half second, and writes progress as often.
    const hasBegun = async (id: string | undefined): Promise<void> =>
      await vi.waitFor(async () => {
        await clock.advance(600);
        expect(await inventory.scans.get(id as string)).toMatchObject({ scanned_hosts: 1 });
      });
    const [first, second, third, fourth] = [
      await ask("ann", "10.0.0.0/30"),
      await ask("ann", "10.0.1.0/30"),
      await ask("ann", "10.0.2.0/30"),
      await ask("ann", "10.0.3.0/30"),
    ] as const;
    await hasBegun(first);
    await hasBegun(second);
    const others = [await ask("bob", "10.0.4.0/30"), await ask("eve", "10.0.5.0/30"), await ask("bob", "10.0.6.0/30")];
    const order = [others[0], others[1], third, others[2], fourth];
    for (const [index, freed] of [first, second, ...order].slice(0, order.length).entries()) {
      await inventory.scans.cancel(freed as string);
      await hasBegun(order[index]);
    }
  });
});
