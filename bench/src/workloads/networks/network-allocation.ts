import type { Context } from "../../context.ts";
import { DelayWatch } from "../../delay-watch.ts";
import { interleave, timeAtOnce } from "../../measure.ts";
import { commitLine, createLineTable } from "../../raw/commit-line.ts";
import { rateRow, type Row, timeRow } from "../../report.ts";
import type { Subject } from "../../subject.ts";

const CLIENTS = 16;

/** Networks inside the networks that others are allocated in: none, and up to very many. */
const SIZES = { full: [0, 100, 1000, 100_000], quick: [0, 100, 1000, 10_000] } as const;

/** Networks that one request asks for while they are loaded. */
const TOGETHER = 1000;

const LENGTH = 26;

/** A /8 with so many networks in it, of which every hundredth was deleted again. */
async function loadParent({ inventory }: Subject, octet: number, count: number): Promise<string> {
  const parent = await inventory.networks.create({ name: `${count} networks`, subnet: `${octet}.0.0.0/8` });
  for (let at = 0; at < count; at += TOGETHER) {
    const { networks } = await inventory.networks.allocate(parent.id, {
      name: `n${at}`,
      length: LENGTH,
      count: Math.min(TOGETHER, count - at),
    });
    for (const { id } of networks.filter((_, index) => index % 100 === 50)) await inventory.networks.delete(id);
  }
  return parent.id;
}

/** Networks that are allocated one by one inside others of any size, against single-row commits; and by sixteen clients inside one. */
export async function networkAllocation(context: Context): Promise<Row[]> {
  const { scale, storage } = context;
  return await context.withEmpty(async (subject) => {
    const { inventory, raw } = subject;
    await createLineTable(subject);
    const sizes = scale.devices.includes(SIZES.full[3]) ? SIZES.full : SIZES.quick;
    const parents = new Map<number, string>();
    for (const [nth, count] of sizes.entries()) parents.set(count, await loadParent(subject, 20 + nth, count));
    await subject.settle();
    const allocate = (count: number) => async (): Promise<unknown> =>
      await inventory.networks.allocate(parents.get(count) as string, { name: "next", length: LENGTH });
    const text = JSON.stringify(await allocate(0)());
    const commit = (): unknown => commitLine(raw, text);
    const rows: Row[] = [];
    const times = { rounds: scale.rounds, times: scale.writes };
    for (const count of sizes)
      rows.push(timeRow(`allocate a network beside ${count}`, "single-row commit", await interleave(allocate(count), commit, times), 3));
    const [most, few] = [sizes.at(-1) as number, sizes[1]];
    rows.push(timeRow(`allocate a network beside ${most}`, `beside ${few}`, await interleave(allocate(most), allocate(few), times), 1.5));

    const connections = await Promise.all(Array.from({ length: storage === "sqlite" ? 1 : CLIENTS }, async () => await subject.connect()));
    const total = CLIENTS * Math.ceil((scale.writes * 4) / CLIENTS);
    const watch = new DelayWatch();
    const ours = async (): Promise<unknown> => await timeAtOnce(CLIENTS, total, allocate(most));
    const bare = async (): Promise<unknown> =>
      await timeAtOnce(CLIENTS, total, (client) =>
        commitLine(connections[client % connections.length] as (typeof connections)[number], text),
      );
    const { measured, limit } = await interleave(ours, bare, { rounds: scale.rounds, times: 1, watch });
    for (const connection of connections) await connection.close();
    const pair = { measured: measured / total, limit: limit / total };
    rows.push(rateRow(`networks allocated by ${CLIENTS} clients at once`, "as many bare inserts", pair, 0.3, watch.note));
    return rows;
  });
}
