import { setTimeout as sleep } from "node:timers/promises";
import { realTimers } from "@cadastre/inventory-core/scanning";
import type { ScanContext } from "../scan-context.ts";
import { type NeighbourTable, neighbourPlaces, readNeighbours } from "./neighbour-table.ts";
import { poke } from "./poke.ts";

/** The kernel asks three times, a second apart. */
const SETTLE_MS = 3200;
const POLL_INTERVAL_MS = 100;
/** Larger sweeps in one go fill a table of usual size. */
const USUAL_CHUNK = 256;
const MIN_CHUNK = 32;
/** Places that are left to the traffic of everyone else. */
const SPARE_PLACES = 64;

/** An address of which the kernel knows the hardware. */
export interface Neighbour {
  readonly ip: string;
  readonly macAddress: string;
  /** It was known before it was asked for: the host may be gone. */
  readonly cached: boolean;
}

/**
 * Finds who is on the segment by letting the kernel ask for each address: yields hosts as they answer. Needs no right,
 * and firewalls do not hide from it.
 */
export async function* sweepNeighbours(
  context: ScanContext,
  addresses: readonly string[],
  before: NeighbourTable,
): AsyncGenerator<Neighbour, void, undefined> {
  const { signal } = context;
  const open = new Set(addresses);
  for (const ip of addresses) {
    const macAddress = before.resolved.get(ip);
    if (macAddress !== undefined && open.delete(ip)) yield { ip, macAddress, cached: true };
  }
  const unknown = addresses.filter((ip) => open.has(ip));
  const chunk = await chunkFor(context, unknown.length, before.entries);
  for (let from = 0; from < unknown.length; from += chunk) {
    const close = await poke(unknown.slice(from, from + chunk), context.bucket, signal);
    try {
      const settled = realTimers.performance.now() + SETTLE_MS;
      const ofChunk = new Set(unknown.slice(from, from + chunk));
      while (realTimers.performance.now() < settled && ofChunk.size > 0) {
        await sleep(POLL_INTERVAL_MS, undefined, { signal });
        const resolved = (await readNeighbours())?.resolved ?? new Map<string, string>();
        for (const ip of open) {
          const macAddress = resolved.get(ip);
          if (macAddress === undefined) continue;
          open.delete(ip);
          ofChunk.delete(ip);
          yield { ip, macAddress, cached: false };
        }
      }
    } finally {
      close();
    }
  }
}

/** How many addresses may be asked for at once, so that the kernel's table is not filled. */
async function chunkFor({ reports }: ScanContext, wanted: number, entries: number): Promise<number> {
  const room = (await neighbourPlaces()) - entries - SPARE_PLACES;
  if (room >= wanted) return Math.max(1, wanted);
  await reports.send({
    kind: "warning",
    code: "NEIGHBOUR_TABLE",
    message:
      `the segment has ${wanted} addresses to resolve, but the kernel's neighbour table has room for ` +
      `${Math.max(0, room)}: they are resolved ` +
      `in parts, which takes longer and may miss hosts; raise net.ipv4.neigh.default.gc_thresh3`,
  });
  return Math.max(MIN_CHUNK, Math.min(USUAL_CHUNK, room));
}
