import { fileURLToPath } from "node:url";
import type { Context } from "../context.ts";
import { ChildServer } from "../http/child-server.ts";
import { processorMs } from "../http/process-usage.ts";
import { RawConnection } from "../http/raw-connection.ts";
import { interleave, percentile, timeAtOnce } from "../measure.ts";
import { rateRow, type Row, timeRow } from "../report.ts";
import { deviceIds } from "../rows/place.ts";

const BARE = fileURLToPath(new URL("../http/bare-server-child.ts", import.meta.url));
const CONNECTIONS = 16;

/** GET by id of the real server, with a key and limits, against a bare node:http server with the same query. */
export async function getOverHttp(context: Context): Promise<Row[]> {
  const { scale, most, storage } = context;
  const { subject } = await context.devices(most);
  const host = await context.host(subject);
  const bare = new ChildServer(BARE, [storage, subject.url], {});
  const ids = await deviceIds(subject.raw, 1000);
  const load = async (
    url: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ step: () => Promise<unknown>; close: () => void; latencies: readonly number[] }> => {
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, async () => await RawConnection.open(url, headers)));
    let nth = 0;
    const latencies: number[] = [];
    return {
      latencies,
      step: async () =>
        await timeAtOnce(CONNECTIONS, scale.requests, async (client) => {
          const start = performance.now();
          await connections[client]?.get(`/api/devices/${ids[(nth += 1) % ids.length]}`);
          latencies.push((performance.now() - start) * 1000);
        }),
      close: () => connections.forEach((connection) => connection.close()),
    };
  };
  try {
    const ours = await load(host.url, host.headers);
    const theirs = await load(await bare.listening(), {});
    const used = { ours: processorMs(host.pid), theirs: processorMs(bare.pid) };
    const { measured, limit } = await interleave(ours.step, theirs.step, { rounds: scale.rounds, times: 1 });
    const processor = (processorMs(bare.pid) - used.theirs) / (processorMs(host.pid) - used.ours);
    ours.close();
    theirs.close();
    const pair = { measured: measured / scale.requests, limit: limit / scale.requests };
    const spread = (of: readonly number[]): number => percentile(of, 99) / percentile(of, 50);
    return [
      rateRow(
        `GET by id over HTTP, ${CONNECTIONS} connections`,
        "bare node:http, same query",
        pair,
        0.6,
        `by processor time ${processor.toFixed(2)}×`,
      ),
      timeRow(
        `p99 of GET by id, ${CONNECTIONS} connections`,
        "its median",
        { measured: percentile(ours.latencies, 99), limit: percentile(ours.latencies, 50) },
        4,
        `of the bare server ${spread(theirs.latencies).toFixed(1)}×`,
      ),
    ];
  } finally {
    await bare.stop();
  }
}
