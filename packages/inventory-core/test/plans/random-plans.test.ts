import { createInventory, type Inventory, type LoggedEvent, type Plan } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/inventory-core/testing";
import { expect, it } from "vitest";
import { codeOf } from "../model/checks.ts";
import { Random } from "../model/random.ts";
import { PLACES } from "../places.ts";
import { difference, shown, type World, worldOf } from "./plan-world.ts";
import { randomMaker } from "./random-makers.ts";
import { StepMaker } from "./random-steps.ts";

// Random plans over a small world: what a plan shows is what applying it does, record for record. CADASTRE_SEED repeats a failure,
// CADASTRE_PLANS says how many.

const SEED = Number(process.env["CADASTRE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const PLANS = Number(process.env["CADASTRE_PLANS"] ?? 200);

/** Share of the plans between which and their applying somebody else changes something. */
const INTERFERENCE = 0.2;

/** Share of the plans that a plan maker makes. */
const MADE = 0.25;

/** Events that are about plans, or about more than a record that changed. */
const BESIDE = /^(plan\.|pool\.utilization_high)/;

it.for(PLACES)("does what it shows, or nothing, on %s", { timeout: 300_000 }, async ([name, openPlace]) => {
  await using place = await openPlace();
  const clock = new FakeClock();
  await using inventory = await createInventory({ storage: place.storage(), clock });
  const random = new Random(SEED);
  const tally = { applied: 0, refused: 0, stale: 0, "applied all the same": 0 };
  for (let number = 1; number <= PLANS; number += 1) {
    try {
      tally[await onePlan(inventory, random, clock)] += 1;
    } catch (error) {
      throw new Error(`CADASTRE_SEED=${SEED} on ${name}, plan ${number}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  console.info(`${name}: random plans with CADASTRE_SEED=${SEED}: ${JSON.stringify(tally)}`);
  expect(tally.applied).toBeGreaterThan(PLANS / 10);
  expect((await inventory.verify()).differences).toEqual([]);
});

async function onePlan(
  inventory: Inventory,
  random: Random,
  clock: FakeClock,
): Promise<"applied" | "refused" | "stale" | "applied all the same"> {
  await clock.advance(1000);
  const start = await worldOf(inventory);
  // A world that has grown too large is made smaller by whoever comes by.
  if (start.size > 120) await shrink(inventory, random);
  const before = await worldOf(inventory);
  const maker = random.chance(MADE) ? randomMaker(inventory, random, before) : undefined;
  const steps = new StepMaker(random, before).steps(1 + random.below(4));
  const make = maker ?? (async () => await inventory.plans.create({ title: "random", steps: [...steps] }));
  let plan: Plan | undefined;
  const refusal = await codeOf(async () => (plan = await make()));
  expect(difference(before, await worldOf(inventory)), "a rehearsal leaves nothing").toEqual([]);
  expect([null, "VALIDATION_ERROR", ...(maker === undefined ? [] : ["CONFLICT"])]).toContain(refusal);
  if (plan === undefined) return "refused";
  await clock.advance(1000);
  const isDisturbed = random.chance(INTERFERENCE);
  if (isDisturbed) await interfere(inventory, random);
  const now = isDisturbed ? await worldOf(inventory) : before;
  const { stale } = await inventory.plans.get(plan.id);
  const events: LoggedEvent[] = [];
  const off = inventory.events.on("*", (event) => events.push(event));
  const { id } = plan;
  const code = await codeOf(async () => await inventory.plans.apply(id));
  off();
  const after = await worldOf(inventory);
  if (code !== null && !isDisturbed) await explain(inventory, plan, now);
  expect([code, stale]).toEqual(isDisturbed && code !== null ? ["PLAN_STALE", true] : [null, false]);
  const done = difference(now, after);
  const effects = code === null ? shown(plan.effects, now) : [];
  expect(effects).toEqual(done);
  expectTold(
    events,
    effects.map(({ key }) => key.slice(key.indexOf("/") + 1)),
  );
  return code !== null ? "stale" : isDisturbed ? "applied all the same" : "applied";
}

/** Fails with what a plan that nobody disturbed would do otherwise by now. */
async function explain(inventory: Inventory, { id, steps, effects }: Plan, world: World): Promise<void> {
  const again = await inventory.plans.refresh(id);
  expect(shown(again.effects, world), JSON.stringify(steps)).toEqual(shown(effects, world));
}

/** Every event is about a record that the plan shows, but those of records that came and went within it. */
function expectTold(events: readonly LoggedEvent[], ids: readonly string[]): void {
  const shownIds = new Set(ids);
  const gone = new Set(events.filter(({ event }) => event.endsWith(".created")).map(({ record_id: id }) => id));
  for (const { event, record_id: id, data } of events) {
    if (BESIDE.test(event) || gone.has(id) || shownIds.has(id)) continue;
    // A record may be changed and changed back.
    expect([event, data]).toEqual([expect.stringMatching(/updated$/), expect.anything()]);
  }
}

async function interfere(inventory: Inventory, random: Random): Promise<void> {
  const device = random.pick(await inventory.devices.list());
  if (device !== undefined && random.chance(0.6)) {
    if (random.chance(0.3)) await inventory.devices.delete(device.id);
    else await inventory.devices.update(device.id, { location: `moved ${random.below(1000)}` });
  } else await inventory.devices.create({ name: "other", addresses: [{ ip: `10.0.0.${1 + random.below(12)}` }] });
}

async function shrink(inventory: Inventory, random: Random): Promise<void> {
  for (const network of await inventory.networks.list()) if (random.chance(0.7)) await inventory.networks.delete(network.id);
  for (const device of await inventory.devices.list()) if (random.chance(0.7)) await inventory.devices.delete(device.id);
  for (const datacenter of await inventory.datacenters.list()) if (random.chance(0.7)) await inventory.datacenters.delete(datacenter.id);
  // Those that hold something stay.
  for (const space of await inventory.spaces.list()) await codeOf(async () => await inventory.spaces.delete(space.id));
}
