import { fileURLToPath } from "node:url";
import type { Context } from "../context.ts";
import { ChildServer } from "../http/child-server.ts";
import { RawConnection } from "../http/raw-connection.ts";
import { percentile } from "../measure.ts";
import { type Row, timeRow } from "../report.ts";
import { deviceIds } from "../rows/place.ts";

const LISTER = fileURLToPath(new URL("../http/list-child.ts", import.meta.url));
const CREATOR = fileURLToPath(new URL("../http/create-child.ts", import.meta.url));

/** GET by id while another client reads the whole list over and over, against the same without it. */
export async function getBesideList(context: Context): Promise<Row[]> {
  const { alone, beside } = await latencies(context, LISTER);
  const pair = { measured: percentile(beside, 99), limit: percentile(alone, 99) };
  const work = `p99 of GET by id beside a list of ${context.most}`;
  return [
    timeRow(work, "p99 without the list", pair, 4, mediansOf(beside, alone)),
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

/** GET by id while another client creates devices, one after the other, against the same without it. */
export async function getBesideCreates(context: Context): Promise<Row[]> {
  const { alone, beside } = await latencies(context, CREATOR);
  return [50, 99].map((share) => {
    const pair = { measured: percentile(beside, share), limit: percentile(alone, share) };
    const name = share === 50 ? "median" : `p${share}`;
    return timeRow(`${name} of GET by id beside a client that creates devices`, `${name} without it`, pair);
  });
}

const mediansOf = (beside: readonly number[], alone: readonly number[]): string =>
  `median ${percentile(beside, 50).toFixed(0)} / ${percentile(alone, 50).toFixed(0)} µs`;

/**
 * Microseconds of requests of one client, by turns without and beside another one.
 * @param program of the other one, run with the URL and a key
 */
async function latencies(
  context: Context,
  program: string,
): Promise<{ readonly alone: readonly number[]; readonly beside: readonly number[] }> {
  const { scale, most } = context;
  const { subject } = await context.devices(most);
  const host = await context.host(subject);
  const ids = await deviceIds(subject.raw, 1000);
  const connection = await RawConnection.open(host.url, host.headers);
  const measure = async (): Promise<number[]> => {
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
  await measure();
  for (let round = 0; round < scale.rounds; round += 1) {
    alone.push(...(await measure()));
    const other = new ChildServer(program, [`${host.url}/api/devices`, host.headers.authorization], {});
    await other.listening();
    beside.push(...(await measure()));
    await other.stop();
  }
  connection.close();
  return { alone, beside };
}
