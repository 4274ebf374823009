import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import { ChildServer } from "../http/child-server.ts";
import { residentMb } from "../http/process-usage.ts";
import { RawConnection } from "../http/raw-connection.ts";
import type { Row } from "../report.ts";
import { deviceIds } from "../rows/place.ts";

const BARE = fileURLToPath(new URL("../http/bare-server-child.ts", import.meta.url));
const CONNECTIONS = 16;
const REQUESTS = 40_000;
/** One request of so many is for the list of all. */
const LIST_EVERY = 400;
/** Until what a start leaves to do is done. */
const SETTLED_MS = 3000;

async function request(url: string, headers: Readonly<Record<string, string>>, paths: (nth: number) => string): Promise<void> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, async () => await RawConnection.open(url, headers)));
  let nth = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (nth < REQUESTS) await connection.get(paths((nth += 1)));
      connection.close();
    }),
  );
}

/** Resident memory of the server, after its start and after many requests, beside a bare node:http server with the same query. */
export async function memory(context: Context): Promise<Row[]> {
  const { subject, count } = await context.devices(Math.min(...context.scale.devices));
  const ids = await deviceIds(subject.raw, 1000);
  const device = (nth: number): string => `/api/devices/${ids[nth % ids.length]}`;
  const bare = new ChildServer(BARE, [context.storage, subject.url], {});
  try {
    const bareUrl = await bare.listening();
    const host = await context.host(subject);
    await sleep(SETTLED_MS);
    const idle = { ours: residentMb(host.pid), theirs: residentMb(bare.pid) };
    await request(bareUrl, {}, device);
    await request(host.url, host.headers, (nth) => (nth % LIST_EVERY === 0 ? "/api/devices" : device(nth)));
    const used = { ours: residentMb(host.pid), theirs: residentMb(bare.pid) };
    const row = (work: string, { ours, theirs }: typeof idle, most: number): Row => ({
      work,
      limit: "printed beside: bare node:http, same query",
      value: ours,
      unit: "MB",
      reach: { most },
      note: `${theirs.toFixed(0)} MB; ${(ours / theirs).toFixed(1)}×`,
    });
    return [
      row("memory of the server after its start", idle, 110),
      row(`the same after ${REQUESTS} requests, one of ${LIST_EVERY} for a list of ${count}`, used, 180),
    ];
  } finally {
    await bare.stop();
  }
}
