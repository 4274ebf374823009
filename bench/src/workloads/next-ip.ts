import { interleave } from "../measure.ts";
import { POOL_SIZES, SLASH_16, SLASH_24, SLASH_8 } from "../pool-sizes.ts";
import { type Row, timeRow } from "../report.ts";
import type { FilledPool } from "../rows/pool-fill.ts";
import type { Context } from "../context.ts";

const LOOKUP = "select doc from pool where id = ?";

/** The lowest free address of pools of any size and fill, against one indexed point lookup. */
export async function nextIp(context: Context): Promise<Row[]> {
  const { scale, storage } = context;
  const { inventory, raw } = await context.poolSubject();
  const most = storage === "sqlite" ? 2.5 : 1.3;
  const next =
    ({ id }: FilledPool) =>
    async (): Promise<unknown> =>
      await inventory.pools.nextIp(id);
  const rows: Row[] = [];
  const measure = async (work: string, pool: FilledPool): Promise<void> => {
    rows.push(
      timeRow(`next-ip, ${work}`, "point lookup", await interleave(next(pool), () => raw.get(LOOKUP, [pool.id]), scale.short), most),
    );
  };
  for (const size of POOL_SIZES) {
    for (const [nth, percent] of scale.percents.entries())
      await measure(`${size.name}, ${percent} % full`, await context.pool(size.fill(nth, percent, "devices")));
  }
  for (const size of [SLASH_24, SLASH_16])
    await measure(`${size.name}, 99.9 % reserved`, await context.pool(size.fill(9, 99.9, "allocations")));
  const last = scale.percents.length - 1;
  const [small, large] = [
    await context.pool(SLASH_24.fill(last, 99.9, "devices")),
    await context.pool(SLASH_8.fill(last, 99.9, "devices")),
  ];
  rows.push(timeRow("next-ip, /8, 99.9 % full", "next-ip, /24", await interleave(next(large), next(small), scale.short), 1.5));
  return rows;
}
