import { createInventory, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it, vi } from "vitest";
import { CONFLICT_RETENTION } from "../../src/conflicts/conflict-retention.ts";
import { DISCOVERY_RETENTION } from "../../src/discovery/discovery-retention.ts";
import { DELETED_PER_STEP, deleteSeen } from "../../src/reconciliation/seen-rows.ts";
import { scanHost } from "./scan-lab.ts";
import { answering, ScriptedScanner } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DAY_MS = 86_400_000;

const purges = async (inventory: Inventory): Promise<unknown[]> =>
  (await inventory.audit.list({ action: "purge" })).map(({ resource, changes, source }) => [
    resource,
    (changes as { after: object }).after,
    source,
  ]);

describe.each(DATABASES)("what was discovered, on %s", (_, openPlace) => {
  it("is deleted a step at a time, however much a network has", async () => {
    await using place = await openPlace();
    await using host = await scanHost(place, new ScriptedScanner(answering({ "10.0.0.1": "aa:00:00:00:00:01" })), new FakeClock());
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const { id } = await inventory.scans.start(network.id, {});
    await host.reaches(id, "completed");
    const steps: number[] = [];
    await inventory.host.get(STORAGE).write(async (transaction) => {
      const rows = Array.from({ length: 1200 }, (_, n) => [
        `0000-${n}`,
        network.id,
        `40b${String(n).padStart(6, "0")}`,
        "up",
        "2026",
        "{}",
      ]);
      await transaction.insert("discovered_device", ["id", "network_id", "ip_key", "status", "last_seen", "doc"], rows);
      const writer = new Proxy(transaction, {
        get: (target, name) =>
          name === "run"
            ? async (...args: Parameters<typeof target.run>) => {
                const count = await target.run(...args);
                steps.push(count);
                return count;
              }
            : Reflect.get(target, name, target),
      });
      expect(await deleteSeen(writer, "network_id = ?", [network.id])).toBe(1201);
    });
    expect(steps).toEqual([DELETED_PER_STEP, DELETED_PER_STEP, 201]);
    expect(await inventory.discoveredDevices.list({ network_id: network.id })).toEqual([]);
  });

  it("goes when nobody has seen it for long, but for what became a device and the newest scan", async () => {
    await using place = await openPlace();
    const scanner = new ScriptedScanner(answering({ "10.0.0.1": "aa:00:00:00:00:01", "10.0.0.2": "aa:00:00:00:00:02" }));
    const clock = new FakeClock("2026-01-01T00:00:00.000Z");
    await using host = await scanHost(place, scanner, clock, { retentionDays: 10 });
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const scan = async (status: "completed" | "cancelled" = "completed"): Promise<string> => {
      const { id } = await inventory.scans.start(network.id, {});
      if (status === "cancelled") await inventory.scans.cancel(id);
      await host.reaches(id, status);
      return id;
    };
    const seen = async (): Promise<string[]> => (await inventory.discoveredDevices.list({ network_id: network.id })).map(({ ip }) => ip);
    await scan();
    const [first] = await inventory.discoveredDevices.list({ network_id: network.id });
    await inventory.discoveredDevices.promote(first?.id as string, { name: "kept" });
    const purge = async (): Promise<void> => await inventory.host.get(DISCOVERY_RETENTION).purge();
    await purge();
    expect(await seen()).toHaveLength(2);
    await inventory.host.get(STORAGE).write(async (transaction) => {
      // More than go at once; one of them has been seen since.
      for (let n = 0; n < 600; n += 1)
        await transaction.run(
          `insert into discovered_device (id, network_id, ip_key, status, last_seen, promoted_to_device_id, doc)
           select ?, network_id, ?, status, ?, null, doc from discovered_device where id = ?`,
          [
            `0000-${n}`,
            `40b${String(n).padStart(6, "0")}`,
            n === 550 ? "2026-01-20T00:00:00.000Z" : "2026-01-01T00:00:00.000Z",
            first?.id as string,
          ],
        );
    });
    await clock.advance(11 * DAY_MS);
    scanner.script = answering({ "10.0.0.3": "aa:00:00:00:00:03" });
    await scan("cancelled");
    const newest = await scan();
    await vi.waitFor(async () => {
      await clock.advance(3_600_000);
      expect((await inventory.scans.list()).map(({ id }) => id)).not.toHaveLength(3);
    });
    const left = await inventory.discoveredDevices.list({ network_id: network.id });
    expect(left).toHaveLength(3);
    expect((await inventory.scans.list()).map(({ id }) => id)).toContain(newest);
    await vi.waitFor(async () =>
      expect(await purges(inventory)).toEqual([
        ["scan", { deleted: 1, before: expect.any(String) }, "retention"],
        ["discovered_device", { deleted: 600, before: expect.any(String) }, "retention"],
      ]),
    );
    // Nothing more goes, and nothing is said.
    await clock.advance(20 * DAY_MS);
    await purge();
    expect((await inventory.scans.list()).map(({ id }) => id)).toEqual([newest]);
    expect(await inventory.discoveredDevices.list({ network_id: network.id })).toHaveLength(1);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("stays where somebody ignores it, until nobody does any more", async () => {
    await using place = await openPlace();
    const clock = new FakeClock("2026-01-01T00:00:00.000Z");
    const scanner = new ScriptedScanner(answering({ "10.0.0.1": "aa:00:00:00:00:01", "10.0.0.2": "aa:00:00:00:00:02" }));
    await using host = await scanHost(place, scanner, clock, { retentionDays: 10 });
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    await host.reaches((await inventory.scans.start(network.id, {})).id, "completed");
    const seen = async () => await inventory.discoveredDevices.list({ network_id: network.id });
    const ignored = (await seen()).find(({ ip }) => ip === "10.0.0.2")?.id ?? "";
    await inventory.discoveredDevices.ignore(ignored, { note: "a guest" });
    await clock.advance(11 * DAY_MS);
    await inventory.host.get(DISCOVERY_RETENTION).purge();
    expect((await seen()).map(({ ip, state }) => [ip, state])).toEqual([["10.0.0.2", "ignored"]]);
    await inventory.discoveredDevices.unignore(ignored);
    await inventory.host.get(DISCOVERY_RETENTION).purge();
    expect(await seen()).toEqual([]);
  });

  it("stays for ever where 0 days are set", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using host = await scanHost(place, new ScriptedScanner(answering({ "10.0.0.1": "aa:00:00:00:00:01" })), clock, {
      retentionDays: 0,
    });
    const network = await host.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    await host.reaches((await host.inventory.scans.start(network.id, {})).id, "completed");
    await clock.advance(1000 * DAY_MS);
    expect(await host.inventory.discoveredDevices.list({ network_id: network.id })).toHaveLength(1);
    expect(await purges(host.inventory)).toEqual([]);
  });
});

describe.each(DATABASES)("resolved conflicts, on %s", (_, openPlace) => {
  it("go when they were resolved long ago, and no others", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock, conflictRetentionDays: 30 });
    const contested = async (ip: string): Promise<{ id: string; device: string }> => {
      await inventory.devices.create({ name: "one", addresses: [{ ip }] });
      const { id: device } = await inventory.devices.create({ name: "two", addresses: [{ ip }] });
      const id = (await inventory.conflicts.list()).find(({ ip_address: address }) => address === ip)?.id as string;
      return { id, device };
    };
    const active = await contested("10.0.0.1");
    const ignored = await contested("10.0.0.2");
    const old = await contested("10.0.0.3");
    const late = await contested("10.0.0.4");
    await inventory.conflicts.ignore(ignored.id, {});
    await inventory.devices.delete(old.device);
    await clock.advance(29 * DAY_MS);
    await inventory.devices.delete(late.device);
    const purge = async (): Promise<void> => await inventory.host.get(CONFLICT_RETENTION).purge();
    await purge();
    expect(await inventory.conflicts.list()).toHaveLength(4);
    await clock.advance(2 * DAY_MS);
    await purge();
    expect(new Set((await inventory.conflicts.list()).map(({ id }) => id))).toEqual(new Set([active.id, ignored.id, late.id]));
    // The log is read up to what has certainly ended: other tasks may be at work.
    await vi.waitFor(async () =>
      expect(await purges(inventory)).toEqual([["conflict", { deleted: 1, before: expect.any(String) }, "retention"]]),
    );
    await clock.advance(365 * DAY_MS);
    await purge();
    expect(new Set((await inventory.conflicts.list()).map(({ id }) => id))).toEqual(new Set([active.id, ignored.id]));
  });

  it("are kept for as many days as the option says, or it is refused", async () => {
    await using place = await openPlace();
    for (const days of [-1, 1.5, 36_501])
      await expect(createInventory({ storage: place.storage(), conflictRetentionDays: days })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
      });
    await expect(createInventory({ storage: place.storage(), discovery: { retentionDays: -1 } })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});
