import { setTimeout as sleep } from "node:timers/promises";
import { inParallel } from "../in-parallel.ts";
import { Semaphore } from "../semaphore.ts";
import { TaskGroup } from "../task-group.ts";
import type { LocalSegments } from "../neighbours/local-segments.ts";
import type { ScanContext } from "../scan-context.ts";
import { describeHost } from "./describe-host.ts";
import { type Answer, findAgain, findHost, SMALL_PLAN, withPing } from "./find-routed.ts";

const MIN_HOSTS = 64;
const MAX_HOSTS = 500;
/** Connections that one address takes while it is looked for. */
const CONNECTIONS_A_HOST = 4;
/**
 * Where packets are lost, addresses that were silent are asked so often again, after so long: loss comes in bursts, and a
 * lost ARP request silences a router, and with it all that is behind it, for a second.
 */
const FURTHER_PASSES = 2;
const PAUSE_MS = 800;
/** Addresses that wait for a ping at most. */
const MAX_WAITING = 4096;

/** Looks at addresses that nothing nearer tells of: those behind routers, and this machine's own. */
export async function lookAtRouted(context: ScanContext, addresses: readonly string[], segments: LocalSegments): Promise<void> {
  const { plan, signal } = context;
  const hosts = Math.min(MAX_HOSTS, Math.max(MIN_HOSTS, Math.floor(plan.limits.connections / CONNECTIONS_A_HOST)));
  const semaphore = new Semaphore(hosts);
  const pinging = new TaskGroup();
  const describing = new TaskGroup();
  const small = plan.targets.size <= SMALL_PLAN;
  const silent: { readonly ip: string; readonly answer: Answer }[] = [];
  // Silent addresses are reported while hosts are described: whether one machine answers for all shows by them.
  const describe = (ip: string, answer: Answer): void =>
    describing.add(semaphore.take(async () => await finish(context, ip, answer, segments)));
  try {
    await inParallel(addresses, hosts, async (ip) => {
      if (signal.aborted) return;
      const answer = await findHost(context, ip);
      if (answer.outcome !== "silent") {
        await describing.room(MAX_WAITING);
        return describe(ip, answer);
      }
      // A ping takes longer than connections do: others are looked at meanwhile.
      await pinging.room(MAX_WAITING);
      pinging.add(
        answer.pinged.then(async (answered) => {
          if (answered) describe(ip, withPing(answer));
          else if (small) silent.push({ ip, answer });
          else await finish(context, ip, answer, segments);
        }),
      );
    });
    await pinging.done();
    await finishSilent(context, silent, hosts, segments);
  } finally {
    await describing.done();
  }
}

/** Asks silent addresses again where packets are lost. */
async function finishSilent(
  context: ScanContext,
  silent: readonly { readonly ip: string; readonly answer: Answer }[],
  hosts: number,
  segments: LocalSegments,
): Promise<void> {
  const { loss, signal } = context;
  // Only now: when the first of them fell silent, nobody may have answered yet, and so nothing told of loss.
  if (!loss.seen) {
    for (const { ip, answer } of silent) await finish(context, ip, answer, segments);
    return;
  }
  let unheard: readonly string[] = silent.map(({ ip }) => ip);
  for (let pass = 1; pass <= FURTHER_PASSES && unheard.length > 0; pass += 1) {
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    const still: string[] = [];
    await inParallel(unheard, hosts, async (ip) => {
      if (signal.aborted) return;
      const answer = await findAgain(context, ip);
      if (answer.outcome === "silent" && pass < FURTHER_PASSES) still.push(ip);
      else await finish(context, ip, answer, segments);
    });
    unheard = still;
  }
}

async function finish(context: ScanContext, ip: string, answer: Answer, segments: LocalSegments): Promise<void> {
  const { reports, signal } = context;
  if (signal.aborted) return;
  if (answer.outcome !== "answered") {
    const { outcome, reason } = answer;
    return await reports.send({ kind: "host-done", ip, outcome, ...(reason === undefined ? {} : { reason }) });
  }
  const macAddress = segments.ownHardware(ip);
  await describeHost(context, {
    ip,
    evidence: [...answer.evidence],
    acceptedPorts: answer.openPorts,
    roundTrip: answer.roundTrip,
    ...(macAddress === undefined ? {} : { macAddress }),
  });
}
