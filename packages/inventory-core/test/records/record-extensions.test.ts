import { coreErrors, createInventory, definePlugin, type ImportRow, isInventoryError } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { defineRecord, extendRecord, name, type RecordExtension, reference } from "../../src/records.ts";

const outcomeOf = async (call: PromiseLike<unknown>): Promise<string> =>
  await call.then(
    () => "done",
    (error: unknown) => (isInventoryError(error) ? `${error.code}: ${error.message}` : String(error)),
  );

/** A write, as an extension saw it. */
type Seen = readonly [by: string, before: string | null, record: string | null];

/** Extends devices and networks: refuses upper-case names and undoes writes of `undone`. */
function watching(seen: Seen[], by: string): readonly RecordExtension[] {
  const checks = {
    check: ({ record, problems }: { record: { name: string }; problems: { add(field: string, message: string): void } }) => {
      if (/[A-Z]/.test(record.name)) problems.add("name", "must be lower case");
    },
    after: (_: unknown, before: { name: string } | null, record: { name: string } | null) => {
      seen.push([by, before?.name ?? null, record?.name ?? null]);
      if (record?.name === "undone") throw coreErrors.CONFLICT({ reason: "not undone" });
    },
  };
  return [extendRecord("device", checks), extendRecord("network", checks)];
}

