import { UnitOfWork } from "@mikro-orm/core";
import { createInventory } from "@cadastre/inventory-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

/** Counts the records that each flush looks through. */
function lookedThrough(): number[] {
  const counts: number[] = [];
  const compute = Reflect.get(UnitOfWork.prototype, "computeChangeSets") as (this: UnitOfWork) => void;
  vi.spyOn(UnitOfWork.prototype, "computeChangeSets").mockImplementation(function count(this: UnitOfWork) {
    counts.push(this.getIdentityMap().keys().length);
    compute.call(this);
  });
  return counts;
}

const MANY = 100;

describe.each(DATABASES)("what flushes look through on %s", (_, openPlace) => {
  afterEach(() => void vi.restoreAllMocks());

  it("does not grow with the VLANs of a request", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { id } = await inventory.vlanGroups.create({ name: "office" });
    const counts = lookedThrough();
    await inventory.vlanGroups.allocate(id, { count: MANY });
    expect(counts.length).toBeGreaterThanOrEqual(MANY);
    expect(Math.max(...counts)).toBeLessThan(MANY / 2);
  });

  it("does not grow with the networks of an undo", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const networks = Array.from({ length: MANY }, (__, index) => ({ name: "office", subnet: `10.0.${index}.0/24` }));
    await inventory.networks.createMany(networks);
    const ids = (await Array.fromAsync(await inventory.networks.list())).map(({ id }) => id);
    await inventory.networks.bulkDelete({ ids });
    const [deletion] = await Array.fromAsync(await inventory.networks.history(ids[0] as string));
    const counts = lookedThrough();
    await inventory.changes.undo(deletion?.change_id as string);
    expect(counts.length).toBeGreaterThanOrEqual(MANY);
    expect(Math.max(...counts)).toBeLessThan(MANY / 2);
  });
});
