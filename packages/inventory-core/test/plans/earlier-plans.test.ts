import { createInventory, type Inventory, type Plan, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

// Plans that were made before a migration of documents, by the version before, and are applied after it.

type Fields = Record<string, unknown>;

/** A text of a record as the version before own fields had it. */
function before(text: string): string {
  const { $version: _, fields: __, ...rest } = JSON.parse(text) as Fields;
  return JSON.stringify(rest);
}

describe.each(DATABASES)("plans of an earlier version on %s", (_, openPlace) => {
  const planOf = async (inventory: Inventory, id: string): Promise<Plan> =>
    await inventory.plans.create({
      title: "earlier",
      steps: [{ operation: "devices.update", params: { id }, body: { location: "planned" } }],
    });

  /** Writes the stored document of a device. */
  const setDocument = async (inventory: Inventory, id: string, text: string): Promise<void> =>
    await inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("update device set doc = ? where id = ?", [text, id]);
    });

  const documentOf = async (inventory: Inventory, id: string): Promise<string> =>
    (await inventory.host.get(STORAGE).read.get<{ doc: string }>("select doc from device where id = ?", [id]))?.doc as string;

  it("does what it shows when documents are rewritten between the two", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { id } = await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.1" }] });
    const now = await documentOf(inventory, id);
    expect(before(now)).not.toBe(now);
    await setDocument(inventory, id, before(now));
    const plan = await planOf(inventory, id);
    expect(plan.effects.records).toMatchObject([{ before: { fields: {}, location: "" }, after: { fields: {}, location: "planned" } }]);
    await setDocument(inventory, id, now);
    expect(await inventory.plans.get(plan.id)).toEqual(plan);
    expect(await inventory.plans.apply(plan.id)).toMatchObject({ status: "applied" });
    expect((await inventory.devices.get(id)).location).toBe("planned");
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("is stale when records have fields by now that it does not show, and shows them after a refresh", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), clock: new FakeClock() });
    const { id } = await inventory.devices.create({ name: "d" });
    const plan = await planOf(inventory, id);
    const { effects } = plan;
    const records = effects.records.map((one) => ({
      ...one,
      before: JSON.parse(before(JSON.stringify(one.before))) as unknown,
      after: JSON.parse(before(JSON.stringify(one.after))) as unknown,
    }));
    await inventory.host.get(STORAGE).write(async (transaction) => {
      const row = await transaction.get<{ basis: string }>("select basis from plan where id = ?", [plan.id]);
      const basis = {
        ...(JSON.parse(row?.basis as string) as Fields),
        position: undefined,
        digest: "that of a version without these fields",
      };
      const shown = JSON.stringify({ ...effects, records });
      await transaction.run("update plan set basis = ?, effects = ? where id = ?", [JSON.stringify(basis), shown, plan.id]);
    });
    expect(await inventory.plans.get(plan.id)).toMatchObject({ status: "open", stale: true });
    await expect(inventory.plans.apply(plan.id)).rejects.toMatchObject({ code: "PLAN_STALE" });
    expect((await inventory.devices.get(id)).location).toBe("");
    expect((await inventory.plans.refresh(plan.id)).effects).toEqual(effects);
    expect(await inventory.plans.apply(plan.id)).toMatchObject({ status: "applied" });
  });
});
