import { createInventory, type FieldProblem, isInventoryError, type LoggedEvent } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { Circuit } from "./circuit.ts";

const refusalOf = async (call: PromiseLike<unknown>): Promise<readonly unknown[]> =>
  await call.then(
    () => [],
    (error: unknown) => (isInventoryError(error) ? [error.code, ...problemsOf(error.details)] : [String(error)]),
  );

const problemsOf = (details: unknown): readonly string[] =>
  Object.values((details ?? {}) as Record<string, Partial<FieldProblem>>).map(({ field, message }) => `${field} ${message}`);

describe.each(DATABASES)("custom fields of a declared kind on %s", (_, openPlace) => {
  it("are shown by every record, filtered, and kept in audit, events and history", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { audit, circuits, fields } = inventory;
    const old = await circuits.create({ name: "C-0", provider: "Acme" });
    expect(old.fields).toEqual({});
    await fields.create({ record: "circuit", name: "owner", type: "text" });
    await fields.create({ record: "circuit", name: "price", type: "number" });
    const made = await circuits.create({ name: "C-1", provider: "Acme", fields: { price: 12.5, owner: 'net "ops"' } });
    expect(made.fields).toEqual({ owner: 'net "ops"', price: 12.5 });
    expect(Object.keys(made)).toEqual(Object.keys(Circuit.schemas.record.shape));
    expect(JSON.stringify(await circuits.get(made.id))).toBe(JSON.stringify(made));
    expect(await circuits.list({ field: { owner: 'net "ops"', price: 12.5 } })).toEqual([made]);
    expect(await circuits.list({ field: { owner: "other" } })).toEqual([]);
    expect(await circuits.list({ field: { owner: 'net "ops"' }, limit: 1, sort: "name" })).toEqual([made]);
    expect(await circuits.list()).toEqual([{ ...old, fields: { owner: null, price: null } }, made]);
    const changed = await circuits.update(made.id, { fields: { price: null } });
    expect(changed).toEqual({ ...made, fields: { owner: 'net "ops"', price: null }, updated_at: changed.updated_at });
    expect(await circuits.update(made.id, { fields: { price: null } })).toEqual(changed);
    expect((await circuits.history(made.id)).map(({ changes }) => changes)[0]).toEqual({ "fields.price": { before: 12.5, after: null } });
    const [row] = await audit.list({ resource: "circuit" });
    expect(row?.changes).toMatchObject({ before: { fields: { price: 12.5 } }, after: { fields: { price: null } } });
    const { events } = await inventory.events.read();
    const updated = (events as readonly LoggedEvent[]).find(({ event }) => event === "circuit.updated");
    expect(updated?.data).toMatchObject({ fields: { price: null }, changes: ["fields"] });
    expect((await inventory.verify()).count).toBe(0);
  });

  it("refuse wrong values, required ones that are missing, unique ones that are taken, and other kinds", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits, fields } = inventory;
    await fields.create({ record: "circuit", name: "serial", type: "text", unique: true, required: true });
    await fields.create({ record: "circuit", name: "price", type: "number" });
    const wrong = circuits.create({ name: "C-1", provider: "Acme", fields: { price: "much", colour: "red" } });
    expect(await refusalOf(wrong)).toEqual([
      "VALIDATION_ERROR",
      "fields.price must be a number",
      "fields.colour is no field of circuits: define it first, or see GET /api/fields",
      "fields.serial is required",
    ]);
    await circuits.create({ name: "C-1", provider: "Acme", fields: { serial: "1" } });
    const twins = await Promise.all(
      Array.from(
        { length: 8 },
        async (_one, at) => (await refusalOf(circuits.create({ name: `D-${at}`, provider: "x", fields: { serial: "2" } })))[0],
      ),
    );
    expect(twins.map(String).toSorted()).toEqual([...Array.from({ length: 7 }, () => "ALREADY_EXISTS"), "undefined"]);
    expect(await refusalOf(fields.create({ record: "nothing", name: "a", type: "text" }))).toEqual([
      "VALIDATION_ERROR",
      "record must be one of datacenter, network, pool, device, vlan, space, vlan_group, circuit",
    ]);
    expect((await refusalOf(fields.list({ record: "nothing" })))[0]).toBe("VALIDATION_ERROR");
    expect((await refusalOf(circuits.list({ field: { colour: "red" } })))[0]).toBe("VALIDATION_ERROR");
    expect((await fields.list({ record: "circuit" })).map(({ name }) => name)).toEqual(["serial", "price"]);
  });

  it("are set in bulk, by ensure and in plans", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits, fields, plans } = inventory;
    await fields.create({ record: "circuit", name: "owner", type: "text" });
    for (const name of ["a", "b"]) await circuits.create({ name, provider: "x" });
    expect(await circuits.bulkUpdate({ filter: { provider: "x" }, set: { fields: { owner: "net" } } })).toEqual({ matched: 2, changed: 2 });
    expect(await circuits.bulkUpdate({ filter: { field: { owner: "net" } }, set: { fields: { owner: "net" } } })).toEqual({
      matched: 2,
      changed: 0,
    });
    expect((await refusalOf(circuits.bulkUpdate({ filter: { provider: "x" }, set: { fields: { colour: "red" } } })))[1]).toContain(
      "set.fields.colour",
    );
    const { record } = await circuits.ensure({ provider: "x", name: "c" }, { fields: { owner: "ops" } });
    expect(record.fields).toEqual({ owner: "ops" });
    const steps = [{ operation: "circuits.update", params: { id: record.id }, body: { fields: { owner: "net" } } }];
    const plan = await plans.create({ title: "owner", steps });
    await plans.apply(plan.id, { digest: plan.digest });
    expect(await circuits.list({ field: { owner: "net" } })).toHaveLength(3);
    expect(await circuits.bulkDelete({ filter: { field: { owner: "net" } } })).toEqual({ matched: 3, changed: 3 });
    expect((await inventory.verify()).count).toBe(0);
  });

  it("come back by an undo, of their record and of their definition", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { audit, changes, circuits, fields, plans } = inventory;
    const undoLast = async (): Promise<void> => {
      for await (const { change_id: id, resource } of audit.list()) {
        if (resource === "plan" || id === null) continue;
        const plan = await changes.undo(id);
        await plans.apply(plan.id, { digest: plan.digest });
        return;
      }
    };
    const owner = await fields.create({ record: "circuit", name: "owner", type: "text", required: true });
    const made = await circuits.create({ name: "C-1", provider: "Acme", fields: { owner: "net" } });
    await circuits.update(made.id, { fields: { owner: "ops" } });
    await undoLast();
    expect((await circuits.get(made.id)).fields).toEqual({ owner: "net" });
    await circuits.delete(made.id);
    await undoLast();
    expect((await circuits.get(made.id)).fields).toEqual({ owner: "net" });
    await fields.update(owner.id, { name: "keeper" });
    expect((await circuits.get(made.id)).fields).toEqual({ keeper: "net" });
    await fields.delete(owner.id, { values: "drop" });
    expect((await circuits.get(made.id)).fields).toEqual({});
    await undoLast();
    expect((await circuits.get(made.id)).fields).toEqual({ keeper: "net" });
    expect(await circuits.list({ field: { keeper: "net" } })).toHaveLength(1);
    expect((await inventory.verify()).count).toBe(0);
  });
});
