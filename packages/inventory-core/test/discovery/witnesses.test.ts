import type { ScanReport } from "@cadastre/inventory-core";
import { describe, expect, it, vi } from "vitest";
import { scanHost } from "./scan-lab.ts";
import { answering, ScriptedScanner } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const ROUTER_MAC = "3c:52:82:00:00:01";
const OWN_MAC = "3c:52:82:00:00:02";

/** A witness that tells some reports, and then what is done with it. */
function witness(script: ScriptedScanner["script"], id = "tables"): ScriptedScanner {
  return Object.assign(new ScriptedScanner(script, id), { isWitness: true });
}

const telling = (...reports: readonly ScanReport[]): ScriptedScanner["script"] =>
  async function* scan() {
    yield* reports;
  };

const heard = (ip: string, more: object = {}): ScanReport => ({
  kind: "observation",
  ip,
  evidence: "router-table",
  macAddress: ROUTER_MAC,
  ...more,
});

describe.each(DATABASES)("scans with witnesses, on %s", (_, openPlace) => {
  it("put together what a witness read and what a scanner saw: a sighting of one host", async () => {
    await using place = await openPlace();
    const tables = witness(
      telling(
        heard("10.0.0.1"),
        heard("10.0.0.2"),
        { kind: "observation", ip: "10.0.0.2", switchPort: "access1 / Gi1/0/2" },
        heard("10.0.0.3", { macAddress: "3c:52:82:00:00:03" }),
        { kind: "hardware", macAddress: "3c:52:82:00:00:03" },
        { kind: "hardware", macAddress: OWN_MAC, switchPort: "access1 / Gi1/0/4" },
        // It is not for a witness to say that a target is done.
        { kind: "host-done", ip: "10.0.0.5", outcome: "answered" },
        heard("192.0.2.1"),
      ),
    );
    const scanner = new ScriptedScanner(answering({ "10.0.0.1": OWN_MAC, "10.0.0.4": OWN_MAC }));
    await using host = await scanHost(place, scanner, undefined, {}, [tables.plugin]);
    const network = await host.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const { id } = await host.inventory.scans.start(network.id, {});
    const scan = await host.reaches(id, "completed");
    expect(tables.plans[0]).toMatchObject({ networkId: network.id, subnet: "10.0.0.0/29" });
    expect(scan).toMatchObject({ scanner: "scripted", found_hosts: 4, coverage: { probed: 6, answered: 2 } });
    const seen = await host.inventory.discoveredDevices.list({ network_id: network.id });
    expect(seen.map((one) => [one.ip, one.mac_address, one.switch_port, one.confidence])).toEqual([
      // What answers for itself goes before what a router remembers.
      ["10.0.0.1", OWN_MAC, "access1 / Gi1/0/4", 87],
      ["10.0.0.2", ROUTER_MAC, "access1 / Gi1/0/2", 30],
      ["10.0.0.3", "3c:52:82:00:00:03", "", 58],
      ["10.0.0.4", OWN_MAC, "access1 / Gi1/0/4", 82],
    ]);
    expect(scan.coverage.warnings).toMatchObject([{ code: "TOOL", message: expect.stringContaining("not asked to probe") as string }]);
  });

  it("go on when a witness fails, cannot work, or breaks its word, with a warning that says so", async () => {
    await using place = await openPlace();
    const failing = witness(async function* scan() {
      yield heard("10.0.0.2");
      throw new Error("the tables are on fire");
    }, "failing");
    const unable = Object.assign(witness(telling(heard("10.0.0.3")), "unable"), { why: "no rights" });
    const odd = witness(telling(undefined as unknown as ScanReport, { kind: "observation" } as unknown as ScanReport), "odd");
    await using host = await scanHost(
      place,
      new ScriptedScanner(answering({})),
      undefined,
      {},
      [failing, unable, odd].map(({ plugin }) => plugin),
    );
    const network = await host.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const { id } = await host.inventory.scans.start(network.id, {});
    const { coverage, found_hosts: found } = await host.reaches(id, "completed");
    expect(found).toBe(1);
    expect(unable.plans).toEqual([]);
    expect(coverage.warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        "the witness failing was not heard to its end: the tables are on fire",
        expect.stringContaining("the scanner sent invalid reports"),
      ]),
    );
  });

  it("end at once when they are cancelled while a witness hangs, and leave one that takes too long", async () => {
    await using place = await openPlace();
    const hanging = witness(async function* scan() {
      yield heard("10.0.0.2");
      await new Promise(() => {});
    });
    const scanner = new ScriptedScanner(answering({}));
    await using host = await scanHost(place, scanner, undefined, {}, [hanging.plugin]);
    const network = await host.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const first = await host.inventory.scans.start(network.id, {});
    await vi.waitFor(() => expect(hanging.plans).toHaveLength(1));
    await host.inventory.scans.cancel(first.id);
    await vi.waitFor(() => expect(hanging.signals[0]?.aborted).toBe(true));
    expect(scanner.plans).toEqual([]);
    const second = await host.inventory.scans.start(network.id, {});
    await vi.waitFor(() => expect(hanging.plans).toHaveLength(2));
    await host.clock.advance(120_000);
    const { coverage } = await host.reaches(second.id, "completed");
    expect(coverage.warnings).toEqual([{ code: "WITNESS", message: "the witness tables was not heard to its end: it took too long" }]);
  });

  it("are not run by a witness alone", async () => {
    await using place = await openPlace();
    const alone = witness(telling());
    await using host = await scanHost(place, alone);
    expect(host.inventory.host.features).not.toContain("discovery");
    const network = await host.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    await expect(host.inventory.scans.start(network.id, {})).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});
