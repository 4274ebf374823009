import { createInventory, type Inventory, type LoggedEvent, type OpenStorage, type Storage, STORAGE } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { FakeClock, PostgresDatabases } from "@cadastre/testing";
import { describe, expect, inject, it } from "vitest";
import { HOLD_SWEEPER } from "../../src/pools/allocations/hold-sweeper.ts";
import { expectLogged, type Holder, HolderLog } from "../addresses/holder-log.ts";
import { setDefaultIsolation } from "../storage/postgresql/default-isolation.ts";
import { codeOf, expectAll, expectNextIp } from "./checks.ts";
import { nextStep } from "./generator.ts";
import { Model } from "./model.ts";
import { textOf } from "./numbers.ts";
import { Random } from "./random.ts";
import { expectEvents, snapshotOf } from "./records.ts";
import type { Scene, Step } from "./scene.ts";
import { DATABASES, STORAGES } from "../../../../testing/storages.ts";
import { expectTables } from "./tables.ts";
import { atDepth, randomSeeds } from "../../../../testing/depth.ts";

// The same operations go to the engine and to a naive model, which must agree after each. Set CADASTRE_SEED to the seed
// of a failure, which is printed with it, to see the same operations again; CADASTRE_OPERATIONS sets how many.

const CHECK_ALL_EVERY = 25;
const REMEMBERED = 12;

const OPERATIONS = Number(process.env["CADASTRE_OPERATIONS"] ?? atDepth({ few: 150, many: 800, full: 2000 }));

describe.each(randomSeeds())("random operations with CADASTRE_SEED=%i", (seed) => {
  it.each(DATABASES)("agree with the model on %s", async (_, open) => {
    await using database = await open();
    await run(database.storage(), seed, OPERATIONS);
  });

  it.runIf(STORAGES.includes("postgresql"))("agree with the model on PostgreSQL whose default isolation is repeatable read", async () => {
    await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    await setDefaultIsolation(database, "repeatable read");
    await run(postgresql(database.url), seed + 1, OPERATIONS / 2);
  });
});

async function run(storage: Storage, seed: number, count: number): Promise<void> {
  const tally = new Map<string, number>();
  console.info(`${storage.name}: ${count} random operations with CADASTRE_SEED=${seed}`);
  const clock = new FakeClock();
  await using inventory = await createInventory({ storage, clock });
  const sweeper = inventory.host.get(HOLD_SWEEPER);
  // It looks only when a step says so, and then once: a look at every half second of a leap would make the order of things a matter of
  // luck.
  await sweeper.stop();
  const advance = async (ms: number, sweep: boolean): Promise<void> => {
    await clock.advance(sweep ? ms - 500 : ms);
    if (!sweep) return;
    sweeper.start();
    await clock.advance(500);
    await sweeper.stop();
  };
  const scene: Scene = { model: new Model(), random: new Random(seed), inventory, advance };
  scene.model.now = clock.now();
  const opened = inventory.host.get(STORAGE);
  const events: LoggedEvent[] = [];
  inventory.events.on("*", (event) => events.push(event));
  const last: string[] = [];
  const log = new HolderLog();
  for (let number = 1; number <= count; number += 1) {
    try {
      // No two changes come at one time: what is older follows from times (verification/rules/address-rules.ts).
      await clock.advance(1);
      scene.model.now = clock.now();
      const step = nextStep(scene);
      last.push(`${number}. ${step.title}${step.refused === null ? "" : ` → ${step.refused}`}`);
      await take(step, scene, events);
      log.note(holdersOf(scene.model), clock.now());
      // What was done, without to what.
      const outcome = step.refused ?? /^[a-z]+(?: [a-z]+)?(?= |:|$)/.exec(step.title)?.[0] ?? step.title;
      tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
      if (number % CHECK_ALL_EVERY !== 0 && number !== count) continue;
      await checkAll(inventory, scene, opened);
      await expectLogged(log, inventory, scene.random, { spaces: spacesOf(scene.model), now: clock.now(), times: 3 });
    } catch (error) {
      const replay =
        `CADASTRE_SEED=${seed} on ${storage.name}, operation ${number}; the last ones ` + `were\n${last.slice(-REMEMBERED).join("\n")}\n`;
      throw new Error(`${replay}${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  const { differences } = await inventory.verify();
  expect(differences, "what a verification finds").toEqual([]);
  console.info(
    [...tally]
      .map(([outcome, times]) => `${outcome} ${times}`)
      .toSorted()
      .join(", "),
  );
}

/** Who holds which address now. */
function* holdersOf(model: Model): Generator<Holder> {
  for (const device of model.devices) {
    for (const address of device.addresses)
      yield { space: model.spaceOf(device, address) ?? "none", ip: textOf(address.n), device: device.id, name: device.name, mac: "" };
  }
}

const spacesOf = ({ spaces, datacenters }: Model): string[] => ["none", ...datacenters, ...spaces.map(({ id }) => id)];

/** Takes a step on both sides and compares what is cheap to compare. */
async function take(step: Step, { model, random, inventory }: Scene, events: LoggedEvent[]): Promise<void> {
  let answer: unknown;
  const code = await codeOf(async () => (answer = await step.run()));
  expect(code, step.title).toBe(step.refused);
  // Sweeping expired holds before an allocation may resolve a conflict, which is an event; so is a pool that it empties and the
  // allocation fills again.
  const { conflicts } = snapshotOf(model);
  if (code === null) step.prepare?.();
  const before = { ...snapshotOf(model), conflicts };
  if (code === null) step.accept(answer as { readonly id: string });
  const after = snapshotOf(model);
  for (const name of model.ignored) if (!after.conflicts.has(name)) model.ignored.delete(name);
  expectEvents(before, after, events.splice(0));
  for (let left = 3; left > 0; left -= 1) {
    const pool = random.pick(model.pools);
    if (pool !== undefined) await expectNextIp(inventory, model, pool);
  }
}

async function checkAll(inventory: Inventory, { model, random }: Scene, storage: OpenStorage): Promise<void> {
  await expectTables(storage);
  await expectAll(inventory, model, random);
}
