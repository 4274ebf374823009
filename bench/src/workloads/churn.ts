import type { Context } from "../context.ts";
import { interleave, shuffled, type Step } from "../measure.ts";
import { SLASH_16, SLASH_24 } from "../pool-sizes.ts";
import { type Row, timeRow } from "../report.ts";
import { fillPool, type PoolFill } from "../rows/pool-fill.ts";
import type { Subject } from "../subject.ts";

/** An address of a full pool given back and allocated again: a /16 against a /24. */
export async function churn(context: Context): Promise<Row[]> {
  const { rounds, writes } = context.scale;
  return await context.withEmpty(async (subject) => {
    const large = await churner(subject, SLASH_16.fill(0, 100, "allocations"));
    const small = await churner(subject, SLASH_24.fill(0, 100, "allocations"));
    await subject.settle();
    return [
      timeRow("free and allocate again, full /16", "the same on a full /24", await interleave(large, small, { rounds, times: writes }), 2),
    ];
  });
}

async function churner(subject: Subject, fill: PoolFill): Promise<Step> {
  const { inventory } = subject;
  const pool = await fillPool(subject, fill);
  const held = shuffled(pool.allocations);
  let at = 0;
  return async () => {
    const turn = at % held.length;
    await inventory.allocations.release(held[turn] as string);
    const { allocations } = await inventory.pools.allocate(pool.id);
    held[turn] = allocations[0]?.id ?? "";
    at += 1;
  };
}
