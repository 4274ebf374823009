import type { ScanContext } from "../scan-context.ts";
import { sweepWithArpScan } from "../tools/arp-sweep.ts";
import type { LocalSegments } from "./local-segments.ts";
import { type Neighbour, sweepNeighbours } from "./neighbour-sweep.ts";
import type { NeighbourTable } from "./neighbour-table.ts";

/** Finds who is on the segments: with arp-scan where it works, else by the kernel's neighbour table. */
export async function* findNeighbours(
  context: ScanContext,
  addresses: readonly string[],
  table: NeighbourTable,
  segments: LocalSegments,
): AsyncGenerator<Neighbour, void, undefined> {
  const { reports, signal, tools } = context;
  const left = new Set(addresses);
  if (tools.arpScan === "usable" && addresses.length > 0) {
    const sweep = sweepWithArpScan(context, addresses, segments);
    let next = await sweep.next();
    for (; next.done !== true; next = await sweep.next()) {
      left.delete(next.value.ip);
      yield next.value;
    }
    if (next.value === undefined || signal.aborted) return;
    await reports.send({
      kind: "warning",
      code: "TOOL",
      message: `arp-scan cannot be used (${next.value}): the kernel's neighbour table is used instead`,
    });
  }
  yield* sweepNeighbours(context, [...left], table);
}
