import { createInventory, type Inventory, isErrorOf, etagOf, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { newDatabase } from "../../../../testing/databases.ts";

const WRITERS = 16;
const ROUNDS = 12;

/** Adds one to the number in a description, in a transaction that writes a row of the application before. */
async function addInTransaction(inventory: Inventory, id: string): Promise<void> {
  await inventory.transaction(
    async (tx) => {
      await tx.sql
        .insertInto("note" as never)
        .values({ device_id: id } as never)
        .execute();
      const device = await tx.devices.get(id);
      await tx.devices.update(id, { description: String(Number(device.description) + 1) });
    },
    { timeout: null },
  );
}

/** The same by plain calls, again when another was first. */
async function addByCalls(inventory: Inventory, id: string): Promise<void> {
  for (;;) {
    const device = await inventory.devices.get(id);
    try {
      await inventory.devices.update(
        id,
        { description: String(Number(device.description) + 1) },
        { ifMatch: [etagOf(JSON.stringify(device))] },
      );
      return;
    } catch (error) {
      if (!isErrorOf(error, "devices.update") || error.code !== "PRECONDITION_FAILED") throw error;
    }
  }
}

describe("events of one record beside transactions on PostgreSQL", () => {
  it(`keep their order in the log and for listeners, with ${WRITERS} writers of two inventories`, async () => {
    await using database = await newDatabase("postgresql");
    const options = { writeWaitMs: 600_000 };
    await using first = await createInventory({ storage: database.storage(), ...options });
    await using second = await createInventory({ storage: database.storage(), ...options });
    await first.transaction(async (tx) => await tx.sql.schema.createTable("note").addColumn("device_id", "text").execute());
    const devices = await Promise.all(["one", "two"].map(async (name) => await first.devices.create({ name, description: "0" })));
    const heard: { id: string; number: number }[] = [];
    const hear = (inventory: Inventory): void =>
      void inventory.events.on("device.updated", ({ record_id: id, data }) => void heard.push({ id, number: Number(data.description) }));
    for (const inventory of [first, second]) hear(inventory);

    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const inventory = writer % 2 === 0 ? first : second;
        const add = writer % 4 < 2 ? addInTransaction : addByCalls;
        for (let round = 0; round < ROUNDS; round += 1) await add(inventory, (devices[(writer + round) % 2] as { id: string }).id);
      }),
    );

    const { read } = first.host.get(STORAGE);
    const log: { record_id: string; description: string }[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await first.events.read({ limit: 100, ...(cursor === undefined ? {} : { after: cursor }) });
      for (const { event, record_id: id, data } of page.events)
        if (event === "device.updated") log.push({ record_id: id, description: (data as { description: string }).description });
      if (page.events.length === 0) break;
      cursor = page.next;
    }
    const expected = Array.from({ length: (WRITERS * ROUNDS) / 2 }, (_, index) => index + 1);
    for (const { id } of devices) {
      expect(log.filter(({ record_id: of }) => of === id).map(({ description }) => Number(description))).toEqual(expected);
      expect(
        heard
          .filter(({ id: of }) => of === id)
          .map(({ number }) => number)
          .toSorted((a, b) => a - b),
      ).toEqual(expected);
    }
    expect(await read.get<{ notes: number }>("select count(*) as notes from note")).toEqual({ notes: (WRITERS / 2) * ROUNDS });
  });
});