describe.each(DATABASES)("extensions of kinds of record on %s", (_, openPlace) => {
  it("check devices and follow each write of them, in the order in which plugins are passed", async () => {
    await using place = await openPlace();
    const seen: Seen[] = [];
    const plugin = (id: string, requires: readonly string[] = []) =>
      definePlugin({ id, engine: "*", requires, recordExtensions: watching(seen, id) });
    await using inventory = await createInventory({
      storage: place.storage(),
      plugins: [plugin("first", ["second"]), plugin("second")],
      recordExtensions: watching(seen, "application"),
    });
    const { audit, changes, devices, plans } = inventory;
    const by = (before: string | null, record: string | null) => ["first", "second", "application"].map((one) => [one, before, record]);
    const made = await devices.create({ name: "a" });
    expect(seen.splice(0)).toEqual(by(null, "a"));
    expect(await outcomeOf(devices.create({ name: "A" }))).toBe("VALIDATION_ERROR: name: must be lower case");
    expect(await outcomeOf(devices.create({ name: "undone" }))).toBe("CONFLICT: not undone");
    expect(await outcomeOf(devices.update(made.id, { name: "B" }))).toBe("VALIDATION_ERROR: name: must be lower case");
    expect(await outcomeOf(devices.update(made.id, { name: "undone" }))).toBe("CONFLICT: not undone");
    seen.length = 0;
    await devices.update(made.id, { name: "b" });
    expect(seen.splice(0)).toEqual(by("a", "b"));
    await devices.bulkUpdate({ ids: [made.id], set: { description: "x" } });
    expect(seen.splice(0)).toEqual(by("b", "b"));
    await devices.delete(made.id);
    expect(seen.splice(0)).toEqual(by("b", null));
    const [deletion] = await audit.list({ resource: "device" });
    const undo = await changes.undo(deletion?.change_id ?? "");
    seen.length = 0;
    await plans.apply(undo.id, { digest: undo.digest });
    expect(seen.splice(0)).toEqual(by(null, "b"));
    expect((await devices.list()).map(({ name: called }) => called)).toEqual(["b"]);
  });

  it("refuse and undo single devices and networks of a bulk creation", async () => {
    await using place = await openPlace();
    const seen: Seen[] = [];
    await using inventory = await createInventory({ storage: place.storage(), recordExtensions: watching(seen, "application") });
    const { devices, networks } = inventory;
    const items = ["a", "B", "undone", "c"];
    const made = await devices.createMany(items.map((called) => ({ name: called })));
    expect([made.success, made.errors.map(({ index, code }) => [index, code])]).toEqual([
      2,
      [
        [1, "VALIDATION_ERROR"],
        [2, "CONFLICT"],
      ],
    ]);
    const together = await Promise.all(["d", "undone", "E", "f"].map(async (called) => await outcomeOf(devices.create({ name: called }))));
    expect(together.map((outcome) => outcome.split(":")[0])).toEqual(["done", "CONFLICT", "VALIDATION_ERROR", "done"]);
    expect((await devices.list()).map(({ name: called }) => called)).toEqual(["a", "c", "d", "f"]);
    const nets = await networks.createMany(items.map((called, at) => ({ name: called, subnet: `10.${at}.0.0/16` })));
    expect([nets.success, nets.errors.map(({ index }) => index)]).toEqual([2, [1, 2]]);
    expect((await networks.list()).map(({ name: called }) => called)).toEqual(["a", "c"]);
  });

  it("follow networks that are created, allocated, changed and deleted", async () => {
    await using place = await openPlace();
    const seen: Seen[] = [];
    await using inventory = await createInventory({ storage: place.storage(), recordExtensions: watching(seen, "application") });
    const { datacenters, networks } = inventory;
    const fra = await datacenters.create({ name: "fra" });
    const net = await networks.create({ name: "n", subnet: "10.0.0.0/8", datacenter_id: fra.id });
    const {
      networks: [inside],
    } = await networks.allocate(net.id, { length: 24, name: "inside" });
    expect(await outcomeOf(networks.allocate(net.id, { length: 24, name: "Inside" }))).toBe("VALIDATION_ERROR: name: must be lower case");
    const allocated = ["x", "undone", "Y", "z"].map(
      async (called) => await outcomeOf(networks.allocate(net.id, { length: 24, name: called })),
    );
    expect((await Promise.all(allocated)).map((outcome) => outcome.split(":")[0])).toEqual([
      "done",
      "CONFLICT",
      "VALIDATION_ERROR",
      "done",
    ]);
    expect(await outcomeOf(networks.update(net.id, { name: "N" }))).toBe("VALIDATION_ERROR: name: must be lower case");
    expect(seen.filter(([, , record]) => record !== "undone").splice(0)).toEqual([
      ["application", null, "n"],
      ["application", null, "inside"],
      ["application", null, "x"],
      ["application", null, "z"],
    ]);
    seen.length = 0;
    await datacenters.delete(fra.id);
    expect(seen).toContainEqual(["application", "n", "n"]);
    seen.length = 0;
    await networks.delete(inside?.id ?? "");
    expect(seen).toEqual([["application", "inside", null]]);
  });

  it("refuse rows of an import, and undo an import", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), recordExtensions: watching([], "application") });
    const rows = (called: string): ImportRow[] => [
      { type: "network", set: { name: "n", subnet: "10.0.0.0/8" }, at: { line: 1 } },
      { type: "network", set: { name: called, subnet: "10.1.0.0/16" }, at: { line: 2 } },
      { type: "device", set: { name: "d" }, at: { line: 3 } },
    ];
    const importOf = async (called: string) => await inventory.import.apply(await inventory.import.plan(rows(called)), { mode: "per_row" });
    expect(await outcomeOf(importOf("undone"))).toBe("CONFLICT: not undone");
    expect([await inventory.networks.list(), await inventory.devices.list()]).toEqual([[], []]);
    expect(await importOf("Upper")).toMatchObject({ created: 2, failed: 1 });
    expect((await inventory.networks.list()).map(({ name: called }) => called)).toEqual(["n"]);
  });

  it("extend declared kinds after the functions of the kind", async () => {
    await using place = await openPlace();
    const order: string[] = [];
    const Note = defineRecord({
      name: "note",
      fields: { name: name(), device_id: reference("device", { onDelete: "cascade" }).optional() },
      check: () => void order.push("check of the kind"),
      after: () => void order.push("after of the kind"),
    });
    const extension = extendRecord(Note, {
      check: ({ record, problems }) => {
        order.push("check of the extension");
        if (record.device_id === null) problems.add("device_id", "is required here");
      },
      after: () => void order.push("after of the extension"),
    });
    await using inventory = await createInventory({ storage: place.storage(), records: [Note], recordExtensions: [extension] });
    const { devices, notes } = inventory;
    const device = await devices.create({ name: "d" });
    expect(await outcomeOf(notes.create({ name: "a" }))).toBe("VALIDATION_ERROR: device_id: is required here");
    order.length = 0;
    await notes.create({ name: "a", device_id: device.id });
    expect(order).toEqual(["check of the kind", "check of the extension", "after of the kind", "after of the extension"]);
  });

  it("stop the start when no plugin declares the kind", async () => {
    await using place = await openPlace();
    const recordExtensions = [extendRecord("rack", {})];
    expect(await outcomeOf(createInventory({ storage: place.storage(), recordExtensions }))).toBe(
      "RECORD_INVALID: the record rack cannot be declared so: an extension names it, and no plugin declares it: extend device, network or a declared kind",
    );
  });
});
