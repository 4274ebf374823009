import type { Evidence } from "@cadastre/inventory-core";
import { inParallel } from "../in-parallel.ts";
import { Semaphore } from "../semaphore.ts";
import { TaskGroup } from "../task-group.ts";
import { findNeighbours } from "../neighbours/find-neighbours.ts";
import type { LocalSegments } from "../neighbours/local-segments.ts";
import type { Neighbour } from "../neighbours/neighbour-sweep.ts";
import type { NeighbourTable } from "../neighbours/neighbour-table.ts";
import type { ScanContext } from "../scan-context.ts";
import { describeHost } from "./describe-host.ts";
import { type Answer, findHost, withPing } from "./find-routed.ts";
import { SharedHardware } from "./shared-hardware.ts";

const HOSTS_AT_ONCE = 250;

/** Of addresses that share one hardware, so many answer pings: the one with the hardware does. */
const SHARED_PINGS = 0.9;

interface QuietHost {
  readonly neighbour: Neighbour;
  readonly answer: Answer;
}

/** Looks at addresses of segments this machine is attached to: who has hardware is there, TCP tells the rest. */
export async function lookAtNeighbours(
  context: ScanContext,
  addresses: readonly string[],
  table: NeighbourTable,
  segments: LocalSegments,
): Promise<void> {
  const { reports, signal } = context;
  const seen = new Set<string>();
  const hardware = new SharedHardware();
  const swept = Promise.withResolvers<void>();

  async function* found(): AsyncGenerator<Neighbour, void, undefined> {
    try {
      for await (const neighbour of findNeighbours(context, addresses, table, segments)) {
        seen.add(neighbour.ip);
        hardware.add(neighbour.macAddress);
        yield neighbour;
      }
    } finally {
      swept.resolve();
    }
  }

  const tasks = new TaskGroup();
  const semaphore = new Semaphore(HOSTS_AT_ONCE);
  const proxied: QuietHost[] = [];
  await inParallel(found(), HOSTS_AT_ONCE, async (neighbour) => {
    if (signal.aborted) return;
    const answer = await findHost(context, neighbour.ip);
    if (answer.evidence.size > 0) return await describe(context, neighbour, answer, hardware.isShared(neighbour.macAddress));
    // Whether a router answered in its name is known only when all have been asked: nobody waits for that.
    tasks.add(
      Promise.all([answer.pinged, swept.promise]).then(async ([answered]) => {
        const quiet = { neighbour, answer: answered ? withPing(answer) : answer };
        if (hardware.isShared(neighbour.macAddress)) proxied.push(quiet);
        else await semaphore.take(async () => await describe(context, neighbour, quiet.answer, false));
      }),
    );
  });
  for (const ip of addresses) if (!seen.has(ip) && !signal.aborted) await reports.send({ kind: "host-done", ip, outcome: "silent" });
  await tasks.done();
  await lookBehindRouters(context, proxied, hardware);
}

/** Hosts for which a router answers ARP: those that say something themselves are there. */
async function lookBehindRouters(context: ScanContext, proxied: readonly QuietHost[], hardware: SharedHardware): Promise<void> {
  const { reports, signal } = context;
  for (const [macAddress, hosts] of Map.groupBy(proxied, ({ neighbour }) => neighbour.macAddress)) {
    const message = hardware.news(macAddress);
    if (message !== undefined) await reports.send({ kind: "warning", code: "PROXY_ARP", message });
    const pinged = hosts.filter(({ answer }) => answer.evidence.size > 0);
    const believed = new Set(pinged.length > SHARED_PINGS * hardware.count(macAddress) ? [] : pinged);
    await inParallel(hosts, HOSTS_AT_ONCE, async (host) => {
      if (signal.aborted) return;
      if (believed.has(host)) await describe(context, host.neighbour, host.answer, true);
      else await reports.send({ kind: "host-done", ip: host.neighbour.ip, outcome: "silent" });
    });
  }
}

async function describe(
  context: ScanContext,
  { ip, macAddress, cached }: Neighbour,
  { evidence, roundTrip }: Answer,
  proxied: boolean,
): Promise<void> {
  if (context.signal.aborted) return;
  const own: Evidence = cached ? "arp-cached" : "arp";
  // The router's hardware is not the host's.
  await describeHost(
    context,
    proxied ? { ip, evidence: [...evidence], doubt: "proxy-arp", roundTrip } : { ip, macAddress, evidence: [own, ...evidence], roundTrip },
  );
}
