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

const HOSTS_AT_ONCE = 250;

/** Looks at addresses of segments this machine is attached to: who has hardware is there, TCP tells the rest. */
export async function lookAtNeighbours(
  context: ScanContext,
  addresses: readonly string[],
  table: NeighbourTable,
  segments: LocalSegments,
): Promise<void> {
  const { reports, signal } = context;
  const tasks = new TaskGroup();
  const semaphore = new Semaphore(HOSTS_AT_ONCE);

  async function* found(): AsyncGenerator<Neighbour, void, undefined> {
    const silent = new Set(addresses);
    for await (const neighbour of findNeighbours(context, addresses, table, segments)) {
      silent.delete(neighbour.ip);
      yield neighbour;
    }
    // Reported while hosts are described: whether one machine answers for all shows by them.
    tasks.add(reportSilent(silent));
  }

  async function reportSilent(silent: Iterable<string>): Promise<void> {
    for (const ip of silent) if (!signal.aborted) await reports.send({ kind: "host-done", ip, outcome: "silent" });
  }

  await inParallel(found(), HOSTS_AT_ONCE, async (neighbour) => {
    if (signal.aborted) return;
    const answer = await findHost(context, neighbour.ip);
    if (answer.evidence.size > 0) return await describe(context, neighbour, answer);
    // A ping takes longer than connections do: nobody waits for it.
    tasks.add(
      answer.pinged.then(
        async (answered) => await semaphore.take(async () => await describe(context, neighbour, answered ? withPing(answer) : answer)),
      ),
    );
  });
  await tasks.done();
}

async function describe(
  context: ScanContext,
  { ip, macAddress, cached }: Neighbour,
  { evidence, openPorts, roundTrip }: Answer,
): Promise<void> {
  if (context.signal.aborted) return;
  const own: Evidence = cached ? "arp-cached" : "arp";
  await describeHost(context, { ip, macAddress, evidence: [own, ...evidence], acceptedPorts: openPorts, roundTrip });
}
