import { createInventory, type Inventory, type InventoryServices, type Plan } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("applying a plan on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let strict: Inventory;
  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
    strict = await createInventory({ storage: place.storage(), planReview: "other" });
  });
  afterAll(async () => {
    await inventory.close();
    await strict.close();
    await place[Symbol.asyncDispose]();
  });

  const as = (name: string, of: Inventory = inventory): InventoryServices =>
    of.as({ kind: "user", userId: name, username: name, permissions: "all", credential: KEY_CREDENTIAL, credentialId: name });
  const trash = async (tag: string, count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await inventory.devices.create({ name: `${tag}-${index}`, tags: [tag] });
  };
  const planTrash = async (tag: string, by: InventoryServices = as("proposer")): Promise<Plan> =>
    await by.plans.create({ title: tag, steps: [{ operation: "devices.bulkDelete", body: { filter: { tags: [tag] } } }] });
  const left = async (tag: string): Promise<number> => (await inventory.devices.list({ tags: [tag] })).length;

  it("does nothing when the plan was refreshed and shows other effects than the reviewer saw", async () => {
    await trash("swapped", 1);
    const seen = await planTrash("swapped");
    await trash("swapped", 3);
    const after = await as("proposer").plans.refresh(seen.id);
    expect(after).toMatchObject({ refreshed_by: { user_id: "proposer", username: "proposer" }, refreshed_at: expect.any(String) });
    expect(after.digest).not.toBe(seen.digest);
    await expect(as("reviewer").plans.apply(seen.id, { digest: seen.digest })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { current: after.digest },
    });
    expect(await left("swapped")).toBe(4);
    expect(await as("reviewer").plans.apply(seen.id, { digest: after.digest })).toMatchObject({ status: "applied" });
    expect(await left("swapped")).toBe(0);
  });

  it("needs the digest from whoever did not have the plan rehearsed", async () => {
    await trash("unseen", 1);
    const plan = await planTrash("unseen");
    expect(plan).toMatchObject({ refreshed_by: null, refreshed_at: null, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await expect(as("reviewer").plans.apply(plan.id)).rejects.toMatchObject({
      code: "PRECONDITION_REQUIRED",
      kind: "precondition-required",
      message: expect.stringContaining("digest"),
    });
    await as("reviewer").plans.refresh(plan.id);
    await expect(as("proposer").plans.apply(plan.id)).rejects.toMatchObject({ code: "PRECONDITION_REQUIRED" });
    await expect(as("reviewer").plans.apply(plan.id, {}, { ifMatch: ["*"] })).resolves.toMatchObject({ status: "applied" });
  });

  it("keeps the digest through a refresh that finds the same effects, later and by somebody else", async () => {
    await trash("same", 2);
    const plan = await planTrash("same");
    expect((await as("other").plans.refresh(plan.id)).digest).toBe(plan.digest);
    expect((await as("other").plans.get(plan.id)).digest).toBe(plan.digest);
    const other = await planTrash("same");
    expect(other.digest).toBe(plan.digest);
  });

  it("takes the digest as If-Match, and refuses two that disagree", async () => {
    await trash("tagged", 1);
    const { id, digest } = await planTrash("tagged");
    const wrong = "0".repeat(64);
    const refused = { code: "PRECONDITION_FAILED" };
    await expect(as("proposer").plans.apply(id, {}, { ifMatch: [`"${wrong}"`] })).rejects.toMatchObject(refused);
    await expect(as("proposer").plans.apply(id, { digest }, { ifMatch: [`"${wrong}"`] })).rejects.toMatchObject(refused);
    await expect(as("proposer").plans.apply(id, { digest: wrong }, { ifMatch: [`"${digest}"`] })).rejects.toMatchObject(refused);
    await expect(as("proposer").plans.apply(id, { digest: "short" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await as("reviewer").plans.apply(id, {}, { ifMatch: [`"${digest}"`] })).toMatchObject({ status: "applied" });
    await expect(as("reviewer").plans.apply(id, { digest: wrong })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("always needs the digest where somebody else must apply a plan, and says who may not first", async () => {
    await trash("strict", 1);
    const plan = await planTrash("strict", as("proposer", strict));
    await expect(as("proposer", strict).plans.apply(plan.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await as("reviewer", strict).plans.refresh(plan.id);
    await expect(as("reviewer", strict).plans.apply(plan.id)).rejects.toMatchObject({ code: "PRECONDITION_REQUIRED" });
    expect(await as("reviewer", strict).plans.apply(plan.id, { digest: plan.digest })).toMatchObject({ status: "applied" });
  });

  it("keeps the idempotency key of the call from its steps", async () => {
    const steps = ["one", "two"].map((name) => ({ operation: "devices.create", body: { name: `keyed-${name}` } }));
    const { id } = await as("proposer").plans.create({ title: "keyed", steps });
    const key = { idempotencyKey: "apply" };
    await as("proposer").plans.apply(id, {}, key);
    await as("proposer").devices.create({ name: "keyed-three" }, key);
    const names = (await inventory.devices.list()).map(({ name }) => name).filter((name) => name.startsWith("keyed-"));
    expect(names).toEqual(["keyed-one", "keyed-three", "keyed-two"]);
  });

  it("does not compare If-Match of bulk calls with the records that they change", async () => {
    await trash("bulk", 2);
    const ids = (await inventory.devices.list({ tags: ["bulk"] })).map(({ id }) => id);
    const { changed } = await inventory.devices.bulkUpdate({ ids, set: { location: "here" } }, { ifMatch: ['"other"'] } as never);
    expect(changed).toBe(2);
  });
});
