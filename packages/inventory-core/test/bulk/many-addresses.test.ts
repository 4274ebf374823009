import { createInventory } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

it.each(DATABASES)("a bulk call creates a thousand addresses at most in one transaction, or one device, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const device = (name: string, count: number) => ({
    name,
    addresses: Array.from({ length: count }, (__, index) => ({ ip: `10.${count >> 8}.${index >> 8}.${index & 255}` })),
  });
  const { success } = await inventory.devices.createMany([
    ...["a", "b", "c"].map((name) => device(name, 400)),
    device("d", 1100),
    ...["e", "f"].map((name) => device(name, 1)),
  ]);
  expect(success).toBe(6);
  const devices = await Array.fromAsync(await inventory.devices.list());
  const changes = new Map<string, string>();
  for (const { id, name } of devices) {
    const [made] = await Array.fromAsync(await inventory.devices.history(id));
    changes.set(name, made?.change_id as string);
  }
  const names = [...new Set(changes.values())].map((change) =>
    [...changes].flatMap(([name, own]) => (own === change ? [name] : [])).join(""),
  );
  expect(names.toSorted()).toEqual(["ab", "c", "d", "ef"]);
});
