import { createInventory, type Inventory, type InventoryServices, type Plan, STORAGE, SYSTEM } from "@cadastre/inventory-core";
import { FakeClock, KEY_CREDENTIAL } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { PLAN_RETENTION } from "../../src/plans/plan-retention.ts";

const DAY_MS = 86_400_000;
const DEVICES = 400;

describe.each(DATABASES)("stored plans on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let clock: FakeClock;
  beforeAll(async () => {
    place = await openPlace();
    clock = new FakeClock("2026-01-01T00:00:00.000Z");
    inventory = await createInventory({ storage: place.storage(), clock, planOpenLimit: 3, planRetentionDays: 10 });
    await inventory.devices.createMany(Array.from({ length: DEVICES }, (__, n) => ({ name: `d${n}`, tags: ["many", `t${n % 2}`] })));
  });
  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const as = (name: string, ...permissions: readonly string[]): InventoryServices =>
    inventory.as({
      kind: "user",
      userId: name,
      username: name,
      permissions: new Set(["device:read", ...permissions]),
      credential: KEY_CREDENTIAL,
      credentialId: name,
    });
  const author = (name: string): InventoryServices => as(name, "plan:read", "plan:create", "plan:reject");
  const bulk = (body: object): { operation: string; body: Record<string, unknown> } => ({
    operation: "devices.bulkUpdate",
    body: { ...body },
  });
  let round = 0;
  const large = async (services: InventoryServices = inventory): Promise<Plan> =>
    await services.plans.create({
      title: "large",
      steps: [
        bulk({ filter: { tags: ["t0"] }, set: { location: `here ${round}`, os: `debian ${++round}` } }),
        bulk({ filter: { tags: ["t1"] }, set: { location: `there ${round}` } }),
        { operation: "devices.create", body: { name: "new" } },
      ],
    });
  const rows = async (sql: string, id: string): Promise<number> =>
    Number((await inventory.host.get(STORAGE).read.get<{ n: number | string }>(sql, [id]))?.n);
  const timeless = (image: object | null): object | null => image && { ...image, created_at: "", updated_at: "" };
  const valuesOf = (records: Plan["effects"]["records"]): object[] =>
    records.map((one) => ({ ...one, before: timeless(one.before), after: timeless(one.after) }));
  const withoutImages = ({ effects }: Plan): object[] => effects.records.map((effect) => ({ ...effect, before: null, after: null }));

  it("groups effects by type, action and changed fields, and reads the plan without them", async () => {
    const plan = await large();
    expect(plan.groups).toEqual([
      { type: "device", action: "update", fields: ["location", "os"], count: DEVICES / 2 },
      { type: "device", action: "update", fields: ["location"], count: DEVICES / 2 },
      { type: "device", action: "create", fields: [], count: 1 },
    ]);
    const { effects, ...brief } = plan;
    expect(await inventory.plans.get(plan.id)).toEqual(plan);
    expect(await inventory.plans.get(plan.id, { effects: "false" })).toEqual(brief);
    expect(effects.records).toHaveLength(DEVICES + 1);
    await inventory.plans.delete(plan.id);
  });

  it("reads a part of its effects without the others, and tells how many there are", async () => {
    const plan = await large();
    const all = plan.effects.records;
    const operation = inventory.host.operations.find(({ id }) => id === "plans.get");
    if (operation === undefined) throw new Error("there is no operation plans.get");
    const shown: object[] = [];
    while (shown.length < all.length) {
      const result = await inventory.host.execute(
        operation,
        { params: { id: plan.id }, query: {}, body: async () => await Promise.resolve(undefined) },
        { principal: SYSTEM, source: "library" },
      );
      if (result.kind !== "long-record") throw new Error(`${result.kind} is no long record`);
      const { record, lengths } = await result.value.part({ field: "effects.records", from: shown.length }, 1);
      const { effects, ...brief } = record as Plan;
      expect({ ...brief, effects: { ...effects, records: all } }).toEqual(plan);
      expect(effects.records.length).toBeLessThan(all.length / 2);
      expect(lengths.get("effects.records")).toBe(all.length);
      shown.push(...effects.records);
    }
    expect(shown).toEqual(all);
    await inventory.plans.delete(plan.id);
  });

  it("gives the effects by page, filtered by type, action, field and text", async () => {
    const plan = await large();
    const all = plan.effects.records;
    const read = async (filter: object): Promise<object[]> => {
      const found: object[] = [];
      for (let after: string | undefined; ;) {
        const page = await inventory.plans.effects(plan.id, { ...filter, limit: 150, ...(after === undefined ? {} : { after }) });
        expect(page.digest).toBe(plan.digest);
        found.push(...page.records);
        if (page.next === null) return found;
        after = page.next;
      }
    };
    const isOs = ({ before, after }: (typeof all)[number]): boolean => before !== null && after !== null && before["os"] !== after["os"];
    expect(await read({})).toEqual(all);
    expect(await read({ field: "os" })).toEqual(all.filter(isOs));
    expect(await read({ action: "create" })).toEqual(all.filter(({ action }) => action === "create"));
    expect(await read({ type: "device", action: "update", q: "D39" })).toEqual(
      all.filter(({ name, action }) => name.includes("d39") && action === "update"),
    );
    expect(await read({ q: all[7]?.id.slice(0, 30) })).toContainEqual(all[7]);
    expect(await read({ type: "network" })).toEqual([]);
    await inventory.plans.reject(plan.id, {});
    expect(await read({ field: "os" })).toEqual(all.filter(isOs).map((effect) => ({ ...effect, before: null, after: null })));
    const groups = plan.groups.map(({ count }, group) => ({ group, count }));
    for (const { group, count } of groups) {
      const { records } = await inventory.plans.effects(plan.id, { group, limit: 1000 });
      expect([group, records.length]).toEqual([group, count]);
    }
    expect((await inventory.plans.effects(plan.id, { group: groups.length })).records).toEqual([]);
    await expect(inventory.plans.effects(plan.id, { after: "x" })).rejects.toMatchObject({ details: { after: {} } });
    await inventory.plans.delete(plan.id);
  });

  it("keeps type, id, name and action of the effects of a closed plan, and a tenth of its size", async () => {
    const plan = await large();
    const size = "select sum(length(kept) + coalesce(length(shown), 0)) as n from plan_effect_part where plan_id = ?";
    expect(await rows(size, plan.id)).toBeLessThan(JSON.stringify(plan.effects).length / 4);
    const applied = await inventory.plans.apply(plan.id);
    expect(applied.effects.records).toEqual(withoutImages(plan));
    expect(await inventory.plans.get(plan.id)).toEqual(applied);
    expect(applied).toMatchObject({ groups: plan.groups, digest: plan.digest });
    expect(await rows(size, plan.id)).toBeLessThan(JSON.stringify(plan.effects).length / 10);
    await inventory.plans.delete(plan.id);
    expect(await rows("select count(*) as n from plan_effect_part where plan_id = ?", plan.id)).toBe(0);
  });

  it("reads the values of an applied plan from the audit log, by page", async () => {
    const plan = await large();
    const images = { images: "true" } as const;
    expect((await inventory.plans.effects(plan.id, { ...images, limit: 1000 })).records).toEqual(plan.effects.records);
    const applied = await inventory.plans.apply(plan.id);
    const expected = valuesOf(plan.effects.records);
    const found: object[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await inventory.plans.effects(plan.id, { ...images, limit: 150, ...(after !== undefined && { after }) });
      found.push(...valuesOf(page.records));
      after = page.next;
    }
    expect(found).toEqual(expected);
    expect((await inventory.plans.effects(plan.id, { limit: 1000 })).records).toEqual(withoutImages(plan));
    // A later change of the records is not the plan's.
    await inventory.devices.bulkUpdate({ filter: { tags: ["t0"] }, set: { os: "later" } });
    expect(valuesOf((await inventory.plans.effects(plan.id, { ...images, limit: 1000 })).records)).toEqual(expected);
    expect((await inventory.plans.list({ undoes: applied.change_id ?? "" })).map(({ id }) => id)).toEqual([]);
    const undo = await inventory.changes.undo(applied.change_id ?? "");
    expect((await inventory.plans.list({ undoes: applied.change_id ?? "" })).map(({ id }) => id)).toEqual([undo.id]);
    await inventory.plans.delete(undo.id);
    await inventory.plans.delete(plan.id);
  });

  it("reads the values of records that follow a deleted one, too", async () => {
    const { devices, networks, plans, pools, relationships } = inventory;
    const lan = await networks.create({ name: "lan", subnet: "10.7.0.0/24" });
    const pool = await pools.create(lan.id, { name: "dhcp", start_ip: "10.7.0.10", end_ip: "10.7.0.20" });
    await pools.allocate(pool.id, { count: 2 });
    const [rack, host] = [await devices.create({ name: "rack" }), await devices.create({ name: "host", addresses: [{ ip: "10.7.0.1" }] })];
    await relationships.create(rack.id, { child_id: host.id, type: "contains" });
    const steps = [
      { operation: "networks.delete", params: { id: lan.id } },
      { operation: "devices.delete", params: { id: rack.id } },
    ];
    const plan = await plans.create({ title: "gone", steps });
    expect(new Set(plan.effects.records.map(({ type }) => type))).toEqual(
      new Set(["network", "pool", "allocation", "device", "relationship"]),
    );
    await plans.apply(plan.id);
    expect(valuesOf((await plans.effects(plan.id, { images: "true" })).records)).toEqual(valuesOf(plan.effects.records));
    await plans.delete(plan.id);
  });

  it("shows no values of a plan that was rejected, or whose change the audit log has lost", async () => {
    const rejected = await large();
    await inventory.plans.reject(rejected.id);
    const lost = await large();
    await inventory.plans.apply(lost.id);
    await inventory.host.get(STORAGE).write(async (transaction) => void (await transaction.run("delete from audit")));
    for (const plan of [rejected, lost]) {
      expect((await inventory.plans.effects(plan.id, { images: "true", limit: 1000 })).records).toEqual(withoutImages(plan));
      await inventory.plans.delete(plan.id);
    }
  });

  it("refuses a user's next open plan at the limit until one is closed or deleted", async () => {
    const ada = author("ada");
    const plans = [await large(ada), await large(ada), await large(ada)];
    await expect(large(ada)).rejects.toMatchObject({
      code: "PLAN_LIMIT",
      message: "you have 3 open plans, and may have 3: apply, reject or delete some of them",
    });
    await large(author("bob"));
    await ada.plans.refresh(plans[2]?.id as string);
    await ada.plans.delete(plans[0]?.id as string);
    await ada.plans.reject((await large(ada)).id, {});
    await large(ada);
  });

  it("refuses open plans of more than 64 MiB of one user, and a refresh that makes them so", async () => {
    const eve = author("eve");
    const { id } = await large(eve);
    const other = await large(eve);
    await inventory.host
      .get(STORAGE)
      .write(async (change) => void (await change.run("update plan set bytes = ? where id = ?", [64 * 1024 * 1024 - 1_000, id])));
    const refusal = {
      code: "PLAN_LIMIT",
      message: expect.stringMatching(/^your open plans would have 65 MiB, and may have 64 MiB: apply/),
    };
    await expect(large(eve)).rejects.toMatchObject(refusal);
    await expect(eve.plans.refresh(other.id)).rejects.toMatchObject(refusal);
    expect(await inventory.plans.get(other.id)).toMatchObject({ status: "open", refreshed_at: null });
  });

  it("is deleted by its author with plan:create, and by others with plan:delete", async () => {
    const { id } = await large(author("carol"));
    const bob = author("bobby");
    await expect(bob.plans.delete(id)).rejects.toMatchObject({ code: "FORBIDDEN", details: { permission: "plan:delete" } });
    await expect(as("dan", "plan:read").plans.delete(id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await author("carol").plans.delete(id);
    await expect(bob.plans.delete(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const again = await large(author("carol"));
    await as("erin", "plan:delete").plans.delete(again.id);
    await expect(inventory.plans.get(again.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await inventory.audit.list({ action: "delete", resource: "plan" })).slice(0, 2)).toMatchObject([
      { username: "erin", resource_id: again.id },
      { username: "carol", resource_id: id },
    ]);
  });

  it("expires when nobody refreshes it, and is deleted a period later", async () => {
    const purge = async (): Promise<void> => await inventory.host.get(PLAN_RETENTION).purge();
    const [idle, kept] = [await large(), await large()];
    await clock.advance(9 * DAY_MS);
    await inventory.plans.refresh(kept.id);
    await clock.advance(2 * DAY_MS);
    await purge();
    const expired = await inventory.plans.get(idle.id);
    expect(expired).toMatchObject({ status: "expired", applied_by: null, rejected_by: null, rejected_at: null });
    expect(expired.effects?.records).toEqual(withoutImages(idle));
    expect((await inventory.plans.get(kept.id)).status).toBe("open");
    expect((await inventory.plans.list({ status: "expired" })).map(({ id }) => id)).toContain(idle.id);
    expect((await inventory.plans.list({ status: "rejected" })).map(({ id }) => id)).not.toContain(idle.id);
    await expect(inventory.plans.apply(idle.id)).rejects.toMatchObject({ message: expect.stringContaining("the plan is expired already") });
    expect(await inventory.audit.list({ action: "expire", resource_id: idle.id })).toMatchObject([{ username: "system" }]);
    await clock.advance(9 * DAY_MS);
    await purge();
    expect((await inventory.plans.get(idle.id)).status).toBe("expired");
    await clock.advance(2 * DAY_MS);
    await purge();
    await expect(inventory.plans.get(idle.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("closes and pages plans whose effects an earlier version stored or refreshed", async () => {
    const plan = await large();
    await inventory.host.get(STORAGE).write(async (change) => {
      await change.run("update plan set effects = ?, effect_groups = null where id = ?", [JSON.stringify(plan.effects), plan.id]);
    });
    expect(await inventory.plans.get(plan.id)).toEqual(plan);
    const { records, next } = await inventory.plans.effects(plan.id, { field: "os", limit: 1 });
    expect([records.length, next]).toEqual([1, expect.any(String)]);
    const rejected = await inventory.plans.reject(plan.id, {});
    expect(rejected).toMatchObject({ groups: plan.groups, effects: { records: withoutImages(plan) } });
    expect(await rows("select length(effects) as n from plan where id = ?", plan.id)).toBeLessThan(500);
  });
});
