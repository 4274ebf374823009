import type { Evidence } from "@cadastre/inventory-core";
import { inParallel } from "../in-parallel.ts";
import { type Neighbour, sweepNeighbours } from "../neighbours/neighbour-sweep.ts";
import type { NeighbourTable } from "../neighbours/neighbour-table.ts";
import type { ScanContext } from "../scan-context.ts";
import { describeHost } from "./describe-host.ts";
import { type Answer, findHost } from "./find-routed.ts";
import { SharedHardware } from "./shared-hardware.ts";

const HOSTS_AT_ONCE = 250;

/** Looks at addresses of segments this machine is attached to: who has hardware is there, TCP tells the rest. */
export async function lookAtNeighbours(context: ScanContext, addresses: readonly string[], table: NeighbourTable): Promise<void> {
  const { reports, signal } = context;
  const seen = new Set<string>();
  const hardware = new SharedHardware();
  const swept = Promise.withResolvers<void>();

  async function* found(): AsyncGenerator<Neighbour, void, undefined> {
    try {
      for await (const neighbour of sweepNeighbours(context, addresses, table)) {
        seen.add(neighbour.ip);
        hardware.add(neighbour.macAddress);
        yield neighbour;
      }
    } finally {
      swept.resolve();
    }
  }

  const quiet: Promise<void>[] = [];
  await inParallel(found(), HOSTS_AT_ONCE, async (neighbour) => {
    if (signal.aborted) return;
    const answer = await findHost(context, neighbour.ip);
    if (answer.evidence.size > 0) return await describe(context, neighbour, answer, hardware.isShared(neighbour.macAddress));
    // Whether a router answered in its name is known only when all have been asked: nobody waits for that.
    quiet.push(swept.promise.then(async () => await describeQuiet(context, neighbour, answer, hardware)));
  });
  for (const ip of addresses) if (!seen.has(ip) && !signal.aborted) await reports.send({ kind: "host-done", ip, outcome: "silent" });
  await Promise.all(quiet);
}

/** A host of which only its hardware address is known. */
async function describeQuiet(context: ScanContext, neighbour: Neighbour, answer: Answer, hardware: SharedHardware): Promise<void> {
  if (context.signal.aborted) return;
  const { ip, macAddress } = neighbour;
  if (!hardware.isShared(macAddress)) return await describe(context, neighbour, answer, false);
  const message = hardware.news(macAddress);
  if (message !== undefined) await context.reports.send({ kind: "warning", code: "PROXY_ARP", message });
  await context.reports.send({ kind: "host-done", ip, outcome: "silent" });
}

async function describe(context: ScanContext, { ip, macAddress, cached }: Neighbour, { evidence, roundTrip }: Answer, proxied: boolean): Promise<void> {
  const own: Evidence = cached ? "arp-cached" : "arp";
  // The router's hardware is not the host's.
  await describeHost(context, proxied ? { ip, evidence: [...evidence], doubt: "proxy-arp", roundTrip } : { ip, macAddress, evidence: [own, ...evidence], roundTrip });
}
