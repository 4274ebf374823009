import type { Context } from "../context.ts";
import { getList } from "../http/get-list.ts";
import { interleave } from "../measure.ts";
import { SLASH_16 } from "../pool-sizes.ts";
import { type Row, timeRow } from "../report.ts";
import { keyAt } from "../rows/address-text.ts";

const ROWS = `select ip_key, device_id from address where space = ? and ip_key >= ? and ip_key <= ? order by ip_key`;

/** The heatmap of a whole /16 over HTTP, against reading the rows that it is drawn from. */
export async function heatmap(context: Context): Promise<Row[]> {
  const { scale } = context;
  const subject = await context.poolSubject();
  const rows: Row[] = [];
  for (const [nth, percent] of scale.percents.entries()) {
    if (percent === 0) continue;
    const pool = await context.pool(SLASH_16.fill(nth, percent, "devices"));
    const host = await context.host(subject);
    const ends = [0, keyAt(pool.base, 1), keyAt(pool.base, 65_534)];
    let firstByteMs = 0;
    const draw = async (): Promise<void> => {
      firstByteMs = (await getList(host, `/api/pools/${pool.id}/heatmap`)).firstByteMs;
    };
    const pair = await interleave(draw, async () => await subject.raw.all(ROWS, ends), { rounds: scale.rounds, times: 3 });
    rows.push(
      timeRow(`heatmap over HTTP, /16, ${percent} % full`, "reading the rows", pair, 2.5, `first byte ${firstByteMs.toFixed(0)} ms`),
    );
  }
  return rows;
}
