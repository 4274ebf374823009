import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import { ChildServer } from "../http/child-server.ts";
import { startHost } from "../http/host.ts";
import { type Memory, memoryOf } from "../http/process-usage.ts";
import { RawConnection } from "../http/raw-connection.ts";
import { median } from "../measure.ts";
import { publishedCommand } from "../published-command.ts";
import type { Row } from "../report.ts";
import { deviceIds } from "../rows/place.ts";

const BARE = fileURLToPath(new URL("../http/bare-server-child.ts", import.meta.url));
const CONNECTIONS = 16;
const REQUESTS = 40_000;
/** One request of so many is for the list of all. */
const LIST_EVERY = 400;
/** Until what a start leaves to do is done. */
const SETTLED_MS = 3000;
/** Starts of each server, in turns. */
const STARTS = 3;

interface Server {
  readonly pid: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Measured {
  readonly idle: Memory;
  readonly used: Memory;
}

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

async function measure({ pid, url, headers }: Server, paths: (nth: number) => string): Promise<Measured> {
  await sleep(SETTLED_MS);
  const idle = memoryOf(pid);
  await request(url, headers, paths);
  return { idle, used: memoryOf(pid) };
}

/**
 * Resident memory of the published server, after its start and after many requests, beside a bare node:http server with the same
 * query, started in turns. Nobody has signed in since the start: that starts a thread, which ends after a minute.
 */
export async function memory(context: Context): Promise<Row[]> {
  const { subject, count } = await context.devices(Math.min(...context.scale.devices));
  const main = await publishedCommand();
  const ids = await deviceIds(subject.raw, 1000);
  const device = (nth: number): string => `/api/devices/${ids[nth % ids.length]}`;
  const first = await startHost(subject.url, {}, { main });
  const { headers } = first;
  await first.stop();
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const bare = new ChildServer(BARE, [context.storage, subject.url], {});
    try {
      theirs.push(await measure({ pid: bare.pid, url: await bare.listening(), headers: {} }, device));
    } finally {
      await bare.stop();
    }
    const host = await startHost(subject.url, {}, { main, headers });
    try {
      ours.push(await measure(host, (nth) => (nth % LIST_EVERY === 0 ? "/api/devices" : device(nth))));
    } finally {
      await host.stop();
    }
  }
  const row = (work: string, when: keyof Measured, most: number): Row => {
    const of = (all: readonly Measured[], part: keyof Memory): number => median(all.map((measured) => measured[when][part]));
    return {
      work,
      limit: "printed beside: bare node:http, same query",
      value: of(ours, "resident"),
      unit: "MB",
      reach: { most },
      note:
        `${of(ours, "own").toFixed(0)} MB of its own; ${of(theirs, "resident").toFixed(0)} MB, ` +
        `${of(theirs, "own").toFixed(0)} of its own; ${(of(ours, "resident") / of(theirs, "resident")).toFixed(1)}×`,
    };
  };
  return [
    row("memory of the published server after its start", "idle", 110),
    row(`the same after ${REQUESTS} requests, one of ${LIST_EVERY} for a list of ${count}`, "used", 180),
  ];
}
