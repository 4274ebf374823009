import { createInventory, HeatmapEntry } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it, vi } from "vitest";
import { PASSED_UPKEEP } from "../../src/address-space/passed-over/passed-upkeep.ts";
import { scanHost } from "../discovery/scan-lab.ts";
import { answering, ScriptedScanner } from "../discovery/scripted-scanner.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DAY_MS = 86_400_000;
const MAC = "02:00:00:00:00:01";

const answers = (ips: readonly string[]): Record<string, string> => Object.fromEntries(ips.map((ip) => [ip, MAC]));

/** A host whose scans see some addresses of a network with a pool. */
async function scene(place: TestDatabase, seen: readonly string[]) {
  const scanner = new ScriptedScanner(answering(answers(seen)));
  const host = await scanHost(place, scanner);
  const { inventory, clock } = host;
  const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
  const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.14" });
  const scan = async (): Promise<void> => {
    const { id } = await inventory.scans.start(network.id, {});
    await clock.advance(1000);
    await host.reaches(id, "completed");
  };
  await scan();
  return {
    inventory,
    clock,
    network,
    pool,
    scan,
    scanner,
    next: async (evidence?: "ignore") => (await inventory.pools.nextIp(pool.id, evidence === undefined ? {} : { evidence })).ip,
    [Symbol.asyncDispose]: async () => await host[Symbol.asyncDispose](),
  };
}

