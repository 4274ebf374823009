import { fileURLToPath } from "node:url";
import type { Context } from "../context.ts";
import { ChildServer } from "../http/child-server.ts";
import { startHost } from "../http/host.ts";
import { measureMemory, memoryRow, type ServerMemory } from "../http/server-memory.ts";
import { publishedCommand } from "../published-command.ts";
import type { Row } from "../report.ts";
import { deviceIds } from "../rows/place.ts";

const BARE = fileURLToPath(new URL("../http/bare-server-child.ts", import.meta.url));
const REQUESTS = 40_000;
/** One request of so many is for the list of all. */
const LIST_EVERY = 400;
/** Starts of each server, in turns. */
const STARTS = 3;

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
  const ours: ServerMemory[] = [];
  const theirs: ServerMemory[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const bare = new ChildServer(BARE, [context.storage, subject.url], {});
    try {
      theirs.push(await measureMemory({ pid: bare.pid, url: await bare.listening(), headers: {} }, REQUESTS, device));
    } finally {
      await bare.stop();
    }
    const host = await startHost(subject.url, {}, { main, headers });
    try {
      ours.push(await measureMemory(host, REQUESTS, (nth) => (nth % LIST_EVERY === 0 ? "/api/devices" : device(nth))));
    } finally {
      await host.stop();
    }
  }
  const row = (work: string, when: keyof ServerMemory, most: number): Row =>
    memoryRow(work, "printed beside: bare node:http, same query", { ours, theirs, when }, most);
  return [
    row("memory of the published server after its start", "idle", 110),
    row(`the same after ${REQUESTS} requests, one of ${LIST_EVERY} for a list of ${count}`, "used", 180),
  ];
}
