import type { Context } from "../context.ts";
import { interleave } from "../measure.ts";
import { POOL_SIZES } from "../pool-sizes.ts";
import { type Row, timeRow } from "../report.ts";

const LOOKUP = "select doc from network where id = ?";

/** How full a network is, and the heatmap of a pool folded into sixteen blocks, against one indexed point lookup. */
export async function utilization(context: Context): Promise<Row[]> {
  const { scale } = context;
  const { inventory, raw } = await context.poolSubject();
  const rows: Row[] = [];
  for (const size of POOL_SIZES) {
    for (const [nth, percent] of scale.percents.entries()) {
      const pool = await context.pool(size.fill(nth, percent, "devices"));
      const lookup = (): unknown => raw.get(LOOKUP, [pool.networkId]);
      const where = `${size.name}, ${percent} % full`;
      const used = await interleave(async () => await inventory.networks.utilization(pool.networkId), lookup, scale.short);
      rows.push(timeRow(`utilization, ${where}`, "point lookup", used, 2));
      const folded = await interleave(async () => await inventory.pools.heatmap(pool.id, { prefix: size.fold }), lookup, scale.short);
      rows.push(timeRow(`heatmap folded, ${where}`, "point lookup", folded, 2));
    }
  }
  return rows;
}
