import type { Context } from "../../context.ts";
import { interleave, type Step } from "../../measure.ts";
import { SLASH_16 } from "../../pool-sizes.ts";
import { type Row, timeRow } from "../../report.ts";
import { type Base, ipAt, ipv4, keyAt } from "../../rows/address-text.ts";
import { fillPool } from "../../rows/pool-fill.ts";
import type { Subject } from "../../subject.ts";

/** Addresses where hosts were seen. */
const SEEN = 65_536;

const YEAR_MS = 31_536_000_000;

async function see({ raw }: Subject, base: Base): Promise<void> {
  const [now, until] = [new Date().toISOString(), new Date(Date.now() + YEAR_MS).toISOString()];
  await raw.transaction(async () => {
    await raw.insert(
      "passed_address",
      Array.from({ length: SEEN }, (_, offset) => [0, keyAt(base, offset), "seen", until, now, null]),
    );
    await raw.insert("passed_run", [[0, "seen", keyAt(base, 0), keyAt(base, SEEN - 1), keyAt(base, SEEN), until]]);
  });
}

interface Pools {
  /** Half of it is held, in random order. */
  readonly half: string;
  /** Where hosts were seen, they are the first half of it. */
  readonly behind: string;
}

async function poolsOf(subject: Subject, isSeen: boolean): Promise<Pools> {
  const half = await fillPool(subject, SLASH_16.fill(0, 50, "devices"));
  const base = ipv4(22);
  const network = await subject.inventory.networks.create({ name: "behind", subnet: "22.0.0.0/15" });
  const pool = await subject.inventory.pools.create(network.id, { name: "behind", start_ip: ipAt(base, 1), end_ip: ipAt(base, 131_000) });
  if (isSeen) await see(subject, base);
  await subject.settle();
  return { half: half.id, behind: pool.id };
}

/** The next address and an allocation beside and behind 65,536 addresses where hosts were seen, against the same without them. */
export async function passedOver(context: Context): Promise<Row[]> {
  const { scale } = context;
  return await context.withEmpty(
    async (ours) =>
      await context.withEmpty(async (theirs) => {
        const [seen, none] = [await poolsOf(ours, true), await poolsOf(theirs, false)];
        const next =
          ({ inventory }: Subject, id: string): Step =>
          async () =>
            await inventory.pools.nextIp(id);
        const allocate =
          ({ inventory }: Subject, id: string): Step =>
          async () =>
            await inventory.pools.allocate(id);
        const writes = { rounds: scale.rounds, times: scale.writes };
        const rows: Row[] = [];
        for (const [where, most] of [
          ["half", 1.2],
          ["behind", undefined],
        ] as const) {
          const what = where === "half" ? "beside" : "behind";
          const reads = await interleave(next(ours, seen[where]), next(theirs, none[where]), scale.short);
          rows.push(timeRow(`next-ip ${what} 65,536 seen addresses`, "the same without them", reads, most));
          const both = await interleave(allocate(ours, seen[where]), allocate(theirs, none[where]), writes);
          rows.push(timeRow(`allocate ${what} 65,536 seen addresses`, "the same without them", both, 1.2));
        }
        return rows;
      }),
  );
}
