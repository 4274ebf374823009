import { fileURLToPath } from "node:url";
import type { Context } from "../context.ts";
import { ChildServer } from "../http/child-server.ts";
import { RawConnection } from "../http/raw-connection.ts";
import { percentile } from "../measure.ts";
import { type Row, timeRow } from "../report.ts";
import { deviceIds } from "../rows/place.ts";

const LISTER = fileURLToPath(new URL("../http/list-child.ts", import.meta.url));

/** GET by id while another client reads the whole list over and over, against the same without it. */
export async function getBesideList(context: Context): Promise<Row[]> {
  const { scale, most } = context;
  const { subject } = await context.devices(most);
  const host = await context.host(subject);
  const ids = await deviceIds(subject.raw, 1000);
  const connection = await RawConnection.open(host.url, host.headers);
  const latencies = async (): Promise<number[]> => {
    const all: number[] = [];
    for (let nth = 0; nth < scale.requests / 2; nth += 1) {
      const start = performance.now();
      await connection.get(`/api/devices/${ids[nth % ids.length]}`);
      all.push((performance.now() - start) * 1000);
    }
    return all;
  };
  const beside: number[] = [];
  const alone: number[] = [];
  await latencies();
  for (let round = 0; round < scale.rounds; round += 1) {
    alone.push(...(await latencies()));
    const lister = new ChildServer(LISTER, [`${host.url}/api/devices`, host.headers.authorization], {});
    await lister.listening();
    beside.push(...(await latencies()));
    await lister.stop();
  }
  connection.close();
  const pair = { measured: percentile(beside, 99), limit: percentile(alone, 99) };
  const work = `p99 of GET by id beside a list of ${most}`;
  return [
    timeRow(work, "p99 without the list", pair, 4, `median ${percentile(beside, 50).toFixed(0)} / ${percentile(alone, 50).toFixed(0)} µs`),
    {
      work,
      limit: "",
      value: pair.measured / 1000,
      unit: "ms",
      reach: { most: 15 },
      note: `at most ${(percentile(beside, 100) / 1000).toFixed(1)} ms`,
    },
  ];
}
