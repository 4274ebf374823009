import type { ReportQueue } from "../report-queue.ts";
import { openPortsOf } from "./nmap-observations.ts";
import type { NmapHost } from "./nmap-xml.ts";

/** Smaller groups say nothing. */
const MIN_GROUP = 30;
const SHARE = 0.9;

/** Finds connections that nearly every address of a group accepts: something in between accepts them. */
export class SharedAnswers {
  readonly #reports: ReportQueue;
  readonly #isSweep: boolean;
  #told = false;

  /** @param sweeps whether all addresses of a subnet are asked, and not only those that are known to be hosts' */
  constructor(reports: ReportQueue, sweeps: boolean) {
    this.#reports = reports;
    this.#isSweep = sweeps;
  }

  /** Hosts that something speaks for which others have not. @param group all addresses that were asked */
  async believable(group: readonly string[], hosts: readonly NmapHost[]): Promise<readonly NmapHost[]> {
    if (group.length < MIN_GROUP || !this.#isSweep) return hosts;
    const most = SHARE * group.length;
    // By hardware it is known who answered; and a closed port is closed by the host.
    const doubtful = hosts.filter(({ macAddress, refused, reason }) => macAddress === undefined && !refused && reason === "syn-ack");
    if (doubtful.length <= most) return hosts;
    const ports = counted(doubtful.flatMap(openPortsOf));
    const shared = new Set(doubtful.filter((host) => openPortsOf(host).every((port) => (ports.get(port) ?? 0) > most)));
    if (shared.size > 0 && !this.#told) {
      this.#told = true;
      const message =
        "nearly every address accepts connections: probably a firewall or proxy answers for them; addresses without other evidence " +
        "are not reported";
      await this.#reports.send({ kind: "warning", code: "MIDDLEBOX", message });
    }
    return hosts.filter((host) => !shared.has(host));
  }
}

function counted<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
