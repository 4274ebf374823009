import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../measure.ts";
import type { Row } from "../report.ts";
import { type Memory, memoryOf } from "./process-usage.ts";
import { RawConnection } from "./raw-connection.ts";

const CONNECTIONS = 16;
/** Until what a start leaves to do is done. */
const SETTLED_MS = 3000;

/** A server that was started just now. */
interface Started {
  readonly pid: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Memory of a server after its start, and after requests. */
export interface ServerMemory {
  readonly idle: Memory;
  readonly used: Memory;
}

async function request({ url, headers }: Started, requests: number, paths: (nth: number) => string): Promise<void> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, async () => await RawConnection.open(url, headers)));
  let nth = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (nth < requests) await connection.get(paths((nth += 1)));
      connection.close();
    }),
  );
}

/** Memory of a server after its start, and after so many requests over 16 connections. Linux only. */
export async function measureMemory(server: Started, requests: number, paths: (nth: number) => string): Promise<ServerMemory> {
  await sleep(SETTLED_MS);
  const idle = memoryOf(server.pid);
  await request(server, requests, paths);
  return { idle, used: memoryOf(server.pid) };
}

/** What is told of two servers that were started in turns. */
export interface BothMemories {
  readonly ours: readonly ServerMemory[];
  readonly theirs: readonly ServerMemory[];
  readonly when: keyof ServerMemory;
}

/** The middle of ours, with that of the other beside it. @param most MB that it may be */
export function memoryRow(work: string, limit: string, { ours, theirs, when }: BothMemories, most: number): Row {
  const of = (all: readonly ServerMemory[], part: keyof Memory): number => median(all.map((measured) => measured[when][part]));
  return {
    work,
    limit,
    value: of(ours, "resident"),
    unit: "MB",
    reach: { most },
    note:
      `${of(ours, "own").toFixed(0)} MB of its own; ${of(theirs, "resident").toFixed(0)} MB, ` +
      `${of(theirs, "own").toFixed(0)} of its own; ${(of(ours, "resident") / of(theirs, "resident")).toFixed(1)}×`,
  };
}
