import { definePlugin, type Observation, type Plugin, type Progress, type Scanner, type ScanPlan } from "@cadastre/inventory-core";

/** Hosts that a file, a switch or another system knows of. */
export interface KnownHost {
  readonly ip: string;
  readonly hostname: string;
}

// #region scanner
/** Reports the hosts of a list that the plan asks for. It sends no packet. */
class StaticScanner implements Scanner {
  readonly id = "static-list";
  readonly capabilities = { families: [4], scanTypes: ["quick"], maxAddresses: 65_536 } as const;
  readonly #hosts: readonly KnownHost[];

  constructor(hosts: readonly KnownHost[]) {
    this.#hosts = hosts;
  }

  async available(): Promise<string | null> {
    return this.#hosts.length > 0 ? null : "the list of hosts is empty";
  }

  async *scan(plan: ScanPlan, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<Observation | Progress> {
    const inside = (ip: string, ranges: ScanPlan["ranges"]): boolean =>
      ranges.some(({ first, last }) => number(first) <= number(ip) && number(ip) <= number(last));
    let probed = 0;
    for (const { ip, hostname } of this.#hosts) {
      signal.throwIfAborted();
      if (!inside(ip, plan.ranges) || inside(ip, plan.exclude)) continue;
      yield { kind: "observation", ip, hostname, confidence: 100 };
      yield { kind: "progress", probed: (probed += 1) };
    }
  }
}

const number = (ip: string): number => ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

/** The scanner as a plugin. */
export const staticScanner = (hosts: readonly KnownHost[]): Plugin =>
  definePlugin({ id: "static-scanner", engine: "*", scanners: [new StaticScanner(hosts)] });
// #endregion
