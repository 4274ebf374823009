import { createInventory } from "@cadastre/inventory-core";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countedStorage, StepCounter, totalSteps } from "./counted-steps.ts";

/** Networks that are allocated with gaps between them, and devices that are created there. */
const COUNTS = [64, 128, 256] as const;
const MAX_EXPONENT = 1.3;

type Steps = ReadonlyMap<string, number>;

async function stepsFor(count: number): Promise<Readonly<Record<"allocate" | "bulk", Steps>>> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-steps-"));
  const steps = new StepCounter();
  const inventory = await createInventory({ storage: countedStorage(join(folder, "inventory.db"), steps) });
  try {
    const { id } = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/8" });
    const allocate = async (): Promise<readonly { readonly subnet: string }[]> =>
      (await inventory.networks.allocate(id, { name: "part", length: 28, count, strategy: "sparse" })).networks;
    const networks = await allocate();
    steps.take();
    await allocate();
    const allocation = steps.take();
    await inventory.devices.createMany(
      networks.map(({ subnet }, index) => ({ name: `d ${index}`, addresses: [{ ip: subnet.replace(/\d+\/28$/, "200") }] })),
    );
    return { allocate: allocation, bulk: steps.take() };
  } finally {
    await inventory.close();
    await rm(folder, { recursive: true });
  }
}

describe("a network that is cut into many free blocks", () => {
  it("takes allocations and devices with work that is linear in their number", async () => {
    const works = [];
    for (const count of COUNTS) works.push(await stepsFor(count));
    for (const write of ["allocate", "bulk"] as const) {
      const [least, ...more] = works.map((work) => work[write]) as [Steps, ...Steps[]];
      for (const [index, work] of more.entries()) {
        const growth = Math.log(totalSteps(work) / totalSteps(least)) / Math.log((COUNTS[index + 1] as number) / COUNTS[0]);
        const worst = [...work].toSorted((a, b) => b[1] - a[1]).slice(0, 3);
        expect(growth, `${write} of ${COUNTS[index + 1]}: ${JSON.stringify(worst)}`).toBeLessThan(MAX_EXPONENT);
      }
    }
  });
});
