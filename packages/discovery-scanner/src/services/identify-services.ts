import type { ObservedService } from "@cadastre/inventory-core";
import { realTimers } from "@cadastre/inventory-core/scanning";
import { inParallel } from "../in-parallel.ts";
import type { FoundName } from "../names/reverse-names.ts";
import type { FoundHost, ScanContext } from "../scan-context.ts";
import { identifyService } from "./identify-service.ts";
import { usualService } from "./guessed-services.ts";

/** More talks at a time fill the queue of a small host. */
const AT_ONCE = 8;

export interface IdentifiedServices {
  readonly services: readonly ObservedService[];
  /** What the services said, for the guess at the system. */
  readonly texts: readonly string[];
  readonly names: readonly FoundName[];
}

/** Talks to the open ports of a host until its time is over. */
export async function identifyServices(
  context: ScanContext,
  host: FoundHost,
  ports: readonly number[],
  until: number,
): Promise<IdentifiedServices> {
  const services: ObservedService[] = [];
  const texts: string[] = [];
  const names: FoundName[] = [];
  await inParallel(ports, Math.min(AT_ONCE, context.plan.limits.connectionsPerHost), async (port) => {
    const overdue = context.signal.aborted || realTimers.performance.now() > until;
    const found = overdue ? undefined : await identifyService(context, host, port, until);
    if (found?.name !== undefined) names.push(found.name);
    if (found?.recognised === undefined) {
      const usual = usualService(port);
      if (usual !== "") services.push({ port, protocol: "tcp", service: usual, version: "", guessed: true });
      return;
    }
    const { service, version, text } = found.recognised;
    services.push({ port, protocol: "tcp", service, version });
    if (text !== "") texts.push(text);
  });
  return { services: services.toSorted((a, b) => a.port - b.port), texts, names };
}
