import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import type { Context } from "../../context.ts";
import { median, type Pair, type Step } from "../../measure.ts";
import { SqliteRaw } from "../../raw/sqlite-raw.ts";
import { type Row, timeRow } from "../../report.ts";
import { poolOf, SLASH_22, takeAndRelease } from "./library-pools.ts";

const TAKE = "insert into taken select coalesce(max(address), 0) + 1, ? from taken returning address";

/** Microseconds of processor time that a step takes: nothing else is waited for here, and other programs do not change it. */
async function processorPerStep(step: Step, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await step();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** Both in turns; the first round warms up. @param between is done after each round, and not measured */
async function inTurns(rounds: number, times: number, measured: Step, limit: Step, between: Step = () => {}): Promise<Pair> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    ours.push(await processorPerStep(measured, times));
    theirs.push(await processorPerStep(limit, times));
    await between();
  }
  return { measured: median(ours.slice(1)), limit: median(theirs.slice(1)) };
}

/**
 * The inventory as a library without a file: a /22 filled one by one, and an address of a /24 taken and given back, against bare statements
 * on a database in memory that keeps one row an address. Of SQLite alone.
 */
export async function inMemory({ storage, scale: { rounds } }: Context): Promise<Row[]> {
  if (storage !== "sqlite") return [];
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const bare = new SqliteRaw(":memory:");
  try {
    bare.run("create table taken (address integer primary key, text text not null)");
    const pool = await poolOf(inventory, "10.4.0.0/22", "10.4.0.1", "10.4.3.254");
    const small = await poolOf(inventory, "10.5.0.0/24", "10.5.0.1", "10.5.0.254");
    const text = JSON.stringify(await inventory.pools.allocate(small));
    const allocate = async (): Promise<unknown> => await inventory.pools.allocate(pool);
    const fill = await inTurns(
      rounds,
      SLASH_22,
      allocate,
      () => bare.get(TAKE, [text]),
      async () => {
        for (const { id } of await inventory.pools.allocations(pool)) await inventory.allocations.release(id);
        bare.run("delete from taken");
      },
    );
    const takeAndDelete = (): void => {
      const { address } = bare.get(TAKE, [text]) as { address: number };
      bare.run("delete from taken where address = ?", [address]);
    };
    const churn = await inTurns(rounds, SLASH_22, async () => await takeAndRelease(inventory, small), takeAndDelete);
    return [
      timeRow("in memory: fill a /22 one by one, processor time", "a row an address in :memory:", fill),
      timeRow("in memory: take and release in a /24, processor time", "the same", churn),
    ];
  } finally {
    bare.close();
  }
}
