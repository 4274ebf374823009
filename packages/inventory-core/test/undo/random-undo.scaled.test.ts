import { isDeepStrictEqual } from "node:util";
import { createInventory, type DeviceRecord as Device, type Inventory, type Plan, type PoolRecord as Pool } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { keyOfText } from "../../src/address/ip-address.ts";
import { codeOf } from "../model/checks.ts";
import { Random } from "../model/random.ts";
import { difference, shown, worldOf } from "../plans/plan-world.ts";
import { randomMaker } from "../plans/random-makers.ts";
import { StepMaker } from "../plans/random-steps.ts";
import { restoredOf } from "./undo-world.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth, randomSeeds } from "../../../../testing/depth.ts";

// Random changes over a small world, each by a plan of some steps, taken back in reverse order: the inventory is again what it was, record
// for record. CADASTRE_SEED repeats a failure, CADASTRE_UNDOS says how many changes.

const CASES = DATABASES.flatMap(([name, open]) => randomSeeds().map((seed) => [name, seed, open] as const));
const CHANGES = Number(process.env["CADASTRE_UNDOS"] ?? atDepth({ few: 18, many: 42, full: 150 }));

/** Fewer undos in the middle of others show nothing. */
const APPLIED = CHANGES / 10;

/** Changes that are taken back in a row. */
const RUN = 6;

/** Share of the plans that a plan maker makes. */
const MADE = 0.2;

