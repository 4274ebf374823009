import { createInventory, type DiscoveryOptions } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { scanHost } from "./scan-lab.ts";
import { answering, ScriptedScanner, stuckAfter } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const MAC = "02:00:00:00:00:07";

describe.each(DATABASES)("what is asked of scans on %s", (_, openPlace) => {
  it("is kept: ports, and addresses that are left out", async () => {
    const scanner = new ScriptedScanner(answering({ "10.0.0.2": MAC, "10.0.0.5": MAC }));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const asked = await inventory.scans.start(network.id, {
      scan_type: "full",
      ports: [22, 443, 22],
      exclude_ips: "10.0.0.1-10.0.0.2, 10.0.0.6",
    });
    expect(asked).toMatchObject({ total_hosts: 3, coverage: { excluded: 3 } });
    await host.reaches(asked.id, "completed");
    expect(scanner.asked[0]?.toSorted()).toEqual(["10.0.0.3", "10.0.0.4", "10.0.0.5"]);
    expect(scanner.plans[0]).toMatchObject({ ports: [22, 443], limits: { probesPerSecond: 3000, connectionsPerHost: 32 } });
    await host.reaches((await inventory.scans.start(network.id, { ports: [22] })).id, "completed");
    expect(scanner.plans[1]).toMatchObject({ scanType: "quick", ports: [], limits: { connectionsPerHost: 10 } });
    for (const [input, field] of [
      [{ exclude_ips: "10.0.0.9" }, "exclude_ips"],
      [{ exclude_ips: "nonsense" }, "exclude_ips"],
      [{ ports: [0] }, "ports[0]"],
      [{ ports: [22, 65_536] }, "ports[1]"],
      [{ ports: Array.from({ length: 1025 }, (_, index) => index + 1) }, "ports"],
    ] as const) {
      await expect(inventory.scans.start(network.id, { ...input, ports: [...(input.ports ?? [])] })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: expect.objectContaining({ [field]: expect.anything() }),
      });
    }
  });

  it("does not reach addresses that the host must not probe", async () => {
    const scanner = new ScriptedScanner(answering({ "10.0.0.2": MAC, "10.0.0.5": MAC }));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner, undefined, { doNotProbe: "10.0.0.4/30, 192.0.2.1" });
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const scan = await host.reaches((await inventory.scans.start(network.id, {})).id, "completed");
    expect(scanner.asked[0]?.toSorted()).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
    expect(scanner.plans[0]?.targets.has("10.0.0.5")).toBe(false);
    expect(scan).toMatchObject({
      total_hosts: 6,
      scanned_hosts: 3,
      found_hosts: 1,
      progress_percent: 100,
      coverage: { skipped: 3, reasons: [{ reason: expect.stringContaining("do-not-probe"), count: 3 }] },
    });
    const forbidden = await inventory.networks.create({ name: "forbidden", subnet: "192.0.2.1/32" });
    const refused = await host.reaches((await inventory.scans.start(forbidden.id, {})).id, "failed");
    expect(refused.error_message).toContain("do-not-probe");
    expect(scanner.asked).toHaveLength(1);
  });

  it("is run by the scanner that was chosen, or not at all", async () => {
    const first = new ScriptedScanner(answering({}), "first");
    const second = new ScriptedScanner(answering({}), "second");
    await using place = await openPlace();
    const scan = async (discovery: DiscoveryOptions): Promise<unknown> => {
      await using inventory = await createInventory({ storage: place.storage(), plugins: [first.plugin, second.plugin], discovery });
      const [network] = await inventory.networks.list();
      const { id } = network ?? (await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/30" }));
      let last: unknown;
      for await (const { status, scanner, error_message: why } of inventory.scans.watch((await inventory.scans.start(id, {})).id))
        last = [status, scanner, why];
      return last;
    };
    expect(await scan({ scanner: "second" })).toEqual(["completed", "second", ""]);
    second.why = "it needs a right";
    expect(await scan({ scanner: "second" })).toEqual(["failed", "", expect.stringContaining("it needs a right")]);
    expect(await scan({ scanner: "third" })).toEqual([
      "failed",
      "",
      expect.stringMatching(/third is not installed: there are first, second/),
    ]);
    expect(await scan({})).toEqual(["completed", "first", ""]);
  });

  it("is refused, and left to others, by a host without a scanner", async () => {
    const scanner = new ScriptedScanner(stuckAfter(1));
    await using place = await openPlace();
    let id = "";
    const clock = new FakeClock();
    {
      await using host = await scanHost(place, scanner, clock);
      const network = await host.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
      await host.inventory.discoveryRules.create({ network_id: network.id, scan_type: "full", interval_hours: 1 });
      id = (await host.inventory.scans.start(network.id, {})).id;
      await host.reaches(id, "running");
    }
    await using bare = await createInventory({ storage: place.storage(), clock });
    await clock.advance(3 * 3_600_000);
    expect(await bare.scans.list()).toMatchObject([{ id, status: "running" }]);
    const network = await bare.networks.create({ name: "other", subnet: "10.0.1.0/29" });
    await expect(bare.scans.start(network.id, {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining("no scanner"),
    });
  });

  it("does not keep a host from stopping, whenever that is", async () => {
    await using place = await openPlace();
    for (let turns = 0; turns < 8; turns += 1) {
      const inventory = await createInventory({ storage: place.storage(), plugins: [new ScriptedScanner(stuckAfter(1, false)).plugin] });
      const [network] = await inventory.networks.list();
      const { id } = network ?? (await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" }));
      const { id: scan } = await inventory.scans.start(id, {});
      for (let turn = 0; turn < turns * 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await inventory.close();
      await using after = await createInventory({ storage: place.storage() });
      expect((await after.scans.get(scan)).status).toMatch(/pending|running/);
      await after.scans.delete(scan);
    }
  });
});

describe("options of discovery", () => {
  it("are checked before anything is opened", async () => {
    const { sqlite } = await import("@cadastre/inventory-core/sqlite");
    await expect(
      createInventory({ storage: sqlite(":memory:"), discovery: { doNotProbe: "nowhere", probesPerSecond: 0 } }),
    ).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { doNotProbe: expect.anything(), probesPerSecond: expect.anything() },
    });
  });
});
