import { type CallContext, createInventory, STORAGE, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { z } from "zod";
import { defineInternalStep } from "../../src/contract/operations/internal-step.ts";
import { draftOf } from "../../src/contract/errors/validation.ts";
import { PlanApplication } from "../../src/plans/plan.ts";
import { PlanService } from "../../src/plans/plan-service.ts";
import { StepKinds } from "../../src/plans/steps/step-kinds.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const call: CallContext = { principal: SYSTEM, source: "test" };

/** What a plan maker of the core does that is no operation: it names many devices at once. */
const renameAll = defineInternalStep({
  id: "devices.rename/all",
  needs: ["device:update"],
  body: z.object({ name: z.string({ error: "is required" }) }),
  run: async (change, { name }) => {
    const rows = await change.all<{ id: string; doc: string }>("select id, doc from device order by id");
    for (const { id, doc } of rows) {
      const after = JSON.stringify({ ...(JSON.parse(doc) as object), name });
      await change.run("update device set name = ?, doc = ? where id = ?", [name, after, id]);
    }
    change.touch(
      "device",
      rows.map(({ id }) => id),
    );
    return undefined;
  },
});

it.for(DATABASES)("has steps of the core's own plan makers, for nobody else, on %s", async ([, openPlace]) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const plans = new PlanService(inventory.host.get(STORAGE), inventory.host.get(WRITES), new StepKinds([renameAll]), new FakeClock(), {
    review: "any",
    openLimit: 1,
    timeoutMs: 10_000,
  });
  plans.start(inventory.host);
  const { id } = await inventory.devices.create({ name: "before" });
  const steps = [
    { operation: "devices.create", body: { name: "new" } },
    { operation: "devices.rename/all", body: { name: "after" } },
  ];
  const open = await (await plans.make({ title: "rename", description: "", steps }, call)).parse();
  expect(open.effects.records.map(({ action, name }) => `${action} ${name}`).toSorted()).toEqual(["create after", "update after"]);
  expect((await inventory.devices.get(id)).name).toBe("before");
  const applied = await plans.apply(open.id, draftOf(PlanApplication, {}), call);
  expect((await applied.parse()).status).toBe("applied");
  expect((await inventory.devices.list()).map(({ name }) => name)).toEqual(["after", "after"]);
  // Its body is checked like any other; to callers from outside there is no such step.
  await expect(plans.make({ title: "x", description: "", steps: [{ operation: renameAll.id }] }, call)).rejects.toMatchObject({
    details: { "steps[0].body.name": { message: "is required" } },
  });
  await expect(inventory.plans.create({ title: "x", steps: [{ operation: renameAll.id, body: { name: "x" } }] })).rejects.toMatchObject({
    details: { "steps[0].operation": {} },
  });
});
