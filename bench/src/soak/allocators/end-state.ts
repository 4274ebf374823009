import { setTimeout as sleep } from "node:timers/promises";
import type { TrialDatabase } from "../crash/trial-database.ts";
import { type EngineProcess, mustCall } from "./operations.ts";

export interface ListedAllocation {
  readonly id: string;
  readonly ip: string;
  readonly note: string;
  readonly status: string;
  readonly device_id: string | null;
  readonly expires_at: string | null;
}

export interface ListedDevice {
  readonly id: string;
  readonly name: string;
  readonly addresses: readonly { readonly ip: string }[];
}

export interface HeatmapAddress {
  readonly ip: string;
  readonly status: string;
  readonly device_id?: string;
}

/** What is left when all clients are done. */
export interface EndState {
  readonly allocations: readonly ListedAllocation[];
  readonly devices: readonly ListedDevice[];
  readonly heatmap: readonly HeatmapAddress[];
  /** The stored counters of the pool. */
  readonly counters: { readonly used: number; readonly held: number };
}

/** What is left when all that was listed is given back. */
export interface DrainedState extends EndState {
  readonly nextIp: string;
  /** What one request for as many addresses as the pool has was given, in order. */
  readonly whole: readonly string[];
}

interface Place {
  readonly engine: EngineProcess;
  readonly database: TrialDatabase;
  readonly poolId: string;
}

const SWEEP_DEADLINE_MS = 5000;

export async function readEnd({ engine, database, poolId }: Place): Promise<EndState> {
  const [counters] = (await database.reading(async (read) => await read("select used_count, held_count from pool"))) as [
    { used_count: number | string; held_count: number | string },
  ];
  return {
    allocations: await mustCall<ListedAllocation[]>(engine, { operation: "pool.allocations", params: [poolId] }),
    devices: await mustCall<ListedDevice[]>(engine, { operation: "device.list", params: [] }),
    heatmap: await mustCall<HeatmapAddress[]>(engine, { operation: "pool.heatmap", params: [poolId] }),
    counters: { used: Number(counters.used_count), held: Number(counters.held_count) },
  };
}

/** Waits until the engines have swept what expires soon. @returns what stays, in words */
export async function awaitSweep({ engine, poolId }: Place): Promise<string[]> {
  const deadline = Date.now() + SWEEP_DEADLINE_MS;
  for (;;) {
    const listed = await mustCall<ListedAllocation[]>(engine, { operation: "pool.allocations", params: [poolId] });
    const soon = listed.filter(
      ({ expires_at: expires, status }) => status === "held" && expires !== null && Date.parse(expires) < deadline,
    );
    if (soon.length === 0) return [];
    if (Date.now() > deadline)
      return soon.map(({ ip, expires_at: expires }) => `${ip} expired at ${expires} and is still held at ${new Date().toISOString()}`);
    await sleep(50);
  }
}

/** Gives back all that is listed, and looks at what the pool is then. */
export async function drain(place: Place, end: EndState): Promise<DrainedState> {
  const { engine, poolId } = place;
  for (const { id } of end.devices) await mustCall(engine, { operation: "device.delete", params: [id] });
  const listed = await mustCall<ListedAllocation[]>(engine, { operation: "pool.allocations", params: [poolId] });
  for (const { id } of listed) await mustCall(engine, { operation: "allocation.release", params: [id] });
  const drained = await readEnd(place);
  const next = await engine.call({ operation: "pool.next-ip", params: [poolId] });
  const whole = await engine.call({ operation: "allocation.create", params: [poolId], body: { count: end.heatmap.length } });
  return {
    ...drained,
    nextIp: next.status === "ok" ? (next.result as { ip: string }).ip : JSON.stringify(next),
    whole:
      whole.status === "ok" ? (whole.result as { allocations: { ip: string }[] }).allocations.map(({ ip }) => ip) : [JSON.stringify(whole)],
  };
}
