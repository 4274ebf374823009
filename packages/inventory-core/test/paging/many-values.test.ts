import { createInventory } from "@cadastre/inventory-core";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { countedStorage, StepCounter } from "../address-space/counted-steps.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const RECORDS = 50;

it("does no more work for a filter by a hundred tags than for one by ten", async () => {
  const folder = mkdtempSync(join(tmpdir(), "many-values-"));
  try {
    const steps = new StepCounter();
    await using inventory = await createInventory({ storage: countedStorage(join(folder, "i.db"), steps) });
    const { vlans, networks, devices } = inventory;
    const common = ["t0", "t1", "t2", "t3", "t4"];
    for (let index = 0; index < RECORDS; index += 1) {
      await vlans.create({ vid: 1 + index, tags: common });
      await networks.create({ name: `n${index}`, subnet: `10.0.${index}.0/24`, tags: common });
      await devices.create({ name: `d${index}`, tags: common });
    }
    const work = async (group: "vlans" | "networks" | "devices", count: number): Promise<number> => {
      const tags = Array.from({ length: count }, (_, index) => `t${index}`);
      steps.take();
      expect((await inventory[group].list({ tags, limit: 1, count: true }).page()).count).toBe(0);
      return [...steps.take().values()].reduce((sum, one) => sum + one, 0);
    };
    for (const group of ["vlans", "networks", "devices"] as const) {
      const few = await work(group, 10);
      expect([group, (await work(group, 100)) / few]).toEqual([group, expect.toSatisfy((growth: number) => growth < 1.5)]);
      expect([group, (await work(group, 5000)) / few]).toEqual([group, expect.toSatisfy((growth: number) => growth < 1.5)]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each(DATABASES)("finds records with all of some tags, and none with more than a record can have, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const tags = Array.from({ length: 100 }, (_unused, index) => `t${index}`);
  const [vlan, network, device] = await Promise.all([
    inventory.vlans.create({ vid: 7, tags }),
    inventory.networks.create({ name: "n", subnet: "10.0.0.0/24", tags }),
    inventory.devices.create({ name: "d", tags }),
  ]);
  const found = async (asked: readonly string[]): Promise<readonly string[]> => {
    const filter = { tags: [...asked] };
    const lists = [inventory.vlans.list(filter), inventory.networks.list(filter), inventory.devices.list(filter)];
    return (await Promise.all(lists)).flat().map(({ id }) => id);
  };
  const all = [vlan.id, network.id, device.id];
  expect(await found(tags)).toEqual(all);
  expect(await found([...tags, ...tags])).toEqual(all);
  expect(await found(tags.slice(50))).toEqual(all);
  expect(await found([...tags, "other"])).toEqual([]);
});

it("asks for each unique value of custom fields once, however many fields there are", async () => {
  const folder = mkdtempSync(join(tmpdir(), "unique-values-"));
  try {
    const steps = new StepCounter();
    await using inventory = await createInventory({ storage: countedStorage(join(folder, "i.db"), steps) });
    const { devices, fields } = inventory;
    const names: string[] = [];
    const define = async (count: number): Promise<void> => {
      while (names.length < count) {
        const name = `f${names.length}`;
        await fields.create({ record: "device", name, type: "text", unique: true });
        names.push(name);
      }
    };
    const work = async (batch: string): Promise<number> => {
      const valuesOf = (device: number) => Object.fromEntries(names.map((name) => [name, `${batch} ${device}`]));
      steps.take();
      await devices.createMany(Array.from({ length: 20 }, (_unused, index) => ({ name: `${batch}${index}`, fields: valuesOf(index) })));
      return [...steps.take()].reduce((sum, [sql, one]) => (sql.includes("unique_key,") ? sum + one : sum), 0);
    };
    await define(10);
    const few = await work("a");
    expect(few).toBeGreaterThan(0);
    await define(40);
    expect((await work("b")) / few).toBeLessThan(6);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
