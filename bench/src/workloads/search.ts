import type { Context } from "../context.ts";
import { DelayWatch } from "../delay-watch.ts";
import { interleave } from "../measure.ts";
import { type Row, timeRow } from "../report.ts";
import { RARE_WORD } from "../rows/device-fields.ts";

const LIKE = "select doc from device where search_text like ?";

/** In fewer devices, LIKE is over before a search has begun. */
const LARGE = 100_000;

/** Search for what few devices have, against LIKE over the text of all. */
export async function search(context: Context): Promise<Row[]> {
  const { scale, storage, most } = context;
  const { subject } = await context.devices(most);
  const { inventory } = subject;
  const raw = await subject.connect();
  // PostgreSQL would answer LIKE from the index that the product has: the limit is to read it all.
  if (storage === "postgresql") for (const scan of ["bitmapscan", "indexscan"]) await raw.run(`set enable_${scan} = off`);
  const rows: Row[] = [];
  const needles = [
    ["a rare word", RARE_WORD],
    ["three rare letters", RARE_WORD.slice(1, 4)],
    ["one name, common letters", "device-000017"],
  ] as const;
  for (const [what, needle] of needles) {
    const watch = new DelayWatch();
    const find = async (): Promise<unknown> => await inventory.devices.search({ q: needle });
    const pair = await interleave(find, async () => await raw.all(LIKE, [`%${needle}%`]), { rounds: scale.rounds, times: 20, watch });
    rows.push(timeRow(`search ${most} devices, ${what}`, "LIKE on search_text", pair, most >= LARGE ? 1 / 20 : undefined, watch.note));
  }
  await raw.close();
  return rows;
}
