import { timePerStep } from "../measure.ts";
import type { Line } from "../report.ts";
import type { Scale } from "../scale.ts";
import type { Subject } from "../subject.ts";

const STEPS = 32;

/** A pool allocated to its last address one by one, against as many single-row commits; its growth tells whether a fuller pool is slower. */
export async function fill(subject: Subject, scale: Scale): Promise<Line[]> {
  const { inventory, storage } = subject;
  const size = scale.fill;
  const network = await inventory.networks.create({ name: "fill", subnet: "10.4.0.0/16" });
  const last = `10.4.${size >> 8}.${size & 255}`;
  const pool = await inventory.pools.create(network.id, { name: "fill", start_ip: "10.4.0.1", end_ip: last });
  const allocate = async (): Promise<unknown> => await inventory.pools.allocate(pool.id);
  const text = JSON.stringify(await inventory.pools.allocate(pool.id, { count: 1 }));
  for (const { id } of await inventory.pools.allocations(pool.id)) await inventory.allocations.release(id);
  let measured = 0;
  let limit = 0;
  let quarter = { measured: 0, limit: 0 };
  for (let step = 0; step < STEPS; step += 1) {
    measured += (await timePerStep(allocate, size / STEPS)) * (size / STEPS);
    limit += (await timePerStep(() => subject.commit(text), size / STEPS)) * (size / STEPS);
    if (step === STEPS / 4 - 1) quarter = { measured, limit };
  }
  return [
    { storage, workload: `fill a pool of ${size}`, measured, limit, aim: storage === "sqlite" ? 1.6 : 3 },
    { storage, workload: `growth ${size}/${size / 4}`, measured, limit: quarter.measured, aim: 4.5, note: `4 is linear, 16 is n²; commits ${(limit / quarter.limit).toFixed(2)}` },
  ];
}
