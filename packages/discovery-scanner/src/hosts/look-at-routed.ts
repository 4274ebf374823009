import { inParallel } from "../in-parallel.ts";
import type { LocalSegments } from "../neighbours/local-segments.ts";
import type { ScanContext } from "../scan-context.ts";
import { describeHost } from "./describe-host.ts";
import { findHost } from "./find-routed.ts";
import { SharedPorts } from "./shared-ports.ts";

const LEAST_HOSTS = 64;
const MOST_HOSTS = 500;
/** Connections that one address takes while it is looked for. */
const CONNECTIONS_A_HOST = 4;

/** Looks at addresses that TCP alone can tell about: those behind routers, and this machine's own. */
export async function lookAtRouted(context: ScanContext, addresses: readonly string[], segments: LocalSegments): Promise<void> {
  const { plan, reports, signal } = context;
  const shared = new SharedPorts(context, addresses.length);
  const hosts = Math.min(MOST_HOSTS, Math.max(LEAST_HOSTS, Math.floor(plan.limits.connections / CONNECTIONS_A_HOST)));
  await inParallel(addresses, hosts, async (ip) => {
    if (signal.aborted) return;
    const answer = await findHost(context, ip);
    const onlyShared = await shared.isOnlyShared(answer);
    if (signal.aborted) return;
    if (answer.outcome !== "answered" || onlyShared) {
      const outcome = onlyShared ? "silent" : answer.outcome;
      return await reports.send({ kind: "host-done", ip, outcome, ...(answer.reason === undefined ? {} : { reason: answer.reason }) });
    }
    const macAddress = segments.ownHardware(ip);
    await describeHost(context, { ip, evidence: [...answer.evidence], roundTrip: answer.roundTrip, ...(macAddress === undefined ? {} : { macAddress }) });
  });
}
