import { createInventory } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

it.each(DATABASES)("a plan of a thousand wrong steps is refused with the problems of the first, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const addresses = Array.from({ length: 100 }, () => ({ ip: "none" }));
  const steps = Array.from({ length: 1000 }, () => ({ operation: "devices.create", body: { name: "host", addresses } }));
  const refusal: unknown = await inventory.plans.create({ title: "wrong", steps }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "VALIDATION_ERROR" });
  const fields = Object.keys((refusal as { readonly details: object }).details);
  expect(fields).toHaveLength(100);
  expect(fields[0]).toBe("steps[0].body.addresses[0].ip");
});
