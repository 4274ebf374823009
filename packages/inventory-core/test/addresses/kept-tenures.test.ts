import { createInventory, IDS, type Inventory, type InventoryOptions, provide, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { TENURE_UPKEEP } from "../../src/verification/upkeep/tenure-upkeep.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const timeOf = (clock: FakeClock): string => new Date(clock.now()).toISOString();

const execute = async (inventory: Inventory, ...statements: readonly string[]): Promise<void> =>
  await inventory.host.get(STORAGE).write(async (transaction) => {
    for (const sql of statements) await transaction.run(sql);
  });

describe.each(DATABASES)("tenures that are kept, on %s", (_, openPlace) => {
  const open = async (place: TestDatabase, options: Omit<InventoryOptions, "storage">): Promise<Inventory> =>
    await createInventory({ storage: place.storage(), ...options });

  it("begin with the migration for those who hold addresses then, when their device was changed last", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    const inventory = await open(place, { clock });
    // More than one slice of the step.
    const many = Array.from({ length: 2100 }, (__, n) => ({ name: `d${n}`, addresses: [{ ip: `10.0.${n >> 8}.${n & 255}` }] }));
    const created = timeOf(clock);
    for (let at = 0; at < many.length; at += 700) await inventory.devices.createMany(many.slice(at, at + 700));
    const [renamed] = await inventory.devices.list();
    await clock.advance(MINUTE);
    await inventory.devices.update(renamed?.id as string, { name: "renamed" });
    await execute(inventory, "drop table address_tenure", "delete from cadastre_migration where name = 'core/0033-address-tenure'");
    await inventory.close();
    await clock.advance(DAY);
    await using upgraded = await open(place, { clock });
    expect((await upgraded.verify()).differences).toEqual([]);
    const [other] = (await upgraded.addresses.get("10.0.8.51")).history;
    expect(other).toMatchObject({ device_name: "d2099", from: created, to: null, change_id: null, by: null });
    const { history } = await upgraded.addresses.get(renamed?.addresses[0]?.ip as string);
    expect(history).toMatchObject([{ device_name: "renamed", from: new Date(Date.parse(created) + MINUTE).toISOString(), to: null }]);
  });

  it("are made up for after writes of a host of the version before", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await open(place, { clock });
    const { id } = await inventory.devices.create({ name: "one", addresses: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] });
    await clock.advance(MINUTE);
    // It takes one address, and gives another.
    await execute(
      inventory,
      "delete from address_tenure where ip_key = '40a000001'",
      `insert into address_tenure (space, ip_key, from_at, device_id, device_name, mac)
       values (0, '40a000003', '${timeOf(clock)}', '${id}', 'one', '')`,
    );
    expect((await inventory.verify()).count).toBe(2);
    await inventory.host.get(TENURE_UPKEEP).catchUp();
    expect((await inventory.verify()).differences).toEqual([]);
    expect((await inventory.addresses.get("10.0.0.1")).history).toMatchObject([{ device_name: "one", to: null, change_id: null }]);
    expect((await inventory.addresses.get("10.0.0.3")).history).toMatchObject([{ to: timeOf(clock) }]);
    expect((await inventory.addresses.get("10.0.0.2")).history).toMatchObject([{ by: { username: "system" } }]);
  });

  it("are forgotten when they have ended as many days ago as are kept", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await open(place, { clock, addressHistoryDays: 10 });
    const { id } = await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] });
    await inventory.devices.update(id, { addresses: [{ ip: "10.0.0.2" }] });
    const left = async (ip: string): Promise<number> => (await inventory.addresses.get(ip)).history.length;
    await clock.advance(10 * DAY);
    await inventory.host.get(TENURE_UPKEEP).purge();
    expect([await left("10.0.0.1"), await left("10.0.0.2")]).toEqual([1, 1]);
    await clock.advance(1);
    await inventory.host.get(TENURE_UPKEEP).purge();
    expect([await left("10.0.0.1"), await left("10.0.0.2")]).toEqual([0, 1]);
  });

  it("begin anew for a device that comes back under its id within one millisecond", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    // The ids that are made, and which of them is made again.
    let made: string[] = [];
    const again = { at: -1, id: "" };
    let number = 0;
    const next = (): string => {
      const id = again.at === made.length ? again.id : `00000000-0000-7000-8000-${String((number += 1)).padStart(12, "0")}`;
      made.push(id);
      return id;
    };
    await using inventory = await open(place, { clock, bind: [provide(IDS, [], () => ({ next }))] });
    made = [];
    const { id } = await inventory.devices.create({ name: "one", addresses: [{ ip: "10.0.0.1" }] });
    Object.assign(again, { at: made.indexOf(id), id });
    await inventory.devices.delete(id);
    made = [];
    expect((await inventory.devices.create({ name: "two", addresses: [{ ip: "10.0.0.1" }] })).id).toBe(id);
    expect((await inventory.addresses.get("10.0.0.1")).history).toMatchObject([{ device_id: id, device_name: "two", to: null }]);
    expect((await inventory.verify()).differences).toEqual([]);
  });
});