describe.each(DATABASES)("allocation where hosts were seen, on %s", (_, openPlace) => {
  it("passes over addresses where somebody answered who is not recorded, as long as the days say", async () => {
    await using place = await openPlace();
    await using lab = await scene(place, ["10.0.0.1", "10.0.0.2", "10.0.0.4"]);
    const { inventory, clock, pool, network, next } = lab;
    const lastSeen = (await inventory.discoveredDevices.list({ network_id: network.id }))[0]?.last_seen;
    const skipped = ["10.0.0.1", "10.0.0.2"].map((ip) => ({ ip, reason: "seen", last_seen: lastSeen }));
    expect(await inventory.pools.nextIp(pool.id)).toEqual({ ip: "10.0.0.3", skipped });
    expect(await inventory.networks.nextIp(network.id)).toEqual({ ip: "10.0.0.3", skipped });
    expect(await inventory.pools.nextIp(pool.id, { evidence: "ignore" })).toEqual({ ip: "10.0.0.1" });
    const two = await inventory.pools.allocate(pool.id, { count: 2 });
    expect(two.allocations.map(({ ip }) => ip)).toEqual(["10.0.0.3", "10.0.0.5"]);
    expect(two.skipped?.map(({ ip }) => ip)).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.4"]);
    expect((await inventory.pools.heatmap(pool.id)).slice(0, 4)).toEqual([
      { ip: "10.0.0.1", status: "available", seen: true },
      { ip: "10.0.0.2", status: "available", seen: true },
      { ip: "10.0.0.3", status: "reserved" },
      { ip: "10.0.0.4", status: "available", seen: true },
    ]);
    // Named, it is taken, and said.
    const named = await inventory.pools.allocate(pool.id, { ip: "10.0.0.2" });
    expect(named.warnings).toEqual([
      { ip: "10.0.0.2", reason: "seen", last_seen: lastSeen, message: `10.0.0.2 is taken although a host answered there at ${lastSeen}` },
    ]);
    expect((await inventory.pools.allocate(pool.id, { evidence: "ignore" })).allocations[0]?.ip).toBe("10.0.0.1");
    for (const { id } of await inventory.pools.allocations(pool.id)) await inventory.allocations.release(id);
    expect(await next()).toBe("10.0.0.3");
    // A host that becomes recorded is taken, and again passed over when the device goes.
    const device = await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.3" }, { ip: "10.0.0.1" }] });
    expect(await inventory.pools.nextIp(pool.id)).toMatchObject({ ip: "10.0.0.5", skipped: [{ ip: "10.0.0.2" }, { ip: "10.0.0.4" }] });
    await inventory.devices.delete(device.id);
    expect(await next()).toBe("10.0.0.3");
    expect(await inventory.verify()).toMatchObject({ differences: [] });
    // By time, without anybody tidying up.
    await inventory.host.get(PASSED_UPKEEP).stop();
    const before = clock.now();
    await clock.advance(Date.parse(lastSeen ?? "") + 7 * DAY_MS - before - 1);
    expect(await next()).toBe("10.0.0.3");
    await clock.advance(1);
    expect(await inventory.pools.nextIp(pool.id)).toEqual({ ip: "10.0.0.1" });
    expect((await inventory.pools.allocate(pool.id, { count: 3 })).allocations.map(({ ip }) => ip)).toEqual([
      "10.0.0.1",
      "10.0.0.2",
      "10.0.0.3",
    ]);
    expect(await inventory.verify()).toMatchObject({ differences: [] });
    await inventory.host.get(PASSED_UPKEEP).tidy();
    expect(await next()).toBe("10.0.0.4");
    expect(await inventory.verify()).toMatchObject({ differences: [] });
  });

  it("ends with the discovered device, one or all of a network", async () => {
    await using place = await openPlace();
    await using lab = await scene(place, ["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
    const { inventory, network, next, pool } = lab;
    const [first] = await inventory.discoveredDevices.list({ network_id: network.id });
    expect(await next()).toBe("10.0.0.4");
    await inventory.discoveredDevices.delete(first?.id ?? "");
    expect(await inventory.pools.nextIp(pool.id)).toEqual({ ip: "10.0.0.1" });
    await inventory.discoveredDevices.deleteOfNetwork({ network_id: network.id });
    expect((await inventory.pools.allocate(pool.id, { count: 2 })).allocations.map(({ ip }) => ip)).toEqual(["10.0.0.1", "10.0.0.2"]);
    expect(await inventory.verify()).toMatchObject({ differences: [] });
  });

  it("says what is left where nothing else is, and what to do", async () => {
    await using place = await openPlace();
    await using lab = await scene(place, ["10.0.0.5", "10.0.0.6"]);
    const { inventory, network, clock } = lab;
    await inventory.pools.delete(lab.pool.id);
    const pool = await inventory.pools.create(network.id, { name: "q", start_ip: "10.0.0.5", end_ip: "10.0.0.7", quarantine_seconds: 60 });
    const { allocations } = await inventory.pools.allocate(pool.id, {});
    expect(allocations[0]?.ip).toBe("10.0.0.7");
    await inventory.allocations.release(allocations[0]?.id ?? "");
    const until = new Date(clock.now() + 60_000).toISOString();
    await expect(inventory.pools.nextIp(pool.id)).rejects.toMatchObject({
      code: "IP_NOT_AVAILABLE",
      message:
        "pool q has no free address, but for addresses where hosts answered lately and addresses in quarantine (10.0.0.5 …): record these " +
        "hosts, delete what was discovered there or ask with evidence=ignore; wait, or end the quarantine of an address",
      details: { skipped: [{ ip: "10.0.0.5", reason: "seen" }, { ip: "10.0.0.6" }, { ip: "10.0.0.7", reason: "quarantined", until }] },
    });
    await expect(inventory.pools.allocate(pool.id, { count: 2 })).rejects.toMatchObject({
      code: "IP_NOT_AVAILABLE",
      details: { skipped: [{ ip: "10.0.0.5" }, { ip: "10.0.0.6" }, { ip: "10.0.0.7" }] },
    });
    await expect(inventory.pools.allocate(pool.id, { count: 3, evidence: "ignore" })).rejects.toMatchObject({
      details: { skipped: [{ ip: "10.0.0.7", reason: "quarantined", until }] },
    });
    await inventory.addresses.endQuarantine("10.0.0.7");
    expect((await inventory.pools.allocate(pool.id, { count: 3, evidence: "ignore" })).allocations).toHaveLength(3);
  });
});

describe.each(DATABASES)("the answer under a request key, on %s", (_, openPlace) => {
  it("is the first one again, with what was passed over then and what spoke against the address, whatever is so by now", async () => {
    await using place = await openPlace();
    await using lab = await scene(place, ["10.0.0.1", "10.0.0.2"]);
    const { inventory, network, pool } = lab;
    const ask = async (body: { key: string; ip?: string }) => await inventory.pools.allocate(pool.id, body);
    const first = await ask({ key: "lowest" });
    expect(first.skipped?.map(({ ip }) => ip)).toEqual(["10.0.0.1", "10.0.0.2"]);
    const named = await ask({ key: "named", ip: "10.0.0.2" });
    expect(named.warnings).toEqual([expect.objectContaining({ ip: "10.0.0.2", reason: "seen" })]);
    // Of those who ask at once under a key, one is served: all are told the same.
    const [one, ...others] = await Promise.all(Array.from({ length: 4 }, () => ask({ key: "at-once" })));
    expect(one?.skipped).toHaveLength(1);
    for (const other of others) expect(other).toEqual(one);
    await inventory.discoveredDevices.deleteOfNetwork({ network_id: network.id });
    expect(await ask({ key: "lowest" })).toEqual(first);
    expect(await ask({ key: "named", ip: "10.0.0.2" })).toEqual(named);
    expect(await ask({ key: "at-once" })).toEqual(one);
    expect(await ask({ key: "plain" })).toEqual({ allocations: [expect.objectContaining({ ip: "10.0.0.1" })] });
  });
});

describe.each(DATABASES)("folded heatmaps where addresses are passed over, on %s", (_, openPlace) => {
  it("count as the entries of the addresses do: seen, in quarantine, taken in between, and when the time is over", async () => {
    await using place = await openPlace();
    await using lab = await scene(place, ["10.0.0.1", "10.0.0.2", "10.0.0.4", "10.0.0.7", "10.0.0.8", "10.0.0.13", "10.0.0.14"]);
    const { inventory, network, clock, pool } = lab;
    const agree = async (): Promise<object> => {
      const of = {
        pool: async (query: { prefix?: number }) => await inventory.pools.heatmap(pool.id, query),
        network: async (query: { prefix?: number }) => await inventory.networks.heatmap(network.id, query),
      };
      for (const draw of Object.values(of)) {
        const entries = (await draw({})) as readonly { ip: string; status: string; seen?: boolean }[];
        for (const prefix of [28, 29, 30, 31, 32]) {
          const blocks = new Map<string, Record<string, number | string>>();
          for (const { ip, status, seen } of entries) {
            const last = Number(ip.split(".")[3]);
            const cidr = `10.0.0.${last - (last % 2 ** (32 - prefix))}/${prefix}`;
            const block = blocks.get(cidr) ?? { cidr, total: 0, used: 0, reserved: 0, available: 0 };
            block["total"] = Number(block["total"]) + 1;
            block[status] = Number(block[status] ?? 0) + 1;
            if (status === "available" && seen === true) block["seen"] = Number(block["seen"] ?? 0) + 1;
            blocks.set(cidr, block);
          }
          const folded = await draw({ prefix });
          expect(folded).toEqual([...blocks.values()]);
          for (const entry of folded) expect(HeatmapEntry.parse(entry)).toEqual(entry);
        }
      }
      return (await inventory.pools.heatmap(pool.id, { prefix: 28 }))[0] as object;
    };
    const all = { cidr: "10.0.0.0/28", total: 14, used: 0, reserved: 0 };
    expect(await agree()).toEqual({ ...all, available: 14, seen: 7 });
    // Runs of passed addresses take in what is taken beside them.
    await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.3" }, { ip: "10.0.0.8" }] });
    expect(await agree()).toEqual({ ...all, used: 2, available: 12, seen: 6 });
    await inventory.pools.update(pool.id, { quarantine_seconds: 60 });
    const letGo = ["10.0.0.5", "10.0.0.6", "10.0.0.7"];
    for (const ip of letGo) {
      const { allocations } = await inventory.pools.allocate(pool.id, { ip });
      await inventory.allocations.release(allocations[0]?.id ?? "");
    }
    await inventory.pools.allocate(pool.id, { ip: "10.0.0.6" });
    expect(await agree()).toEqual({ ...all, used: 2, reserved: 1, available: 9, quarantined: 2, seen: 5 });
    expect(await inventory.verify()).toMatchObject({ differences: [] });
    // By time, without anybody tidying up.
    await inventory.host.get(PASSED_UPKEEP).stop();
    await clock.advance(60_000);
    expect(await agree()).toEqual({ ...all, used: 2, reserved: 1, available: 11, seen: 6 });
    await clock.advance(7 * DAY_MS);
    expect(await agree()).toEqual({ ...all, used: 2, reserved: 1, available: 11 });
    await inventory.host.get(PASSED_UPKEEP).tidy();
    expect(await agree()).toEqual({ ...all, used: 2, reserved: 1, available: 11 });
  });
});

describe.each(DATABASES)("addresses where hosts were seen, on %s", (_, openPlace) => {
  it("follow their network to another space, and go with it", async () => {
    await using place = await openPlace();
    await using lab = await scene(place, ["10.0.0.1", "10.0.0.2"]);
    const { inventory, network, pool, next } = lab;
    await inventory.pools.update(pool.id, { quarantine_seconds: 60 });
    const { allocations } = await inventory.pools.allocate(pool.id, {});
    await inventory.allocations.release(allocations[0]?.id ?? "");
    const wide = await inventory.networks.create({ name: "wide", subnet: "10.0.0.0/24" });
    const nextOfWide = async (): Promise<string> => (await inventory.networks.nextIp(wide.id)).ip;
    expect([await next(), await nextOfWide()]).toEqual(["10.0.0.4", "10.0.0.4"]);
    const space = await inventory.spaces.create({ name: "red" });
    await inventory.networks.update(network.id, { space_id: space.id });
    expect([await next(), await nextOfWide()]).toEqual(["10.0.0.4", "10.0.0.1"]);
    expect(await inventory.verify()).toMatchObject({ differences: [] });
    const dc = await inventory.datacenters.create({ name: "dc", space_id: space.id });
    await inventory.networks.update(network.id, { space_id: null, datacenter_id: dc.id });
    expect(await next()).toBe("10.0.0.4");
    await inventory.datacenters.delete(dc.id);
    expect([await next(), await nextOfWide()]).toEqual(["10.0.0.4", "10.0.0.4"]);
    expect(await inventory.verify()).toMatchObject({ differences: [] });
    // What lies outside of a smaller subnet was not seen in it.
    await inventory.pools.delete(pool.id);
    await inventory.networks.update(network.id, { subnet: "10.0.0.0/31" });
    // The smallest network around 10.0.0.0 has no reserved addresses.
    expect(await nextOfWide()).toBe("10.0.0.0");
    expect(await inventory.addresses.get("10.0.0.2")).toMatchObject({ state: "free" });
    await inventory.networks.delete(network.id);
    expect(await nextOfWide()).toBe("10.0.0.1");
    expect(await inventory.verify()).toMatchObject({ differences: [] });
  });

  it("count as long as the hosts of a database say, what was seen before included", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    const scanner = new ScriptedScanner(answering(answers(["10.0.0.1"])));
    const open = async (days?: number) =>
      await createInventory({
        storage: place.storage(),
        plugins: [scanner.plugin],
        clock,
        ...(days === undefined ? {} : { allocationSeenDays: days }),
      });
    await expect(open(366)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    let id = "";
    {
      await using off = await open(0);
      const network = await off.networks.create({ name: "lab", subnet: "10.0.0.0/30" });
      id = network.id;
      const scan = await off.scans.start(id, {});
      await vi.waitFor(async () => {
        await clock.advance(500);
        expect(await off.scans.get(scan.id)).toMatchObject({ status: "completed" });
      });
      expect(await off.networks.nextIp(id)).toEqual({ ip: "10.0.0.1" });
      expect(await off.verify()).toMatchObject({ differences: [] });
    }
    await clock.advance(2 * DAY_MS);
    for (const [days, ip] of [
      [7, "10.0.0.2"],
      [1, "10.0.0.1"],
      [3, "10.0.0.2"],
      [0, "10.0.0.1"],
    ] as const) {
      await using host = await open(days);
      await host.host.get(PASSED_UPKEEP).mark();
      expect((await host.networks.nextIp(id)).ip).toBe(ip);
      expect(await host.verify()).toMatchObject({ differences: [] });
    }
  });

  it("are handed to none of sixteen who ask at once, of two hosts, and no address to two", async () => {
    await using place = await openPlace();
    await using lab = await scene(place, ["10.0.0.1", "10.0.0.3", "10.0.0.5"]);
    await using other = await createInventory({ storage: place.storage(), clock: lab.clock });
    const asked = Array.from({ length: 16 }, async (_, at) => {
      const answer = await (at % 2 === 0 ? lab.inventory : other).pools.allocate(lab.pool.id, {}).catch(() => undefined);
      return answer?.allocations[0]?.ip;
    });
    const given = (await Promise.all(asked)).filter((ip) => ip !== undefined);
    expect(new Set(given).size).toBe(11);
    expect(given).toHaveLength(11);
    expect(given).not.toContain("10.0.0.3");
    expect(await lab.inventory.verify()).toMatchObject({ differences: [] });
  });
});

describe.each(DATABASES)("quarantine, on %s", (_, openPlace) => {
  it("holds what was released, expired, deleted or undone until its time has passed, or is ended", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, {
      name: "p",
      start_ip: "10.0.0.10",
      end_ip: "10.0.0.20",
      quarantine_seconds: 3600,
    });
    const next = async (): Promise<string> => (await inventory.pools.nextIp(pool.id)).ip;
    const { allocations } = await inventory.pools.allocate(pool.id, {});
    await inventory.allocations.release(allocations[0]?.id ?? "");
    const until = new Date(clock.now() + 3_600_000).toISOString();
    expect(await inventory.pools.nextIp(pool.id)).toEqual({
      ip: "10.0.0.11",
      skipped: [{ ip: "10.0.0.10", reason: "quarantined", until }],
    });
    expect(await inventory.pools.nextIp(pool.id, { evidence: "ignore" })).toMatchObject({ ip: "10.0.0.11" });
    expect((await inventory.pools.heatmap(pool.id))[0]).toEqual({ ip: "10.0.0.10", status: "quarantined" });
    expect(await inventory.addresses.get("10.0.0.10")).toMatchObject({ state: "quarantined", quarantined_until: until });
    expect((await inventory.pools.get(pool.id)).quarantine_seconds).toBe(3600);
    // A device that takes it by name, and lets it go.
    const device = await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.10" }, { ip: "10.0.0.11" }] });
    expect(await inventory.addresses.get("10.0.0.10")).toMatchObject({ state: "held" });
    await clock.advance(1_800_000);
    await inventory.devices.update(device.id, { addresses: [{ ip: "10.0.0.11" }] });
    expect(await next()).toBe("10.0.0.12");
    await inventory.devices.delete(device.id);
    expect(await next()).toBe("10.0.0.12");
    await inventory.pools.allocate(pool.id, { ttl_seconds: 10 });
    await clock.advance(11_000);
    expect((await inventory.pools.allocate(pool.id, {})).allocations[0]?.ip).toBe("10.0.0.13");
    expect(await inventory.verify()).toMatchObject({ differences: [] });
    // The times of all have passed, but that of the one that went last.
    await clock.advance(3_600_000 - 11_000);
    expect(await next()).toBe("10.0.0.10");
    await inventory.host.get(PASSED_UPKEEP).tidy();
    expect(await next()).toBe("10.0.0.10");
    expect(await inventory.verify()).toMatchObject({ differences: [] });
    const many = await inventory.pools.allocate(pool.id, { count: 3 });
    expect(many.allocations.map(({ ip }) => ip)).toEqual(["10.0.0.10", "10.0.0.11", "10.0.0.14"]);
    expect(many.skipped?.map(({ ip, reason }) => [ip, reason])).toEqual([["10.0.0.12", "quarantined"]]);
    await inventory.addresses.endQuarantine("10.0.0.12");
    await expect(inventory.addresses.endQuarantine("10.0.0.12")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await next()).toBe("10.0.0.12");
    // What a change gave and undo takes again.
    const made = await inventory.pools.allocate(pool.id, {});
    const id = made.allocations[0]?.id ?? "";
    const [row] = await inventory.audit.list({ resource_id: id });
    const plan = await inventory.changes.undo(row?.change_id ?? "", {});
    await inventory.plans.apply(plan.id);
    expect(await inventory.addresses.get("10.0.0.12")).toMatchObject({ state: "quarantined" });
    await inventory.pools.delete(pool.id);
    expect(await inventory.addresses.get("10.0.0.12")).toMatchObject({ state: "free", quarantined_until: null });
    expect(await inventory.verify()).toMatchObject({ differences: [] });
  });
});
