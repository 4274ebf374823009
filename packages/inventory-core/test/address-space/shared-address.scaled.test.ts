import { createInventory } from "@cadastre/inventory-core";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countedStorage, StepCounter, totalSteps } from "./counted-steps.ts";
import { addHolders, growthOf, HOLDERS, IP, MAX_EXPONENT } from "./address-holders.ts";

type Work = Readonly<Record<"rename" | "delete" | "take", ReadonlyMap<string, number>>>;

async function workFor(holders: number): Promise<Work> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-steps-"));
  const steps = new StepCounter();
  const inventory = await createInventory({ storage: countedStorage(join(folder, "inventory.db"), steps) });
  try {
    const [first, second] = await addHolders(inventory, holders);
    steps.take();
    await inventory.devices.update(first.id, { name: "renamed" });
    const rename = steps.take();
    await inventory.devices.delete(second.id);
    const deletion = steps.take();
    await inventory.devices.create({ name: "late", addresses: [{ ip: IP }] });
    return { rename, delete: deletion, take: steps.take() };
  } finally {
    await inventory.close();
    await rm(folder, { recursive: true });
  }
}

/** Work may grow as the number of holders to this power: a rename reads no other holder. */
const EXPONENTS = { rename: 0.2, delete: MAX_EXPONENT, take: MAX_EXPONENT } as const;

describe("an address that many devices hold", () => {
  it("costs a rename of a holder as much as with few, and other writes work that is linear in the number of holders", async () => {
    const works: Work[] = [];
    for (const holders of HOLDERS) works.push(await workFor(holders));
    for (const write of ["rename", "delete", "take"] as const) {
      const [few, ...more] = works.map((work) => work[write]) as [ReadonlyMap<string, number>, ...ReadonlyMap<string, number>[]];
      for (const [index, work] of more.entries()) {
        const growth = growthOf(totalSteps(few), totalSteps(work), index + 1);
        const worst = [...work].toSorted((a, b) => b[1] - a[1]).slice(0, 3);
        expect(growth, `${write} with ${HOLDERS[index + 1]} holders: ${JSON.stringify(worst)}`).toBeLessThan(EXPONENTS[write]);
      }
    }
  });
});
