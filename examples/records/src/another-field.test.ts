import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInventory } from "@cadastre/inventory-core";
import { defineRecord, integer, name, text } from "@cadastre/inventory-core/records";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, it } from "vitest";

it("has the records of the database with a field that is declared later", async () => {
  const folder = await mkdtemp(join(tmpdir(), "circuits-"));
  const storage = sqlite(join(folder, "inventory.db"));
  try {
    const fields = { name: name(), provider: text() };
    const Before = defineRecord({ name: "circuit", fields });
    const before = await createInventory({ storage, records: [Before] });
    const made = await before.circuits.create({ name: "C-1", provider: "Acme" });
    await before.close();

    // #region field
    const Circuit = defineRecord({
      name: "circuit",
      fields: { ...fields, bandwidth_mbps: integer({ min: 1 }).optional(), contract: text().optional() },
    });
    // #endregion
    await using after = await createInventory({ storage, records: [Circuit] });
    expect(await after.circuits.get(made.id)).toEqual({ ...made, bandwidth_mbps: null, contract: "" });
    expect(await after.circuits.update(made.id, { bandwidth_mbps: 100 })).toMatchObject({ name: "C-1", bandwidth_mbps: 100 });
    expect(await after.circuits.list({ bandwidth_mbps: "100" })).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
