import { createInventory, type Inventory, type Plan } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { codeOf } from "../model/checks.ts";
import { Random } from "../model/random.ts";
import { difference, shown, type World } from "./plan-world.ts";
import { randomMaker } from "./random-makers.ts";
import { StepMaker } from "./random-steps.ts";
import { expectServed, type Moment, StoredWorld } from "./stored-world.ts";
import { expectAudited, expectEvents } from "./told-effects.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth, randomSeeds } from "../../../../testing/depth.ts";

// Random plans over small worlds: what a plan shows is what applying it does, record for record, and what the audit log and the events say
// of it. CADASTRE_PLANS sets their number on each storage. Each hundred have a world and a seed of their own, from CADASTRE_SEED on, so
// that CADASTRE_SEED with CADASTRE_PLANS=100 repeats a failure, and slices of seeds are
// slices of a long trial (`pnpm soak --trial effects`).

const PLANS = Number(process.env["CADASTRE_PLANS"] ?? atDepth({ few: 60, many: 200, full: 2000 }));

/** Share of the plans between which and their applying somebody else changes something. */
const INTERFERENCE = 0.2;

/** Share of the plans that a plan maker makes. */
const MADE = 0.25;

/** Share of the plans that are looked at once more before they are applied, beside those that somebody disturbed. */
const LOOKED_AT = 0.25;

/** Plans of one world. Those that follow are of the next, with the seed that follows. */
const WORLD = 100;

/** Plans between two comparisons of what is stored with what callers are told. */
const SERVED_INTERVAL = 25;

it.for(DATABASES)("does what it shows, or nothing, on %s", async ([name, openPlace]) => {
  for (const first of randomSeeds()) {
    const tally = { applied: 0, refused: 0, stale: 0, "applied all the same": 0 };
    for (let made = 0; made < PLANS; made += WORLD) {
      const seed = first + made / WORLD;
      await oneWorld(openPlace, { seed, plans: Math.min(WORLD, PLANS - made) }, tally).catch((error: unknown) => {
        throw new Error(`CADASTRE_SEED=${seed} on ${name}, ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
    }
    console.info(`${name}: random plans with CADASTRE_SEED=${first}: ${JSON.stringify(tally)}`);
    expect(tally.applied).toBeGreaterThan(PLANS / 10);
  }
});

/** What became of plans, counted. */
type Tally = Record<"applied" | "refused" | "stale" | "applied all the same", number>;

async function oneWorld(
  openPlace: () => Promise<TestDatabase>,
  { seed, plans }: { readonly seed: number; readonly plans: number },
  tally: Tally,
): Promise<void> {
  await using place = await openPlace();
  const clock = new FakeClock();
  await using inventory = await createInventory({ storage: place.storage(), clock });
  const random = new Random(seed);
  const stored = new StoredWorld(inventory);
  for (let number = 1; number <= plans; number += 1) {
    await onePlan(inventory, stored, random, clock).then(
      (outcome) => (tally[outcome] += 1),
      (error: unknown) => {
        throw new Error(`plan ${number}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      },
    );
    if (number % SERVED_INTERVAL === 0 || number === plans) await expectServed(inventory, stored);
  }
  expect((await inventory.verify()).differences).toEqual([]);
}

async function onePlan(inventory: Inventory, stored: StoredWorld, random: Random, clock: FakeClock): Promise<keyof Tally> {
  await clock.advance(1000);
  let { world: before } = await stored.now();
  // A world that has grown too large is made smaller by whoever comes by.
  if (before.size > 120) {
    await shrink(inventory, random);
    ({ world: before } = await stored.now());
  }
  const maker = random.chance(MADE) ? randomMaker(inventory, random, before) : undefined;
  const steps = new StepMaker(random, before).steps(1 + random.below(4));
  const make = maker ?? (async () => await inventory.plans.create({ title: "random", steps: [...steps] }));
  let plan: Plan | undefined;
  const refusal = await codeOf(async () => (plan = await make()));
  expectNothing(before, await stored.now(), "a rehearsal leaves nothing");
  expect([null, "VALIDATION_ERROR", ...(maker === undefined ? [] : ["CONFLICT"])]).toContain(refusal);
  if (plan === undefined) return "refused";
  await clock.advance(1000);
  const isDisturbed = random.chance(INTERFERENCE);
  if (isDisturbed) await interfere(inventory, random);
  const now = isDisturbed ? (await stored.now()).world : before;
  const { id } = plan;
  const isLookedAt = isDisturbed || random.chance(LOOKED_AT);
  // On a machine at its limit, the check of a plan may take longer than a read may take: then it is null.
  const stale = isLookedAt ? (await inventory.plans.get(id)).stale : null;
  const heard: string[] = [];
  const off = inventory.events.on("*", ({ event, record_id: record }) => heard.push(`${event} ${record}`));
  const code = await codeOf(async () => await inventory.plans.apply(id));
  off();
  const after = await stored.now();
  if (code !== null && !isDisturbed) await explain(inventory, plan, now);
  const isStale = isDisturbed && code !== null;
  expect([code, stale ?? isStale]).toEqual(isStale ? ["PLAN_STALE", true] : [null, false]);
  expect(heard, "listeners hear what the log has").toEqual(after.events.map(({ what, id: record }) => `${what} ${record}`));
  if (code !== null) {
    expectNothing(now, after, "what is refused leaves nothing");
    return "stale";
  }
  const effects = shown(plan.effects, now);
  expect(effects).toEqual(difference(now, after.world));
  expectAudited(effects, after.audited);
  expectEvents(effects, after.events);
  return isDisturbed ? "applied all the same" : "applied";
}

/** Nothing changed, and the logs have nothing but that there is a plan. */
function expectNothing(before: World, { world, audited, events }: Moment, what: string): void {
  expect(difference(before, world), what).toEqual([]);
  expect(
    audited.filter((row) => row.what !== "plan"),
    what,
  ).toEqual([]);
  expect(
    events.filter((row) => !row.what.startsWith("plan.")),
    what,
  ).toEqual([]);
}

/** Fails with what a plan that nobody disturbed would do otherwise by now. */
async function explain(inventory: Inventory, { id, steps, effects }: Plan, world: World): Promise<void> {
  const again = await inventory.plans.refresh(id);
  expect(shown(again.effects, world), JSON.stringify(steps)).toEqual(shown(effects, world));
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
