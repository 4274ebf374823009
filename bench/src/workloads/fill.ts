import type { Context } from "../context.ts";
import { DelayWatch } from "../delay-watch.ts";
import { timePerStep } from "../measure.ts";
import { commitLine, createLineTable } from "../raw/commit-line.ts";
import { type Row, timeRow } from "../report.ts";
import type { Subject } from "../subject.ts";

const STEPS = 32;

/**
 * A pool allocated to its last address one by one, against as many single-row commits; its growth tells whether a fuller pool is slower.
 */
export async function fill(context: Context): Promise<Row[]> {
  return await context.withEmpty(async (subject) => await fillOne(subject, context.scale.fill, context.storage === "sqlite" ? 2 : 3));
}

/** @param most aim for how many times as long as bare commits it takes */
async function fillOne(subject: Subject, size: number, most: number): Promise<Row[]> {
  const { inventory, raw } = subject;
  await createLineTable(subject);
  const network = await inventory.networks.create({ name: "fill", subnet: "10.4.0.0/16" });
  const pool = await inventory.pools.create(network.id, { name: "fill", start_ip: "10.4.0.1", end_ip: `10.4.${size >> 8}.${size & 255}` });
  const allocate = async (): Promise<unknown> => await inventory.pools.allocate(pool.id);
  const text = JSON.stringify(await allocate());
  for (const { id } of await inventory.pools.allocations(pool.id)) await inventory.allocations.release(id);
  const watch = new DelayWatch();
  const total = { measured: 0, limit: 0 };
  let quarter = { ...total };
  for (let step = 0; step < STEPS; step += 1) {
    total.measured += await watch.during(async () => (await timePerStep(allocate, size / STEPS)) * (size / STEPS));
    total.limit += (await timePerStep(() => commitLine(raw, text), size / STEPS)) * (size / STEPS);
    if (step === STEPS / 4 - 1) quarter = { ...total };
  }
  const growth = { measured: total.measured, limit: quarter.measured };
  return [
    timeRow(`fill a pool of ${size} one by one`, "single-row commits", total, most, watch.note),
    timeRow(
      `growth ${size}/${size / 4}`,
      "the first quarter",
      growth,
      4.5,
      `4 is linear, 16 is n²; of the commits ${(total.limit / quarter.limit).toFixed(2)}`,
    ),
  ];
}
