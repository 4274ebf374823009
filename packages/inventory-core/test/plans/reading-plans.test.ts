import {
  type CallBudget,
  type CallContext,
  createInventory,
  type Inventory,
  type Plan,
  STORAGE,
  SYSTEM,
  WRITES,
} from "@cadastre/inventory-core";
import { FakeClock, KEY_CREDENTIAL } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draftOf } from "../../src/contract/errors/validation.ts";
import { PlanCreate } from "../../src/plans/plan.ts";
import { PLANS } from "../../src/plans/plan-service.ts";
import { StepPerformer } from "../../src/plans/rehearsal.ts";
import type { StepKind } from "../../src/plans/steps/step-kinds.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("reading plans on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let clock: FakeClock;
  beforeAll(async () => {
    place = await openPlace();
    clock = new FakeClock();
    inventory = await createInventory({ storage: place.storage(), clock });
    await inventory.devices.createMany(Array.from({ length: 400 }, (__, index) => ({ name: `d${index}`, tags: ["many"] })));
  });
  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  /** Transactions that were rolled back, as each rehearsal is. */
  const rehearsals = (): number => inventory.host.get(STORAGE).statistics?.().transactions.failed ?? 0;
  const during = async (work: () => Promise<unknown>): Promise<number> => {
    const before = rehearsals();
    await work();
    return rehearsals() - before;
  };
  const planOf = async (body: object, operation = "devices.create"): Promise<Plan> =>
    await inventory.plans.create({ title: "plan", steps: [{ operation, body: { ...body } }] });
  const bulk = { filter: { tags: ["many"] }, set: { location: "here" } };

  it("runs no rehearsal while the inventory is unchanged, and one for any number of readers after a change", async () => {
    const { id } = await planOf({ name: "planned" });
    await planOf({ name: "another plan is no change of the inventory" });
    const read = async (): Promise<void> => expect((await inventory.plans.get(id)).stale).toBe(false);
    expect(await during(read)).toBe(0);
    await inventory.datacenters.create({ name: "elsewhere" });
    expect(await during(async () => await Promise.all(Array.from({ length: 10 }, read)))).toBe(1);
    expect(await during(read)).toBe(0);
  });

  it("caches that a plan is stale", async () => {
    const device = await inventory.devices.create({ name: "renamed" });
    const { id } = await inventory.plans.create({
      title: "plan",
      steps: [{ operation: "devices.update", params: { id: device.id }, body: { location: "there" } }],
    });
    await inventory.devices.update(device.id, { location: "elsewhere" });
    const read = async (): Promise<void> => expect((await inventory.plans.get(id)).stale).toBe(true);
    expect(await during(read)).toBe(1);
    expect(await during(read)).toBe(0);
  });

  it("notices a transaction that was open during the rehearsal and commits later", async () => {
    const device = await inventory.devices.create({ name: "changed late" });
    const storage = inventory.host.get(STORAGE);
    const late = { begun: Promise.withResolvers<void>(), end: Promise.withResolvers<void>() };
    const event = ["late", "device.updated", device.id, "2026-01-01T00:00:00.000Z", "{}", "late"] as const;
    const writing = storage.write(async (transaction) => {
      await transaction.insert("event", ["id", "event", "record_id", "occurred_at", "data", "change_id"], [event]);
      await transaction.get("select 1 as one");
      late.begun.resolve();
      // SQLite has one writer: the plan is created after the commit.
      if (storage.dialect === "postgresql") await late.end.promise;
    });
    await late.begun.promise;
    // Its event has a higher number than the late one.
    await inventory.datacenters.create({ name: "committed before" });
    const { id } = await inventory.plans.create({
      title: "plan",
      steps: [{ operation: "devices.update", params: { id: device.id }, body: { location: "there" } }],
    });
    late.end.resolve();
    await writing;
    const expected = storage.dialect === "postgresql" ? 1 : 0;
    expect(await during(async () => await inventory.plans.get(id))).toBe(expected);
  });

  it("finds a plan stale when a hold expires", async () => {
    const network = await inventory.networks.create({ name: "lan", subnet: "10.60.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.60.0.1", end_ip: "10.60.0.2" });
    await inventory.pools.allocate(pool.id, { ip: "10.60.0.1", ttl_seconds: 3_600 });
    const { id } = await inventory.plans.create({
      title: "plan",
      steps: [{ operation: "pools.allocate", params: { id: pool.id }, body: {} }],
    });
    expect((await inventory.plans.get(id)).stale).toBe(false);
    await clock.advance(3_600_001);
    expect((await inventory.plans.get(id)).stale).toBe(true);
  });

  it("returns null for a large plan with a slow rehearsal after a change, until it is refreshed", async () => {
    const { id, digest } = await planOf(bulk, "devices.bulkUpdate");
    await inventory.host.get(STORAGE).write(async (transaction) => {
      const row = await transaction.get<{ basis: string }>("select basis from plan where id = ?", [id]);
      const slow = JSON.stringify({ ...(JSON.parse(row?.basis ?? "{}") as object), heldMs: 51 });
      await transaction.run("update plan set basis = ? where id = ?", [slow, id]);
    });
    expect((await inventory.plans.get(id)).stale).toBe(false);
    await inventory.datacenters.create({ name: "something" });
    const read = async (): Promise<void> => expect((await inventory.plans.get(id)).stale).toBeNull();
    expect(await during(read)).toBe(0);
    expect(await inventory.plans.refresh(id)).toMatchObject({ stale: false, digest });
    expect((await inventory.plans.get(id)).stale).toBe(false);
  });

  it("refuses steps that change the same records repeatedly, without taking a lock", async () => {
    const steps = Array.from({ length: 51 }, () => ({ operation: "devices.bulkUpdate", body: bulk }));
    const create = async (): Promise<void> =>
      await expect(inventory.plans.create({ title: "again", steps })).rejects.toMatchObject({
        code: "TOO_MUCH_WORK",
        kind: "too-much-work",
        message: "the steps match more than 20000 records in total: nothing was changed; split it into several calls",
      });
    expect(await during(create)).toBe(0);
    expect(await inventory.plans.create({ title: "once", steps: steps.slice(0, 1) })).toMatchObject({ status: "open" });
  });

  it("counts the search for the records of steps for the deadline, and charges the caller for the time with locks", async () => {
    const held: number[] = [];
    const call: CallContext = {
      principal: { ...SYSTEM, kind: "user", userId: "u", username: "u", credential: KEY_CREDENTIAL, credentialId: "k" },
      source: "api",
      budget: { held: (ms: number) => void held.push(ms) } as unknown as CallBudget,
    };
    const kind: StepKind = {
      id: "slow",
      needs: [],
      refersTo: [],
      isInternal: false,
      hasId: false,
      accepts: () => true,
      check: () => {},
      count: async () => {
        await clock.advance(4_000);
        return 0;
      },
      run: async () => await clock.advance(3_000),
    };
    const performer = new StepPerformer(inventory.host.get(WRITES), clock, 10_000);
    const rehearse = async (count: number): Promise<unknown> => {
      const steps = Array.from({ length: count }, () => ({ operation: kind.id }));
      return await performer.rehearse(call, { steps, kinds: steps.map(() => kind) }, [], "0");
    };
    const refusal = (reason: string): object => ({ code: "TOO_MUCH_WORK", message: expect.stringContaining(reason) });
    const refused = async (): Promise<void> =>
      await expect(rehearse(3)).rejects.toMatchObject(refusal("finding the records of the steps took longer than 10 s"));
    expect(await during(refused)).toBe(0);
    await expect(rehearse(2)).rejects.toMatchObject(refusal("held locks for 2 s"));
    held.length = 0;
    expect(await rehearse(1)).toMatchObject({ effects: { records: [] } });
    await inventory.host
      .get(PLANS)
      .create(draftOf(PlanCreate, { title: "p", steps: [{ operation: "devices.create", body: { name: "x" } }] }), call);
    // Two rehearsals, and the plan that was kept.
    expect(held).toHaveLength(3);
  });
});
