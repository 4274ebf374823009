import { createInventory, type Inventory, isInventoryError } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DATABASES } from "../../../../testing/storages.ts";
import { defineRecord, integer, reference, text } from "../../src/records.ts";

/** Configuration of an application: it has the operations on one record, and nothing else. */
const Probe = defineRecord({
  name: "probe",
  path: "monitoring/probes",
  permission: "device",
  notFound: "NOT_FOUND",
  doors: [],
  order: "-created_at",
  fields: {
    device_id: reference("device", { onDelete: "cascade" }),
    target: text().sentAs(z.string({ error: "must be a text" }).transform((value) => value.toUpperCase())),
    runs: integer().state(0),
    last_run: text().state(null),
  },
  unique: [["device_id", "target"]],
  derive: ({ record, has }, { now }) => (has("target") ? { runs: record.runs + 1, last_run: now } : {}),
});

/** The same with undo. */
const Watched = defineRecord({
  name: "watched",
  plural: "watched",
  doors: ["undo"],
  fields: { size: integer(), runs: integer().state(7) },
  derive: ({ record }) => ({ runs: record.runs + 1 }),
});

const codeOf = async (call: () => PromiseLike<unknown>): Promise<string> => {
  try {
    await call();
    return "none";
  } catch (error) {
    return isInventoryError(error) ? `${error.code}: ${JSON.stringify(error.details)}` : String(error);
  }
};

const operationsOf = ({ host }: Inventory, group: string): readonly string[] =>
  host.operations.flatMap(({ id }) => (id.startsWith(`${group}.`) ? [id.slice(group.length + 1)] : []));

describe.each(DATABASES)("a declared kind with closed doors on %s", (_, openPlace) => {
  it("has its six operations, the permissions of another kind, and no other door", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Probe] });
    const { host, probes, names, fields, plans } = inventory;
    expect(operationsOf(inventory, "probes")).toEqual(["list", "create", "get", "update", "delete", "history"]);
    expect(Object.keys(probes).filter((name) => name === "find" || name === "ensure")).toEqual([]);
    const routes = host.operations.filter(({ id }) => id.startsWith("probes."));
    expect(new Set(routes.map(({ http }) => http.path.split("/").slice(0, 4).join("/")))).toEqual(new Set(["/api/monitoring/probes"]));
    expect(new Set(routes.map(({ access }) => access.split(":")[0]))).toEqual(new Set(["device"]));
    expect(host.permissions.filter(({ name }) => name.startsWith("probe:"))).toEqual([]);
    expect(host.events.filter(({ name }) => name.startsWith("probe."))).toEqual([]);
    expect(await codeOf(async () => await names.find({ text: "x", type: ["probe"] }))).toMatch(/^VALIDATION_ERROR/);
    expect(await codeOf(async () => await fields.create({ record: "probe", name: "owner", type: "text" }))).toMatch(/^VALIDATION_ERROR/);
    const steps = [{ operation: "probes.create", body: {} }];
    expect(await codeOf(async () => await plans.create({ title: "probe", steps }))).toMatch(/^VALIDATION_ERROR/);
  });

  it("keeps fields that no caller sets, checks what is sent, and lists the newest first", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), records: [Probe], clock });
    const { probes, devices, audit } = inventory;
    const device = await devices.create({ name: "web" });
    const one = await probes.create({ device_id: device.id, target: "http", runs: 40 } as never);
    const now = new Date(clock.now()).toISOString();
    expect(one).toEqual({
      id: expect.any(String) as string,
      device_id: device.id,
      target: "HTTP",
      runs: 1,
      last_run: now,
      created_at: now,
      updated_at: now,
    });
    expect(await codeOf(async () => await probes.create({ device_id: device.id, target: 1 } as never))).toBe(
      'VALIDATION_ERROR: {"target":{"field":"target","message":"must be a text"}}',
    );
    await clock.advance(1000);
    const other = await probes.create({ device_id: device.id, target: "icmp" });
    expect(await probes.list()).toEqual([other, one]);
    expect((await probes.list({ limit: 1 }).page()).items).toEqual([other]);
    expect(await probes.update(one.id, { target: "http" })).toMatchObject({ target: "HTTP", runs: 2 });
    expect(await codeOf(async () => await probes.get(device.id))).toBe('NOT_FOUND: {"what":"probe"}');
    await devices.delete(device.id);
    expect(await probes.list()).toEqual([]);
    const rows = (await audit.list({ resource: "probe" })).map(({ action, resource_id: id }) => [action, id]);
    expect(rows.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ["delete", one.id],
        ["delete", other.id],
      ]) as unknown,
    );
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("restores the fields that no caller sets when a deletion is taken back", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Watched] });
    const { watched, audit, changes, plans } = inventory;
    const { id } = await watched.create({ size: 1 });
    await watched.update(id, { size: 2 });
    await watched.delete(id);
    const [deletion] = await audit.list({ resource: "watched" });
    await plans.apply((await changes.undo(deletion?.change_id ?? "")).id);
    expect(await watched.get(id)).toMatchObject({ size: 2, runs: 10 });
  });
});
