import { createInventory, type Inventory, SYSTEM } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

const CLOSED = {
  code: "INVENTORY_CLOSED",
  kind: "unavailable",
  message: expect.stringMatching(/^this inventory is closed: open another with createInventory, or /),
};

/** Everything that a program may ask of an inventory, one of each sort. */
const QUESTIONS: Readonly<Record<string, (inventory: Inventory, id: string) => PromiseLike<unknown>>> = {
  "a record": async (inventory, id) => await inventory.datacenters.get(id),
  "a list": async (inventory) => await inventory.datacenters.list(),
  "a list, one by one": async (inventory) => await Array.fromAsync(inventory.devices.list()),
  "a change": async (inventory) => await inventory.datacenters.create({ name: "late" }),
  "a call in somebody's name": async (inventory) => await inventory.as(SYSTEM).networks.list(),
  events: async (inventory) => await inventory.events.read({}),
  "a search": async (inventory) => await inventory.search.all({ q: "x" }),
  "a stream of events": async (inventory) => await inventory.events.stream()[Symbol.asyncIterator]().next(),
  "a listener": async (inventory) => inventory.events.on("device.created", () => undefined),
  "the check of what is derived": async (inventory) => await inventory.verify(),
  "its repair": async (inventory) => await inventory.rebuild(),
  "the check of the audit log": async (inventory) => await inventory.verifyAudit(),
  "new keys": async (inventory) => await inventory.rotateSecrets(),
};

describe.each(DATABASES)("an inventory on %s that is closed", (_, openPlace) => {
  it("refuses what comes after with INVENTORY_CLOSED, and closes once", async () => {
    await using place = await openPlace();
    const inventory = await createInventory({ storage: place.storage() });
    const { id } = await inventory.datacenters.create({ name: "one" });
    const closing = inventory.close();
    for (const [name, ask] of Object.entries(QUESTIONS))
      await expect(ask(inventory, id), `${name}, while it closes`).rejects.toMatchObject(CLOSED);
    await Promise.all([closing, inventory.close()]);
    for (const [name, ask] of Object.entries(QUESTIONS)) await expect(ask(inventory, id), name).rejects.toMatchObject(CLOSED);
    // Nothing was opened again, and nothing was lost.
    await using again = await createInventory({ storage: place.storage() });
    expect((await again.datacenters.list()).map(({ name }) => name)).toEqual(["one"]);
  });

  it("finishes what is running: calls of several steps, transactions and lists", async () => {
    await using place = await openPlace();
    const inventory = await createInventory({ storage: place.storage() });
    await Promise.all(
      Array.from({ length: 120 }, async (_, index) => await inventory.devices.create({ name: `d${String(index).padStart(3, "0")}` })),
    );
    const list = inventory.devices.list()[Symbol.asyncIterator]();
    await list.next();
    const changes = Array.from(
      { length: 30 },
      async (_, index) => await inventory.devices.create({ name: `late ${index}`, addresses: [{ ip: `10.0.0.${index + 1}` }] }),
    );
    let closed = false;
    const closing = inventory.close().then(() => (closed = true));
    expect(await Promise.all(changes)).toHaveLength(30);
    let read = 1;
    for (let next = await list.next(); next.done !== true; next = await list.next()) read += 1;
    expect([read, closed]).toEqual([120, false]);
    await closing;
    await using again = await createInventory({ storage: place.storage() });
    expect(await again.devices.list()).toHaveLength(150);
  });
});
