import type { DiscoveryOptions, Inventory, LoggedEvent, MissingAddress } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { type ScanHost, scanHost } from "../discovery/scan-lab.ts";
import { answering, ScriptedScanner, stuckAfter } from "../discovery/scripted-scanner.ts";
import { changeIn, undoneIn } from "../undo/undo-world.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const MAC = "3c:00:00:00:00:01";
const THERE = { "10.0.0.1": MAC };

/** What was told of absence, from the log that both hosts write. */
async function toldOf(inventory: Inventory): Promise<(readonly [event: string, ip: string])[]> {
  const { events } = await inventory.events.read({ after: "0-0", limit: 1000 });
  return (events as LoggedEvent[])
    .filter(({ event }) => event === "device.missing" || event === "device.returned")
    .map(({ event, data }) => [event, (data as MissingAddress).ip] as const);
}

describe.each(DATABASES)("missing addresses on %s", (_, openPlace) => {
  async function lab(discovery: DiscoveryOptions = {}) {
    const place = await openPlace();
    const scanner = new ScriptedScanner(answering(THERE));
    const host = await scanHost(place, scanner, undefined, discovery);
    const { inventory } = host;
    const { id: network } = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const scan = async (hosts: Readonly<Record<string, string>> = THERE, by: ScanHost = host, exclude = "") => {
      scanner.script = answering(hosts);
      await host.clock.advance(60_000);
      return await by.reaches((await by.inventory.scans.start(network, { exclude_ips: exclude })).id, "completed");
    };
    const missing = async () => (await inventory.discoveredDevices.missing({ network_id: network })).map(({ ip }) => ip);
    const close = async (): Promise<void> => {
      await host[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    };
    return { place, scanner, host, inventory, network, scan, missing, [Symbol.asyncDispose]: close };
  }

  it("are told of once after three scans that covered them, and once when they return, by whichever host", async () => {
    await using it = await lab();
    const { inventory, host } = it;
    const device = await inventory.devices.create({ name: "db", addresses: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] });
    await inventory.devices.create({ name: "spare", status: "planned", addresses: [{ ip: "10.0.0.3" }] });
    await using other = await scanHost(it.place, it.scanner, host.clock);
    const first = await it.scan();
    await it.scan(THERE, other);
    expect([await it.missing(), await toldOf(inventory)]).toEqual([[], []]);
    await it.scan();
    const told = {
      device_id: device.id,
      device_name: "db",
      ip: "10.0.0.2",
      network_id: it.network,
      since: first.completed_at,
      last_seen: null,
    };
    expect(await inventory.discoveredDevices.missing()).toEqual([told]);
    await it.scan(THERE, other);
    expect(await toldOf(inventory)).toEqual([["device.missing", "10.0.0.2"]]);
    await it.scan({ ...THERE, "10.0.0.2": MAC }, other);
    expect([await it.missing(), await toldOf(inventory)]).toEqual([
      [],
      [
        ["device.missing", "10.0.0.2"],
        ["device.returned", "10.0.0.2"],
      ],
    ]);
    // It has to be missed three times again.
    for (let missed = 0; missed < 2; missed += 1) await it.scan();
    expect(await it.missing()).toEqual([]);
    await it.scan();
    expect(await inventory.discoveredDevices.missing()).toEqual([{ ...told, since: expect.any(String), last_seen: expect.any(String) }]);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("are none where a scan saw nobody, did not look, failed or was cancelled", async () => {
    await using it = await lab({ missingAfter: 1 });
    await it.inventory.devices.create({ name: "db", addresses: [{ ip: "10.0.0.2" }] });
    await it.scan({});
    await it.scan(THERE, it.host, "10.0.0.2");
    it.scanner.script = async function* fails() {
      yield { kind: "observation", ip: "10.0.0.1", evidence: "icmp" };
      throw new Error("no route");
    };
    await it.host.reaches((await it.inventory.scans.start(it.network, {})).id, "failed");
    it.scanner.script = stuckAfter(1);
    const { id } = await it.inventory.scans.start(it.network, {});
    await it.host.reaches(id, "running");
    await it.inventory.scans.cancel(id);
    await it.host.reaches(id, "cancelled");
    expect([await it.missing(), await toldOf(it.inventory)]).toEqual([[], []]);
    await it.scan();
    expect(await it.missing()).toEqual(["10.0.0.2"]);
  });

  it("are those that a device holds now, while it is active", async () => {
    await using it = await lab({ missingAfter: 2 });
    const { inventory } = it;
    const { id } = await inventory.devices.create({ name: "db", addresses: [{ ip: "10.0.0.2" }, { ip: "10.0.0.3" }] });
    await it.scan();
    // What was missed of the one address does not count for the other, nor for another device there.
    await inventory.devices.update(id, { addresses: [{ ip: "10.0.0.3" }, { ip: "10.0.0.4" }] });
    const other = await inventory.devices.create({ name: "web", addresses: [{ ip: "10.0.0.2" }] });
    await it.scan();
    expect(await it.missing()).toEqual(["10.0.0.3"]);
    await it.scan();
    expect(await it.missing()).toEqual(["10.0.0.2", "10.0.0.3", "10.0.0.4"]);
    await inventory.devices.update(id, { status: "maintenance" });
    expect(await it.missing()).toEqual(["10.0.0.2"]);
    await inventory.devices.delete(other.id);
    expect(await it.missing()).toEqual([]);
    await inventory.devices.update(id, { status: "active" });
    expect(await it.missing()).toEqual(["10.0.0.3", "10.0.0.4"]);
    await expect(inventory.discoveredDevices.missing({ network_id: "none" })).rejects.toMatchObject({ code: "NETWORK_NOT_FOUND" });
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("change nothing the second time, and neither does anything else that was seen", async () => {
    await using it = await lab({ missingAfter: 1 });
    const { inventory } = it;
    await inventory.devices.create({
      name: "db",
      hostname: "db",
      addresses: [{ ip: "10.0.0.1", mac: "3c:00:00:00:00:02" }, { ip: "10.0.0.2" }],
    });
    const seen = { "10.0.0.1": MAC, "10.0.0.5": "3c:00:00:00:00:05" };
    const all = async () => {
      const discovered = await inventory.discoveredDevices.list({ state: ["unknown", "known", "differs", "ignored"] });
      const { events } = await inventory.events.read({ after: "0-0", limit: 1000 });
      return {
        discovered: discovered.map(({ last_seen: _, ...one }) => one),
        missing: (await inventory.discoveredDevices.missing()).map(({ last_seen: _, ...one }) => one),
        devices: await inventory.devices.list(),
        conflicts: await inventory.conflicts.list(),
        events: (events as LoggedEvent[]).filter(({ event }) => !event.startsWith("discovery.")).length,
      };
    };
    await it.scan(seen);
    const once = await all();
    expect(once.discovered.map(({ state }) => state)).toEqual(["differs", "unknown"]);
    await it.scan(seen);
    expect(await all()).toEqual(once);
  });

  it("are missing again after an undo restores the device, the address or the network that was deleted", async () => {
    await using it = await lab();
    const { inventory, network, host } = it;
    const device = await inventory.devices.create({ name: "db", addresses: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] });
    for (let missed = 0; missed < 3; missed += 1) await it.scan();
    const before = await inventory.discoveredDevices.missing();
    expect(before.map(({ ip }) => ip)).toEqual(["10.0.0.2"]);
    for (const work of [
      async () => await inventory.devices.delete(device.id),
      async () => await inventory.devices.update(device.id, { addresses: [{ ip: "10.0.0.1" }] }),
      async () => await inventory.networks.delete(network),
    ]) {
      const change = await changeIn(inventory, host.clock, work);
      await undoneIn(inventory, host.clock, change);
      expect(await inventory.discoveredDevices.missing()).toEqual(before);
    }
    expect((await inventory.verify()).differences).toEqual([]);
    await it.scan({ ...THERE, "10.0.0.2": MAC });
    expect(await toldOf(inventory)).toEqual([
      ["device.missing", "10.0.0.2"],
      ["device.returned", "10.0.0.2"],
    ]);
  });

  it("are not missing after an undo when a scan saw the address in the meantime", async () => {
    await using it = await lab();
    const { inventory, host } = it;
    const device = await inventory.devices.create({ name: "db", addresses: [{ ip: "10.0.0.2" }] });
    for (let missed = 0; missed < 3; missed += 1) await it.scan();
    const change = await changeIn(inventory, host.clock, async () => await inventory.devices.delete(device.id));
    await it.scan({ ...THERE, "10.0.0.2": MAC });
    await undoneIn(inventory, host.clock, change);
    expect(await inventory.discoveredDevices.missing()).toEqual([]);
  });
});
