import os, { type NetworkInterfaceInfo } from "node:os";
import { createInventory } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scanHost } from "./scan-lab.ts";
import { answering, ScriptedScanner, stuckAfter } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const HOUR_MS = 3_600_000;

/** What this machine has for addresses, as the test says. */
const own = (...addresses: readonly string[]): void =>
  void vi.spyOn(os, "networkInterfaces").mockReturnValue({ eth0: addresses.map((address) => ({ address }) as NetworkInterfaceInfo) });

beforeEach(() => own("127.0.0.1", "::1", "fe80::1%eth0"));
afterEach(() => vi.restoreAllMocks());

describe.each(DATABASES)("addresses that are not scanned on %s", (_, openPlace) => {
  it.each([
    ["127.0.0.1/32", "127.0.0.0/8"],
    ["127.0.0.0/24", "127.0.0.0/8"],
    ["0.0.0.0/32", "0.0.0.0/8"],
    ["::ffff:127.0.0.1/128", "127.0.0.0/8"],
    ["169.254.169.254/32", "169.254.169.254/32"],
    ["169.254.7.0/24", "169.254.0.0/16"],
    ["168.63.129.16/32", "168.63.129.16/32"],
    ["224.0.0.0/28", "224.0.0.0/4"],
    ["239.255.255.250/32", "224.0.0.0/4"],
    ["::1/128", "::1/128"],
    ["::/128", "::/128"],
    ["fe80::/126", "fe80::/10"],
    ["fe80::/64", "fe80::/10"],
    ["ff02::/120", "ff00::/8"],
    ["fd00:ec2::254/128", "fd00:ec2::254/128"],
    ["64:ff9b::7f00:1/128", "127.0.0.0/8"],
    ["2002:7f00:1::1/128", "127.0.0.0/8"],
    ["2002:a9fe:a9fe::/48", "169.254.169.254/32"],
  ])("are refused with their range, by a scan and by a rule: %s", async (subnet, range) => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const { id } = await inventory.networks.create({ name: "lab", subnet });
    const refused = { code: "FORBIDDEN", details: { range }, message: expect.stringMatching(/may not be scanned.*DISCOVERY_ALLOW/) };
    await expect(inventory.scans.start(id, {})).rejects.toMatchObject(refused);
    await expect(inventory.discoveryRules.create({ network_id: id, scan_type: "quick", interval_hours: 1 })).rejects.toMatchObject(refused);
    expect(await inventory.scans.list()).toEqual([]);
    expect(scanner.asked).toEqual([]);
  });

  it("are opened by what the operator allows, and by nothing wider", async () => {
    const scanner = new ScriptedScanner(answering({ "127.0.0.2": "02:00:00:00:00:02" }));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner, undefined, { allow: "127.0.0.2, 127.0.0.3, fe80::/64" });
    const { inventory } = host;
    const loopback = await inventory.networks.create({ name: "loopback", subnet: "127.0.0.0/29" });
    const scan = await host.reaches((await inventory.scans.start(loopback.id, {})).id, "completed");
    expect(scan).toMatchObject({ total_hosts: 2, scanned_hosts: 2, found_hosts: 1 });
    expect(scanner.asked[0]?.toSorted()).toEqual(["127.0.0.2", "127.0.0.3"]);
    const other = await inventory.networks.create({ name: "other", subnet: "127.1.0.0/29" });
    await expect(inventory.scans.start(other.id, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
    const link = await inventory.networks.create({ name: "link", subnet: "fe80::8/126" });
    await host.reaches((await inventory.scans.start(link.id, {})).id, "completed");
    expect(scanner.asked[1]).toHaveLength(4);
  });

  it("get no packet inside a larger network, and are not counted: neither this machine's own, nor what was heard of", async () => {
    own("10.0.0.3", "2001:db8::5");
    const scanner = new ScriptedScanner(answering({}));
    scanner.heard = ["2001:db8::5", "2001:db8::6"];
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const small = await inventory.networks.create({ name: "small", subnet: "10.0.0.0/29" });
    const scan = await inventory.scans.start(small.id, {});
    expect(scan).toMatchObject({ total_hosts: 5, coverage: { excluded: 0, skipped: 0 } });
    expect(await host.reaches(scan.id, "completed")).toMatchObject({ total_hosts: 5, scanned_hosts: 5, coverage: { skipped: 0 } });
    expect(scanner.asked[0]).not.toContain("10.0.0.3");
    expect(scanner.plans[0]?.targets.has("10.0.0.3")).toBe(false);
    const wide = await inventory.networks.create({ name: "wide", subnet: "2001:db8::/64" });
    await host.reaches((await inventory.scans.start(wide.id, {})).id, "completed");
    expect(scanner.asked[1]).toEqual(["2001:db8::6"]);
    const alone = await inventory.networks.create({ name: "alone", subnet: "10.0.0.3/32" });
    await expect(inventory.scans.start(alone.id, {})).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { range: "10.0.0.3" },
      message: expect.stringContaining("the scanning host itself"),
    });
  });

  it("are those of the host that runs the scan, also when another one planned it", async () => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    let id = "";
    {
      await using planner = await scanHost(place, scanner, undefined, { allow: "127.0.0.0/8" });
      // Nobody runs it there: its machine is busy with others.
      scanner.script = stuckAfter(0);
      for (const subnet of ["10.1.0.0/29", "10.2.0.0/29"])
        await planner.reaches(
          (await planner.inventory.scans.start((await planner.inventory.networks.create({ name: subnet, subnet })).id, {})).id,
          "running",
        );
      const network = await planner.inventory.networks.create({ name: "lab", subnet: "127.0.0.0/29" });
      id = (await planner.inventory.scans.start(network.id, {})).id;
      for (const scan of await planner.inventory.scans.list({ status: "running" })) await planner.inventory.scans.delete(scan.id);
      await planner.inventory.close();
    }
    scanner.script = answering({});
    scanner.asked.length = 0;
    await using host = await scanHost(place, scanner);
    await host.clock.advance(1000);
    const failed = await host.reaches(id, "failed");
    expect(failed).toMatchObject({ total_hosts: 0, error_message: expect.stringContaining("does not scan these addresses") });
    expect(scanner.asked).toEqual([]);
  });

  it("stay unscanned where a rule was made before: it waits for its next time", async () => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    const clock = await (async () => {
      await using host = await scanHost(place, scanner, undefined, { allow: "127.0.0.0/8" });
      const network = await host.inventory.networks.create({ name: "lab", subnet: "127.0.0.0/29" });
      await host.inventory.discoveryRules.create({ network_id: network.id, scan_type: "quick", interval_hours: 1 });
      return host.clock;
    })();
    await using host = await scanHost(place, scanner, clock);
    const [before] = await host.inventory.discoveryRules.list();
    await clock.advance(2 * HOUR_MS);
    const after = await vi.waitFor(async () => {
      const [rule] = await host.inventory.discoveryRules.list();
      expect(rule?.next_due_at).not.toBe(before?.next_due_at);
      return rule;
    });
    expect(after?.last_started_at).toBeNull();
    expect(await host.inventory.scans.list()).toEqual([]);
    expect(scanner.asked).toEqual([]);
  });
});

it("what is allowed is checked before anything is opened", async () => {
  const { sqlite } = await import("@cadastre/inventory-core/sqlite");
  await expect(createInventory({ storage: sqlite(":memory:"), discovery: { allow: "localhost" } })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { allow: expect.anything() },
  });
});
