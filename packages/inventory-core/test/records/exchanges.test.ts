import { createInventory, type ImportPlanLine, isInventoryError } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { choice, defineRecord, integer, name, reference, text } from "../../src/records.ts";

const Mount = defineRecord({
  name: "mount",
  fields: { name: name(), unit: integer(), side: choice(["left", "right"]), note: text().optional() },
  unique: [["side", "unit"]],
  claims: ({ side, unit }) => [`${side}/${unit}`],
});
/** Swaps sides: a bulk call gives two records each other's values. */
const Swapped = defineRecord({
  name: "pair",
  fields: { name: name(), slot: text(), swap: text().optional() },
  unique: [["slot"]],
  claims: ({ slot }) => [slot],
  derive: ({ record }, _, before) => (before !== null && record.swap !== before.swap ? { slot: record.slot === "a" ? "b" : "a" } : {}),
});
const Seat = defineRecord({
  name: "seat",
  fields: { name: name(), device_id: reference("device").optional() },
  unique: [["device_id"]],
});

const outcomeOf = async (call: PromiseLike<unknown>): Promise<string> =>
  await call.then(
    () => "done",
    (error: unknown) => (isInventoryError(error) ? `${error.code}: ${error.message}` : String(error)),
  );

describe.each(DATABASES)("unique values and claimed keys of two records on %s", (_, openPlace) => {
  it("are exchanged by a plan, whose undo exchanges them again", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Mount, Seat] });
    const { changes, devices, mounts, plans, seats } = inventory;
    const [x, y, z] = [
      await mounts.create({ name: "x", side: "left", unit: 1 }),
      await mounts.create({ name: "y", side: "left", unit: 2 }),
      await mounts.create({ name: "z", side: "left", unit: 3 }),
    ];
    const move = (id: string, body: Record<string, unknown>) => ({ operation: "mounts.update", params: { id }, body });
    const unitsOf = async () => (await mounts.list()).map(({ name: one, unit, note }) => [one, unit, note]);
    const steps = [move(x.id, { unit: 2 }), move(x.id, { note: "seen" }), move(y.id, { unit: 3 }), move(z.id, { unit: 1 })];
    const plan = await plans.create({ title: "round", steps });
    const applied = await plans.apply(plan.id, { digest: plan.digest });
    expect(await unitsOf()).toEqual([
      ["x", 2, "seen"],
      ["y", 3, ""],
      ["z", 1, ""],
    ]);
    expect((await mounts.history(x.id))[0]?.changes).toEqual({ note: { before: "", after: "seen" } });
    expect(await outcomeOf(mounts.create({ name: "w", side: "left", unit: 3 }))).toContain("ALREADY_EXISTS");
    const undo = await changes.undo(applied.change_id ?? "");
    await plans.apply(undo.id, { digest: undo.digest });
    expect(await unitsOf()).toEqual([
      ["x", 1, ""],
      ["y", 2, ""],
      ["z", 3, ""],
    ]);
    const taken = await outcomeOf(plans.create({ title: "taken", steps: [move(x.id, { unit: 2 }), move(z.id, { unit: 9 })] }));
    expect(taken).toContain(`the mount ${y.id} has side "left" and unit 2 already`);
    const twice = [move(x.id, { unit: 3 }), move(y.id, { unit: 3 }), move(z.id, { unit: 9 })];
    expect(await outcomeOf(plans.create({ title: "twice", steps: twice }))).toContain("ALREADY_EXISTS");
    const [d, e] = [await devices.create({ name: "d" }), await devices.create({ name: "e" })];
    const [s, t] = [await seats.create({ name: "s", device_id: d.id }), await seats.create({ name: "t", device_id: e.id })];
    const sit = (id: string, device: string) => ({ operation: "seats.update", params: { id }, body: { device_id: device } });
    const seated = await plans.create({ title: "seats", steps: [sit(s.id, e.id), sit(t.id, d.id)] });
    await plans.apply(seated.id, { digest: seated.digest });
    expect([(await seats.get(s.id)).device_id, (await seats.get(t.id)).device_id]).toEqual([e.id, d.id]);
    expect((await inventory.verify()).count).toBe(0);
  });

  it("are exchanged by a bulk call, and kept when the final state has a clash", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Swapped] });
    const { pairs } = inventory;
    const one = await pairs.create({ name: "one", slot: "a" });
    const two = await pairs.create({ name: "two", slot: "b" });
    expect(await pairs.bulkUpdate({ ids: [one.id, two.id], set: { swap: "x" } })).toEqual({ matched: 2, changed: 2 });
    expect((await pairs.list()).map(({ slot }) => slot)).toEqual(["b", "a"]);
    expect(await outcomeOf(pairs.bulkUpdate({ ids: [one.id], set: { swap: "y" } }))).toMatch(/ALREADY_EXISTS|CONFLICT/);
    expect(await outcomeOf(pairs.update(one.id, { swap: "y" }))).toMatch(/ALREADY_EXISTS|CONFLICT/);
    expect((await pairs.list()).map(({ slot }) => slot)).toEqual(["b", "a"]);
    await pairs.delete(one.id);
    expect(await outcomeOf(pairs.create({ name: "three", slot: "b" }))).toBe("done");
  });

  it("are exchanged by an import whose rows name the records by id", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Mount] });
    const { mounts } = inventory;
    const x = await mounts.create({ name: "x", side: "left", unit: 1 });
    const y = await mounts.create({ name: "y", side: "left", unit: 2 });
    const rows = [
      { at: { line: 1 }, type: "mount", set: { id: x.id, name: "x", side: "left", unit: 2 } },
      { at: { line: 2 }, type: "mount", set: { id: y.id, name: "y", side: "left", unit: 1 } },
    ];
    const lines: ImportPlanLine[] = [];
    for await (const line of inventory.import.plan(rows)) lines.push(line);
    expect(lines.flatMap((line) => (line.kind === "step" ? [line.action, ...(line.problems ?? [])] : []))).toEqual(["update", "update"]);
    expect(await inventory.import.apply(lines)).toMatchObject({ updated: 2, failed: 0 });
    expect((await mounts.list()).map(({ unit }) => unit)).toEqual([2, 1]);
  });
});
