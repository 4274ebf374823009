import type { Context } from "../context.ts";
import { DelayWatch } from "../delay-watch.ts";
import { interleave, timeAtOnce } from "../measure.ts";
import { commitLine, createLineTable } from "../raw/commit-line.ts";
import { rateRow, type Row } from "../report.ts";

const CLIENTS = 16;

/** Allocations that sixteen clients ask for at once, of one pool, against bare inserts by as many clients. */
export async function clients(context: Context): Promise<Row[]> {
  const { scale, storage } = context;
  return await context.withEmpty(async (subject) => {
    const { inventory } = subject;
    await createLineTable(subject);
    const network = await inventory.networks.create({ name: "clients", subnet: "10.5.0.0/16" });
    const pool = await inventory.pools.create(network.id, { name: "clients", start_ip: "10.5.0.1", end_ip: "10.5.255.254" });
    const text = JSON.stringify(await inventory.pools.allocate(pool.id));
    // One handle is the fastest way to write to SQLite: others would wait for its lock.
    const connections = await Promise.all(Array.from({ length: storage === "sqlite" ? 1 : CLIENTS }, async () => await subject.connect()));
    const total = CLIENTS * Math.ceil((scale.writes * 4) / CLIENTS);
    const watch = new DelayWatch();
    const ours = async (): Promise<unknown> => await timeAtOnce(CLIENTS, total, async () => await inventory.pools.allocate(pool.id));
    const bare = async (): Promise<unknown> =>
      await timeAtOnce(CLIENTS, total, (client) =>
        commitLine(connections[client % connections.length] as (typeof connections)[number], text),
      );
    const { measured, limit } = await interleave(ours, bare, { rounds: scale.rounds, times: 1, watch });
    for (const connection of connections) await connection.close();
    const pair = { measured: measured / total, limit: limit / total };
    return [
      rateRow(
        `allocations by ${CLIENTS} clients at once`,
        "as many bare inserts",
        pair,
        storage === "sqlite" ? 2 : 0.35,
        `${watch.note}; 2× is due where waiting calls are combined`,
      ),
    ];
  });
}
