import { interleave } from "../../measure.ts";
import { type Row, timeRow } from "../../report.ts";
import { ipv4 } from "../../rows/address-text.ts";
import { loadChildren } from "../../rows/spread-networks.ts";
import type { Context } from "../../context.ts";

const LOOKUP = "select doc from network where id = ?";

/** Networks inside the small and the large one. */
const FEW = 100;
const MANY = 100_000;

/** The free prefixes of a network with networks at random places of it, against one indexed point lookup, and many against few. */
export async function freePrefixes(context: Context): Promise<Row[]> {
  const { scale } = context;
  return await context.withEmpty(async (subject) => {
    const { inventory, raw } = subject;
    const [few, many] = [await loadChildren(subject, ipv4(10), FEW), await loadChildren(subject, ipv4(11), MANY)];
    await subject.settle();
    const rows: Row[] = [];
    const first = (id: string, length: number, limit: number) => async (): Promise<unknown> =>
      await inventory.networks.freePrefixes(id, { length, limit });
    for (const [work, length, limit] of [
      ["next free prefix, /26", 26, 1],
      ["next free prefix, /20", 20, 1],
      ["16 free prefixes, /26", 26, 16],
    ] as const) {
      const lookup = async (): Promise<unknown> => await raw.get(LOOKUP, [many]);
      if (limit === 1)
        rows.push(timeRow(`${work} of ${MANY}`, "point lookup", await interleave(first(many, length, limit), lookup, scale.short), 3));
      const times = await interleave(first(many, length, limit), first(few, length, limit), scale.short);
      rows.push(timeRow(`${work} of ${MANY}`, `of ${FEW}`, times, 1.5));
    }
    return rows;
  });
}
