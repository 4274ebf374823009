import { createInventory, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { LEFT_COMPARISONS } from "../../src/reconciliation/left-comparisons.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { see } from "./see.ts";

const MAC = "00:16:3e:00:00:01";

/** Addresses that a router with proxy ARP answers for: more than a change compares itself. */
const COUNT = 700;

const rewritten = async (inventory: Inventory, work: () => Promise<unknown>): Promise<number> => {
  const rows = async (): Promise<ReadonlyMap<string, string>> =>
    new Map(
      (await inventory.host.get(STORAGE).read.all<{ id: string; doc: string }>("select id, doc from discovered_device")).map((row) => [
        row.id,
        row.doc,
      ]),
    );
  const before = await rows();
  await work();
  return [...(await rows())].filter(([id, doc]) => before.get(id) !== doc).length;
};

describe.each(DATABASES)("discovered devices with the MAC address of one device on %s", (_, openPlace) => {
  it("are compared with it in the background when they are many, and by the change when they are few", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const { devices, discoveredDevices, networks } = inventory;
    const [many, few] = [
      await networks.create({ name: "many", subnet: "10.0.0.0/20" }),
      await networks.create({ name: "few", subnet: "10.9.0.0/24" }),
    ];
    const ipOf = (at: number): string => `10.0.${at >> 8}.${at & 255}`;
    const all = Array.from({ length: COUNT }, (_one, at) => ({ ip: ipOf(at + 2), macAddress: MAC, hostname: "old" }));
    await see(inventory, many.id, all);
    await see(
      inventory,
      few.id,
      Array.from({ length: 10 }, (_one, at) => ({ ip: `10.9.0.${at + 2}`, macAddress: "00:16:3e:00:00:02", hostname: "old" })),
    );
    const compare = async (): Promise<void> => await inventory.host.get(LEFT_COMPARISONS).compare();
    const statesOf = async (network: string): Promise<Readonly<Record<string, number>>> => {
      const found = await discoveredDevices.list({ network_id: network });
      return Object.fromEntries(
        [...Map.groupBy(found, ({ state, device_id: device }) => `${state} ${device === null ? "without" : "with"}`)].map(
          ([state, own]) => [state, own.length],
        ),
      );
    };

    const created = async (mac: string, ip: string): Promise<string> =>
      (await devices.create({ name: mac, hostname: "old", addresses: [{ ip, mac }] })).id;
    let router = "";
    expect(await rewritten(inventory, async () => void (router = await created(MAC, "10.0.0.1")))).toBeLessThan(COUNT / 2);
    expect((await inventory.verify()).differences).toEqual([]);
    expect(await rewritten(inventory, compare)).toBe(COUNT);
    expect(await statesOf(many.id)).toEqual({ "differs with": COUNT });

    let host = "";
    expect(await rewritten(inventory, async () => void (host = await created("00:16:3e:00:00:02", "10.9.0.1")))).toBe(10);
    expect(await statesOf(few.id)).toEqual({ "differs with": 10 });
    expect(await rewritten(inventory, async () => await devices.update(host, { hostname: "new" }))).toBe(10);

    expect(await rewritten(inventory, async () => await devices.update(router, { hostname: "new" }))).toBeLessThan(COUNT / 2);
    expect(await rewritten(inventory, compare)).toBe(COUNT);
    expect(await rewritten(inventory, async () => await devices.delete(router))).toBeLessThan(COUNT / 2);
    expect((await inventory.verify()).differences).toEqual([]);
    // The program does it by itself.
    await clock.advance(5_000);
    await expect.poll(async () => await statesOf(many.id), { timeout: 20_000 }).toEqual({ "unknown without": COUNT });
    expect((await inventory.verify()).differences).toEqual([]);
    expect(await inventory.host.get(STORAGE).read.all("select name from setting where name like 'seen-comparison%'")).toEqual([]);
  });
});
