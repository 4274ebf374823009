import { createInventory, type PlanEffectPage } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

const DEVICES = 6;
const ADDRESSES = 2000;

it.each(DATABASES)("ends a page of effects where the records are long, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const { devices, plans } = inventory;
  const addresses = (device: number) =>
    Array.from({ length: ADDRESSES }, (_unused, index) => ({ ip: `10.${device}.${Math.floor(index / 250)}.${1 + (index % 250)}` }));
  await devices.createMany(
    Array.from({ length: DEVICES }, (_unused, index) => ({ name: `d${index}`, tags: ["heavy"], addresses: addresses(index) })),
  );
  const plan = await plans.create({
    title: "long",
    steps: [{ operation: "devices.bulkUpdate", body: { filter: { tags: ["heavy"] }, add_tags: ["more"] } }],
  });
  const walked = async (): Promise<readonly PlanEffectPage[]> => {
    const pages: PlanEffectPage[] = [];
    for (let after: string | undefined; ;) {
      const page = await plans.effects(plan.id, { images: "true", limit: 1000, ...(after !== undefined && { after }) });
      pages.push(page);
      if (page.next === null) return pages;
      after = page.next;
    }
  };
  const expectPages = (pages: readonly PlanEffectPage[]): void => {
    const records = pages.flatMap((page) => page.records);
    expect(records.map(({ id }) => id).toSorted()).toEqual(plan.effects.records.map(({ id }) => id).toSorted());
    expect(records.every(({ after }) => JSON.stringify(after).includes('"more"'))).toBe(true);
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages.map((page) => JSON.stringify(page).length))).toBeLessThan(3_000_000);
  };
  expectPages(await walked());
  await plans.apply(plan.id);
  expectPages(await walked());
});
