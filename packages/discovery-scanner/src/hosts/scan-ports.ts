import { realTimers } from "@cadastre/inventory-core/scanning";
import { inParallel } from "../in-parallel.ts";
import type { FoundHost, ScanContext } from "../scan-context.ts";
import { acceptsAll, MANY_OPEN } from "./accepts-all.ts";

export interface PortScan {
  readonly openPorts: readonly number[];
  /** It accepts connections at nearly every port: they say nothing of services. */
  readonly acceptsAll: boolean;
  /** The host's time ran out before every port was tried. */
  readonly cutShort: boolean;
}

/**
 * Looks at the plan's TCP ports of one host; what was silent is asked again, unless nothing is lost here. @param until when the host's time
 * is over
 */
export async function scanPorts(
  { ports, plan, prober, loss, signal }: ScanContext,
  { ip, roundTrip }: FoundHost,
  until: number,
): Promise<PortScan> {
  const open: number[] = [];
  let asked: readonly number[] = shuffled(ports);
  let cutShort = false;
  let answered = 0;
  let recovered = 0;
  const goesOn = (round: number): boolean => round === 0 || (round === 1 && !loss.negligible) || (round === 2 && loss.high);
  let round = 0;
  for (; asked.length > 0 && goesOn(round); round += 1) {
    const silent: number[] = [];
    await inParallel(asked, plan.limits.connectionsPerHost, async (port) => {
      if (signal.aborted || open.length >= MANY_OPEN) return;
      if (realTimers.performance.now() > until) {
        cutShort = true;
        return;
      }
      const outcome = await prober.probe(ip, port, roundTrip);
      if (outcome === "silent") silent.push(port);
      if (outcome === "open") open.push(port);
      if (outcome === "open" || outcome === "refused") {
        if (round === 0) answered += 1;
        else recovered += 1;
      }
    });
    asked = silent;
  }
  // Counted together: answers come before those that had to be asked for twice.
  if (round > 1 || asked.length === 0) {
    loss.answered(answered);
    loss.recovered(recovered);
  }
  return { openPorts: open.toSorted((a, b) => a - b), acceptsAll: acceptsAll(open.length, ports.length), cutShort };
}

function shuffled(ports: readonly number[]): number[] {
  return ports
    .map((port) => [Math.random(), port] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, port]) => port);
}
