import { createInventory, isInventoryError } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { defineRecord, integer, name, reference, text } from "../../src/records.ts";

const fields = {
  name: name(),
  rack: text(),
  position: integer({ min: 1 }),
  height: integer({ min: 1 }).default(1),
  slot: text().optional(),
};

const Mount = defineRecord({
  name: "mount",
  fields,
  derive: ({ record }) => ({ slot: `${record.rack}-${record.position}` }),
  check: ({ record, problems }, _, before) => {
    if (record.position + record.height > 43) problems.add("position", "must leave room for the height");
    if (before !== null && before.rack !== record.rack) problems.add("rack", "cannot change");
  },
  claims: ({ rack, position, height }) => Array.from({ length: height }, (_, unit) => `${rack}/${position + unit}`),
});

/** Outcome of a call: its code and its message. */
const outcomeOf = async (call: PromiseLike<unknown>): Promise<string> =>
  await call.then(
    () => "done",
    (error: unknown) => (isInventoryError(error) ? `${error.code}: ${error.message}` : String(error)),
  );
const codeOf = async (call: PromiseLike<unknown>): Promise<string> => (await outcomeOf(call)).split(":")[0] as string;

describe.each(DATABASES)("functions of a declared kind on %s", (_, openPlace) => {
  it("derive values before a record is written, and refuse records", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Mount] });
    const { mounts } = inventory;
    const made = await mounts.create({ name: "a", rack: "r1", position: 7, slot: "mine" });
    expect(made).toMatchObject({ slot: "r1-7", height: 1 });
    expect(await mounts.update(made.id, { position: 8 })).toMatchObject({ slot: "r1-8" });
    expect(await outcomeOf(mounts.create({ name: "b", rack: "r1", position: 42, height: 2 }))).toBe(
      "VALIDATION_ERROR: position: must leave room for the height",
    );
    expect(await outcomeOf(mounts.update(made.id, { rack: "r2" }))).toBe("VALIDATION_ERROR: rack: cannot change");
    expect(await outcomeOf(mounts.bulkUpdate({ ids: [made.id], set: { position: 43 } }))).toContain("VALIDATION_ERROR: set.position");
    expect(await mounts.list()).toEqual([expect.objectContaining({ position: 8, slot: "r1-8" })]);
  });

  it("let two records never hold one key, and name the holder", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Mount] });
    const { mounts } = inventory;
    const first = await mounts.create({ name: "first", rack: "r1", position: 1, height: 3 });
    expect(await outcomeOf(mounts.create({ name: "second", rack: "r1", position: 3 }))).toBe(
      `CONFLICT: the mount first (${first.id}) holds r1/3 already: choose another, or change that record first`,
    );
    await mounts.update(first.id, { height: 2 });
    const second = await mounts.create({ name: "second", rack: "r1", position: 3 });
    expect(await codeOf(mounts.update(first.id, { height: 3 }))).toBe("CONFLICT");
    expect(await codeOf(mounts.bulkUpdate({ ids: [first.id, second.id], set: { position: 10 } }))).toBe("CONFLICT");
    await mounts.delete(second.id);
    expect(await mounts.update(first.id, { height: 3 })).toMatchObject({ height: 3 });
  });

  it("hold a key once among 16 concurrent writers", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Mount] });
    const { mounts } = inventory;
    const writers = Array.from(
      { length: 16 },
      async (__, at) => await codeOf(mounts.create({ name: `m${at}`, rack: "r1", position: 1 + (at % 3), height: 3 })),
    );
    const outcomes = await Promise.all(writers);
    expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["done", "CONFLICT"]));
    const [held] = await mounts.list();
    await mounts.delete(held?.id ?? "");
    expect(await codeOf(mounts.create({ name: "next", rack: "r1", position: 1, height: 9 }))).toBe("done");
  });

  it("hold for plans and for what an undo restores", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Mount] });
    const { audit, changes, mounts, plans } = inventory;
    const first = await mounts.create({ name: "first", rack: "r1", position: 1 });
    const steps = [{ operation: "mounts.create", body: { name: "second", rack: "r1", position: 1 } }];
    expect(await outcomeOf(plans.create({ title: "mounts", steps }))).toContain("holds r1/1 already");
    await mounts.delete(first.id);
    const [deletion] = await audit.list({ resource: "mount" });
    const changeId = deletion?.change_id ?? "";
    const other = await mounts.create({ name: "second", rack: "r1", position: 1 });
    expect(await outcomeOf(changes.undo(changeId))).toContain("holds r1/1 already");
    await mounts.delete(other.id);
    const undo = await changes.undo(changeId);
    await plans.apply(undo.id, { digest: undo.digest });
    expect(await mounts.get(first.id)).toMatchObject({ name: "first", slot: "r1-1" });
    expect(await codeOf(mounts.create({ name: "third", rack: "r1", position: 1 }))).toBe("CONFLICT");
  });

  it("run after a write in its transaction, which an error undoes", async () => {
    await using place = await openPlace();
    const seen: unknown[] = [];
    const note = defineRecord({
      name: "note",
      fields: { name: name(), device_id: reference("device", { onDelete: "cascade" }).optional() },
      after: async (change, before, record) => {
        const row = await change.get<{ count: number }>("select count(*) as count from note");
        seen.push([before?.name ?? null, record?.name ?? null, Number(row?.count)]);
        if (record?.name === "wrong") throw new Error("not this one");
      },
    });
    await using inventory = await createInventory({ storage: place.storage(), records: [note] });
    const { devices, notes } = inventory;
    const device = await devices.create({ name: "d" });
    const made = await notes.create({ name: "a", device_id: device.id });
    expect(await outcomeOf(notes.update(made.id, { name: "wrong" }))).toContain("not this one");
    await notes.update(made.id, { name: "b" });
    await devices.delete(device.id);
    expect(seen).toEqual([
      [null, "a", 1],
      ["a", "wrong", 1],
      ["a", "b", 1],
      ["b", null, 0],
    ]);
    expect(await notes.list()).toEqual([]);
  });

  it("claim the keys of records that were there before the claims, or stop the start", async () => {
    await using place = await openPlace();
    const before = defineRecord({ name: "mount", fields });
    await using first = await createInventory({ storage: place.storage(), records: [before] });
    const one = await first.mounts.create({ name: "one", rack: "r1", position: 1 });
    const two = await first.mounts.create({ name: "two", rack: "r1", position: 1 });
    await first.close();
    expect(await outcomeOf(createInventory({ storage: place.storage(), records: [Mount] }))).toBe(
      "RECORD_INVALID: the record mount cannot be declared so: two records claim r1/1; change or delete one of them first",
    );
    await using second = await createInventory({ storage: place.storage(), records: [before] });
    await second.mounts.delete(two.id);
    await second.close();
    await using third = await createInventory({ storage: place.storage(), records: [Mount] });
    expect(await outcomeOf(third.mounts.create({ name: "three", rack: "r1", position: 1 }))).toContain(`the mount one (${one.id}) holds`);
  });
});
