import { createInventory } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

it.each(DATABASES)(
  "a close on %s that has waited long enough rolls an open transaction back, and ends those that wait for their turn",
  async (_, openDatabase) => {
    await using database = await openDatabase();
    const inventory = await createInventory({ storage: database.storage(), writeWaitMs: 600_000 });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const open = inventory.transaction(
      async (tx) => {
        await tx.devices.create({ name: "web-01" });
        begin();
        await new Promise<never>(() => {});
      },
      { timeout: null },
    );
    const error = open.catch((thrown: unknown) => thrown);
    await begun;
    const waiting = inventory.transaction(async () => {}).catch((thrown: unknown) => thrown);
    await inventory.close();
    for (const ended of [error, waiting]) expect(await ended).toMatchObject({ code: "INVENTORY_CLOSED" });
    await using again = await createInventory({ storage: database.storage() });
    expect(await again.devices.list()).toEqual([]);
  },
);
