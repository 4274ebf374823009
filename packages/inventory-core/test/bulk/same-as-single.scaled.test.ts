import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { Random } from "../model/random.ts";
import { type World, worldOf } from "../plans/plan-world.ts";
import { StepMaker } from "../plans/random-steps.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

// Over random worlds: a change of many records does what the same changes one by one do. Both are planned over the same world, and what
// the plans show is compared. CADASTRE_SEED repeats a failure, CADASTRE_BULKS says how many.

const SEED = Number(process.env["CADASTRE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const BULKS = Number(process.env["CADASTRE_BULKS"] ?? atDepth({ few: 12, many: 60 }));

it.for(DATABASES)("does what the same changes do one by one, on %s", async ([name, openPlace]) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage(), clock: new FakeClock() });
  const random = new Random(SEED);
  let compared = 0;
  // A world that stays small for long has little to change at once.
  const isEnough = (number: number): boolean => number > BULKS && (compared > BULKS / 4 || number > 5 * BULKS);
  for (let number = 1; !isEnough(number); number += 1) {
    try {
      await grow(inventory, random);
      if (await oneBulk(inventory, random, await worldOf(inventory))) compared += 1;
    } catch (error) {
      throw new Error(`CADASTRE_SEED=${SEED} on ${name}, bulk ${number}: ${String(error)}`, { cause: error });
    }
  }
  expect(compared).toBeGreaterThan(BULKS / 12);
});

/** Has something happen in the world. */
async function grow(inventory: Inventory, random: Random): Promise<void> {
  const steps = new StepMaker(random, await worldOf(inventory)).steps(4);
  const plan = await inventory.plans.create({ title: "grow", steps: [...steps] }).catch(() => undefined);
  if (plan !== undefined) await inventory.plans.apply(plan.id);
}

interface Step {
  readonly operation: string;
  readonly params?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

/** @returns whether there was something to compare */
async function oneBulk(inventory: Inventory, random: Random, world: World): Promise<boolean> {
  const type = random.of("device", "network");
  const there = [...world].flatMap(([key, record]) => (key.startsWith(`${type}/`) ? [record] : []));
  const chosen = there.filter(() => random.chance(0.5));
  if (chosen.length < 2) return false;
  const ids = chosen.map(({ id }) => String(id));
  const datacenter = random.pick([...world].flatMap(([key, record]) => (key.startsWith("datacenter/") ? [String(record["id"])] : [])));
  const set = { description: "bulk", ...(random.chance(0.6) && { datacenter_id: datacenter ?? null }) };
  const deletes = random.chance(0.4);
  const bulk: Step = deletes
    ? { operation: `${type}s.bulkDelete`, body: { ids } }
    : { operation: `${type}s.bulkUpdate`, body: { ids, set, add_tags: ["b"], remove_tags: ["a"] } };
  const single = chosen.map((record): Step => {
    const params = { id: String(record["id"]) };
    if (deletes) return { operation: `${type}s.delete`, params };
    const tags = [...new Set([...(record["tags"] as string[]).filter((tag) => tag !== "a"), "b"])];
    return { operation: `${type}s.update`, params, body: { ...set, tags } };
  });
  expect(await effectsOf(inventory, [bulk])).toEqual(await effectsOf(inventory, single));
  return true;
}

/** What steps would do, without the ids of conflicts, which are new each time. */
async function effectsOf(inventory: Inventory, steps: readonly Step[]): Promise<readonly string[]> {
  const { effects } = await inventory.plans.create({ title: "compared", steps: [...steps] });
  const opened = effects.conflicts_opened.map(({ id: _, ...conflict }) => conflict);
  const records = [...effects.records, ...opened, ...effects.conflicts_closed, ...effects.warnings];
  return records.map((record) => JSON.stringify(record)).toSorted();
}
