import { createInventory, isInventoryError, type LoggedEvent, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { choice, defineRecord, integer, name, reference, references, text } from "../../src/records.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const Circuit = defineRecord({
  name: "circuit",
  fields: {
    name: name(),
    provider: text({ max: 128 }),
    bandwidth_mbps: integer({ min: 1 }).optional(),
    status: choice(["planned", "active", "terminated"]).default("active"),
    datacenter_id: reference("datacenter", { onDelete: "refuse" }).optional(),
    device_ids: references("device", { onDelete: "clear" }).optional(),
  },
  unique: [["provider", "name"]],
  search: ["name", "provider"],
  within: "datacenter_id",
});

const codeOf = async (call: PromiseLike<unknown>): Promise<string> =>
  await call.then(
    () => "none",
    (error: unknown) => (isInventoryError(error) ? error.code : String(error)),
  );

describe.each(DATABASES)("records of a declared kind on %s", (_, openPlace) => {
  it("are created, read, listed, changed and deleted, with events and audit rows", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits, devices, datacenters } = inventory;
    const fra = await datacenters.create({ name: "fra1" });
    const [a, b] = [await devices.create({ name: "a" }), await devices.create({ name: "b" })];
    const made = await circuits.create({ name: "C-1", provider: 'Acme "Net"\n', datacenter_id: fra.id, device_ids: [b.id, a.id, a.id] });
    expect(made).toEqual({
      id: made.id,
      name: "C-1",
      provider: 'Acme "Net"\n',
      bandwidth_mbps: null,
      status: "active",
      datacenter_id: fra.id,
      device_ids: [a.id, b.id],
      fields: {},
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    expect(JSON.stringify(await circuits.get(made.id))).toBe(JSON.stringify(made));
    expect(await circuits.list()).toEqual([made]);
    expect(await circuits.list({ status: "planned,active", provider: 'ACME "net"\n', device_ids: a.id, bandwidth_mbps: "none" })).toEqual([
      made,
    ]);
    expect(await circuits.list({ status: "terminated" })).toEqual([]);
    const changed = await circuits.update(made.id, { bandwidth_mbps: 1000, device_ids: [b.id] });
    expect(changed).toEqual({ ...made, bandwidth_mbps: 1000, device_ids: [b.id], updated_at: changed.updated_at });
    expect(await circuits.list({ bandwidth_mbps: "1000" })).toEqual([changed]);
    expect(await circuits.update(made.id, { bandwidth_mbps: 1000 })).toEqual(changed);
    await circuits.delete(made.id);
    expect(await codeOf(circuits.get(made.id))).toBe("CIRCUIT_NOT_FOUND");
    const { events } = await inventory.events.read();
    const names = (events as readonly LoggedEvent[]).filter(({ event }) => event.startsWith("circuit.")).map(({ event }) => event);
    expect(names).toEqual(["circuit.created", "circuit.updated", "circuit.deleted"]);
    expect((await inventory.audit.list({ resource: "circuit" })).map(({ action }) => action)).toEqual(["delete", "update", "create"]);
  });

  it("refuse wrong values, unknown references and taken unique values", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits } = inventory;
    await circuits.create({ name: "C-1", provider: "Acme" });
    expect(await codeOf(circuits.create({ name: "C-1", provider: "Acme" }))).toBe("ALREADY_EXISTS");
    const wrong = { name: "", provider: "x", bandwidth_mbps: 0, status: "gone", datacenter_id: "nowhere" } as never;
    const error: unknown = await circuits.create(wrong).catch((thrown: unknown) => thrown);
    expect(isInventoryError(error) && Object.keys(error.details as object).toSorted()).toEqual([
      "bandwidth_mbps",
      "datacenter_id",
      "name",
      "status",
    ]);
    const taken = await Promise.all(Array.from({ length: 16 }, async () => await codeOf(circuits.create({ name: "one", provider: "p" }))));
    expect(taken.toSorted()).toEqual([...Array.from({ length: 15 }, () => "ALREADY_EXISTS"), "none"]);
  });

  it("get the columns of a field that is declared later, with rows that are there", async () => {
    await using place = await openPlace();
    const fields = { name: name(), level: integer().optional() };
    const before = defineRecord({ name: "shelf", plural: "shelves", fields: { name: name() } });
    await using first = await createInventory({ storage: place.storage(), records: [before] });
    const old = await first.shelves.create({ name: "A" });
    await first.close();
    const later = defineRecord({
      name: "shelf",
      plural: "shelves",
      fields: { ...fields, note: text().optional(), kind: choice(["a", "b"]).default("b") },
    });
    await using second = await createInventory({ storage: place.storage(), records: [later] });
    expect(await second.shelves.list()).toEqual([
      { id: old.id, name: "A", level: null, note: "", kind: "b", fields: {}, created_at: old.created_at, updated_at: old.updated_at },
    ]);
    await second.close();
    await using again = await createInventory({ storage: place.storage(), records: [before] });
    expect(await again.shelves.create({ name: "B" })).toMatchObject({ name: "B" });
    await again.close();
    const strict = defineRecord({ name: "shelf", plural: "shelves", fields: { ...fields, owner: text() } });
    expect(await codeOf(createInventory({ storage: place.storage(), records: [strict] }))).toBe("RECORD_INVALID");
    await using last = await createInventory({ storage: place.storage(), records: [later] });
    expect(await last.host.get(STORAGE).read.get("select count(*) as count from shelf")).toEqual({ count: 2 });
  });

  it("follow their references when records of other kinds are deleted", async () => {
    await using place = await openPlace();
    const port = defineRecord({ name: "uplink", fields: { name: name(), circuit_id: reference("circuit", { onDelete: "cascade" }) } });
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit, port] });
    const { circuits, datacenters, devices, uplinks } = inventory;
    const fra = await datacenters.create({ name: "fra1" });
    const device = await devices.create({ name: "a" });
    const made = await circuits.create({ name: "C-1", provider: "Acme", datacenter_id: fra.id, device_ids: [device.id] });
    const uplink = await uplinks.create({ name: "up", circuit_id: made.id });
    const refused: unknown = await datacenters.delete(fra.id).catch((error: unknown) => error);
    expect(isInventoryError(refused) && [refused.code, refused.message]).toEqual(["CONFLICT", expect.stringContaining("1 circuit refers")]);
    await devices.delete(device.id);
    expect(await circuits.get(made.id)).toMatchObject({ device_ids: [] });
    await circuits.delete(made.id);
    expect(await codeOf(uplinks.get(uplink.id))).toBe("UPLINK_NOT_FOUND");
    expect((await circuits.history(made.id)).map(({ action }) => action)).toEqual(["delete", "update", "create"]);
    expect((await inventory.verify()).count).toBe(0);
  });

  it("are steps of plans, which show their images", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits, plans } = inventory;
    const steps = [{ operation: "circuits.create", body: { name: "C-1", provider: "Acme" } }];
    const plan = await plans.create({ title: "circuits", steps });
    expect(plan.effects.records.map(({ type, action, after }) => [type, action, (after as { name: string } | null)?.name])).toEqual([
      ["circuit", "create", "C-1"],
    ]);
    await plans.apply(plan.id, { digest: plan.digest });
    expect((await circuits.list()).map(({ name: called }) => called)).toEqual(["C-1"]);
  });

  it("come back by an undo, also with the records that they refer to", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { audit, changes, circuits, devices, plans } = inventory;
    const undoLast = async (): Promise<void> => {
      for await (const { change_id: id, resource } of audit.list()) {
        if (resource === "plan" || id === null) continue;
        const plan = await changes.undo(id);
        await plans.apply(plan.id, { digest: plan.digest });
        return;
      }
    };
    const device = await devices.create({ name: "a" });
    const made = await circuits.create({ name: "C-1", provider: "Acme", device_ids: [device.id] });
    await circuits.update(made.id, { provider: "Other" });
    await undoLast();
    expect(await circuits.get(made.id)).toMatchObject({ provider: "Acme" });
    await devices.delete(device.id);
    await undoLast();
    expect(await circuits.get(made.id)).toMatchObject({ device_ids: [device.id] });
    await circuits.delete(made.id);
    await undoLast();
    expect(await circuits.get(made.id)).toMatchObject({ name: "C-1", device_ids: [device.id], created_at: made.created_at });
  });

  it("are listed by page, in the order of a field with an index", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits } = inventory;
    for (const called of ["c", "a", "b"]) await circuits.create({ name: called, provider: called === "b" ? "y" : "x" });
    const first = await circuits.list({ limit: 2, sort: "-name", count: true }).page();
    expect([first.items.map(({ name: called }) => called), first.count]).toEqual([["c", "b"], 3]);
    const second = await circuits.list({ limit: 2, sort: "-name", after: first.next }).page();
    expect([second.items.map(({ name: called }) => called), second.next]).toEqual([["a"], undefined]);
    expect((await circuits.list({ provider: "X", count: true }).page()).count).toBe(2);
    expect(await codeOf(circuits.list({ sort: "provider" }))).toBe("VALIDATION_ERROR");
  });

  it("are listed with some of their fields", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits, devices } = inventory;
    const device = await devices.create({ name: "d" });
    const ids = [];
    for (const called of ["a", "b"]) ids.push((await circuits.create({ name: called, provider: "x", device_ids: [device.id] })).id);
    expect(await circuits.list({ fields: ["name", "device_ids"] })).toEqual([
      { id: ids[0], name: "a", device_ids: [device.id] },
      { id: ids[1], name: "b", device_ids: [device.id] },
    ]);
    const page = await circuits.list({ fields: ["id"], limit: 1, sort: "-name", count: true }).page();
    expect([page.items, page.count]).toEqual([[{ id: ids[1] }], 2]);
    const [first] = await circuits.list({ fields: ["updated_at"], provider: "x", limit: 1 });
    expect(Object.keys(first ?? {})).toEqual(["id", "updated_at"]);
    const wrong: unknown = await circuits
      .list({ fields: ["nmae" as "name"] })
      .page()
      .catch((error: unknown) => error);
    expect(isInventoryError(wrong) && [wrong.code, Object.keys(wrong.details as object)]).toEqual(["VALIDATION_ERROR", ["fields"]]);
  });

  it("are changed and deleted in bulk, and found or created by their natural key", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits } = inventory;
    for (const called of ["a", "b", "c"]) await circuits.create({ name: called, provider: "x" });
    expect(await circuits.bulkUpdate({ filter: { provider: "x" }, set: { status: "planned" } })).toEqual({ matched: 3, changed: 3 });
    expect(await circuits.bulkUpdate({ filter: { status: "planned" }, set: { status: "planned" } })).toEqual({ matched: 3, changed: 0 });
    const made = await Promise.all(
      Array.from({ length: 16 }, async () => await circuits.ensure({ provider: "x", name: "d" }, { bandwidth_mbps: 5 })),
    );
    expect([made.filter(({ created }) => created).length, new Set(made.map(({ record }) => record.id)).size]).toEqual([1, 1]);
    expect(await circuits.find({ provider: "x", name: "d" })).toMatchObject({ bandwidth_mbps: 5 });
    expect(await circuits.find({ provider: "x", name: "e" })).toBeNull();
    const [first] = await circuits.list();
    expect(await circuits.bulkDelete({ ids: [first?.id ?? ""] })).toEqual({ matched: 1, changed: 1 });
    expect(await codeOf(circuits.bulkDelete({ filter: {} }))).toBe("VALIDATION_ERROR");
    expect((await circuits.list()).map(({ name: called }) => called)).toEqual(["b", "c", "d"]);
  });

  it("may have digits in the name of their kind", async () => {
    await using place = await openPlace();
    const Site = defineRecord({ name: "site_2g", fields: { name: name() } });
    await using inventory = await createInventory({ storage: place.storage(), records: [Site] });
    const made = await inventory.site2gs.create({ name: "a" });
    expect(await inventory.site2gs.list()).toEqual([made]);
  });
});