it.for(CASES)("gives everything back, record for record, on %s with CADASTRE_SEED=%i", async ([name, seed, openPlace]) => {
  await using place = await openPlace();
  const clock = new FakeClock();
  await using inventory = await createInventory({ storage: place.storage(), clock });
  const random = new Random(seed);
  for (let number = 0; number < CHANGES; number += RUN) {
    try {
      await oneRun(inventory, random, clock);
    } catch (error) {
      throw new Error(`CADASTRE_SEED=${seed} on ${name}, change ${number}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  expect((await inventory.verify()).differences).toEqual([]);
});

it.for(CASES)(
  "changes nothing else than it says, in the middle of others, on %s with CADASTRE_SEED=%i",
  async ([name, seed, openPlace]) => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const random = new Random(seed);
    const changes: string[] = [];
    const tally = { applied: 0, refused: 0 };
    try {
      // A few seeds make changes of which none can be taken back at first.
      for (let number = 0; number < CHANGES || (tally.applied <= APPLIED && number < CHANGES * 10); number += 1) {
        await clock.advance(1000);
        const { change_id: change = null } = (await applied(inventory, random)) ?? {};
        if (change !== null) changes.push(change);
        if (changes.length < 5) continue;
        const [chosen] = changes.splice(random.below(changes.length), 1);
        tally[await oneUndo(inventory, chosen as string)] += 1;
      }
    } catch (error) {
      throw new Error(`CADASTRE_SEED=${seed} on ${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
    expect(tally.applied).toBeGreaterThan(APPLIED);
    expect((await inventory.verify()).differences).toEqual([]);
  },
);

async function oneUndo(inventory: Inventory, change: string): Promise<"applied" | "refused"> {
  const before = await worldOf(inventory);
  let undo: Plan | undefined;
  const refusal = await codeOf(async () => (undo = await inventory.changes.undo(change)));
  expect(difference(before, await worldOf(inventory)), "a rehearsal leaves nothing").toEqual([]);
  expect([null, "CONFLICT"]).toContain(refusal);
  if (undo === undefined) return "refused";
  expect((await inventory.plans.get(undo.id)).stale).toBe(false);
  await inventory.plans.apply(undo.id);
  expect(shown(undo.effects, before)).toEqual(difference(before, await worldOf(inventory)));
  return "applied";
}

async function oneRun(inventory: Inventory, random: Random, clock: FakeClock): Promise<void> {
  const steps: { readonly change: string; readonly before: Records; readonly plan: Plan }[] = [];
  while (steps.length < RUN) {
    await clock.advance(1000);
    const before = await restoredOf(inventory);
    const plan = await applied(inventory, random);
    if (plan !== undefined) steps.push({ change: plan.change_id as string, before, plan });
  }
  const changesNetworks = steps.some(({ plan }) => plan.effects.records.some(({ type }) => type === "network"));
  const links = changesNetworks ? linked : (records: Records): Records => records;
  for (const { change, before, plan } of steps.toReversed()) {
    await clock.advance(1000);
    const now = await worldOf(inventory);
    const after = await restoredOf(inventory);
    const effects = plan.effects.records.map(({ type, id, action }) => `${action} ${type} ${id}`);
    let undone: Plan | undefined;
    const refusal = await codeOf(async () => (undone = await inventory.changes.undo(change)));
    // Nothing is left where what it did went with a later change, such as a conflict that was ignored and then resolved.
    if (refusal === "CONFLICT" && isDeepStrictEqual(links(after), links(before))) continue;
    expect(refusal, JSON.stringify(plan.steps)).toBeNull();
    const undo = undone as unknown as Plan;
    expect(undo.undoes).toBe(change);
    expect(difference(now, await worldOf(inventory)), "a rehearsal leaves nothing").toEqual([]);
    expect(
      undo.effects.warnings.filter((text) => !text.includes("full")),
      JSON.stringify(plan.steps),
    ).toEqual([]);
    const { change_id: undoing } = await inventory.plans.apply(undo.id);
    expect(links(await restoredOf(inventory)), JSON.stringify({ steps: plan.steps, effects })).toEqual(links(before));
    if (!random.chance(0.3)) continue;
    // Taking that back is doing it again, and taking back what was done again is no different from the first time.
    const redo = await inventory.changes.undo(undoing as string);
    const { change_id: redone } = await inventory.plans.apply(redo.id);
    expect(links(await restoredOf(inventory)), `redone: ${JSON.stringify(plan.steps)}`).toEqual(links(after));
    const again = await inventory.changes.undo(redone as string);
    await inventory.plans.apply(again.id);
    expect(links(await restoredOf(inventory)), `undone again: ${JSON.stringify(plan.steps)}`).toEqual(links(before));
  }
  // The next run begins on something else.
  await applied(inventory, random);
}

type Records = Awaited<ReturnType<typeof restoredOf>>;

/**
 * Records with the pools that addresses lie in. Where networks come and go, addresses inside are linked to the pools of their networks
 * (amendments 5), also those that were there before their pool and had none.
 */
function linked(records: Records): Records {
  const all = Object.entries(records);
  const pools = all.flatMap(([key, record]) => (key.startsWith("pool/") ? [record as Pool] : []));
  const poolOf = ({ ip, network_id: network, pool_id: own }: Device["addresses"][number]): string | null =>
    own ??
    pools.find(
      (pool) => pool.network_id === network && keyOfText(pool.start_ip) <= keyOfText(ip) && keyOfText(pool.end_ip) >= keyOfText(ip),
    )?.id ??
    null;
  return Object.fromEntries(
    all.map(([key, record]) => {
      if (!key.startsWith("device/")) return [key, record];
      const device = record as Device;
      return [key, { ...device, addresses: device.addresses.map((address) => ({ ...address, pool_id: poolOf(address) })) }];
    }),
  );
}

async function applied(inventory: Inventory, random: Random): Promise<Plan | undefined> {
  const world = await worldOf(inventory);
  const maker = random.chance(MADE) ? randomMaker(inventory, random, world) : undefined;
  const steps = new StepMaker(random, world).steps(1 + random.below(4));
  const make = maker ?? (async () => await inventory.plans.create({ title: "random", steps: [...steps] }));
  let plan: Plan | undefined;
  await codeOf(async () => (plan = await make()));
  if (plan === undefined) return undefined;
  const { id } = plan;
  const done = await inventory.plans.apply(id);
  return done.effects.records.length > 0 ? done : undefined;
}
