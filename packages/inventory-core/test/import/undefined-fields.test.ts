import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { importRows, planOf, problemsOf, rowsOf } from "./import-scene.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("rows with fields that are not defined on %s", (_, database) => {
  const rows = (wanted: "all" | "defined" | undefined) =>
    rowsOf({
      type: "network",
      ...(wanted === undefined ? {} : { own_fields: wanted }),
      set: { name: "lan", subnet: "10.0.0.0/24", fields: { cost_centre: "4000", owner: "ops", ["__proto__"]: "x" } },
    });

  it("are errors, unless they want what is defined alone, and are whole once all of it is", async () => {
    await using place = await database();
    await using inventory = await createInventory({ storage: place.storage() });
    await inventory.fields.create({ record: "network", name: "cost_centre", type: "number" });
    for (const wanted of [undefined, "all"] as const) {
      const problems = problemsOf(await planOf(inventory, rows(wanted)));
      expect(problems).toContainEqual(expect.stringContaining("fields.owner: is no field of networks"));
    }
    for (const mode of ["per_row", "whole"] as const)
      expect(await importRows(inventory, rows("defined"), mode)).toMatchObject({ failed: 0 });
    expect(await inventory.networks.list()).toMatchObject([{ subnet: "10.0.0.0/24", fields: { cost_centre: 4000 } }]);
    await inventory.fields.create({ record: "network", name: "owner", type: "text" });
    expect(await importRows(inventory, rows("defined"))).toMatchObject({ updated: 1 });
    expect(await inventory.networks.list()).toMatchObject([{ fields: { cost_centre: 4000, owner: "ops" } }]);
    expect(await importRows(inventory, rows("defined"))).toMatchObject({ updated: 0, unchanged: 1 });
  });
});
