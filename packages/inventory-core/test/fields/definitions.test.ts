import { createInventory, type FieldRecord } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

it.each(DATABASES)("custom fields on %s are listed by kind of record, position and name, also in pages", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const { fields } = inventory;
  for (const [record, name, position] of [
    ["pool", "b", 1],
    ["device", "z", 0],
    ["device", "a", 7],
    ["pool", "a", 1],
    ["device", "m", 2],
  ] as const)
    await fields.create({ record, name, type: "text", position });
  const said = (found: readonly FieldRecord[]): readonly string[] => found.map(({ record, name }) => `${record}/${name}`);
  const all = ["device/z", "device/m", "device/a", "pool/a", "pool/b"];
  const paged = async (sort?: "record" | "-record"): Promise<readonly string[]> => {
    const found: FieldRecord[] = [];
    for (let after = ""; ;) {
      const page = await fields.list({ limit: 2, ...(after !== "" && { after }), ...(sort !== undefined && { sort }) }).page();
      found.push(...page.items);
      if (page.next === undefined) return said(found);
      after = page.next;
    }
  };
  expect(said(await fields.list())).toEqual(all);
  expect(await paged()).toEqual(all);
  expect(await paged("-record")).toEqual(all.toReversed());
  expect(said(await fields.list({ record: "pool", limit: 1, count: true }))).toEqual(["pool/a"]);
});

it.each(DATABASES)("custom fields on %s have a history, also when they are deleted", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const { fields } = inventory;
  const { id } = await fields.create({ record: "device", name: "owner", type: "text" });
  await fields.update(id, { label: "Owner" });
  await fields.delete(id);
  expect(await fields.history(id)).toMatchObject([
    { action: "delete", record: { type: "field", name: "owner" } },
    { action: "update", changes: { label: { before: "owner", after: "Owner" } } },
    { action: "create" },
  ]);
});

it.each(DATABASES)("a custom field on %s that takes the name of a deleted one has none of its values", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const { devices, fields } = inventory;
  const former = await fields.create({ record: "device", name: "owner", type: "text" });
  const other = await fields.create({ record: "device", name: "keeper", type: "text" });
  const many = Array.from({ length: 1100 }, (_one, at) => ({ name: `d${at}`, fields: { owner: `o${at}` } }));
  await devices.createMany(many.slice(0, 550));
  await devices.createMany(many.slice(550));
  await fields.delete(former.id, { values: "drop" });
  await fields.update(other.id, { name: "owner" });
  const [last] = await devices.search({ q: "d1099" });
  expect(last?.fields).toEqual({ owner: null });
  expect(await devices.list({ field: { owner: "o1099" } })).toEqual([]);
  expect((await inventory.verify()).differences).toEqual([]);
});
