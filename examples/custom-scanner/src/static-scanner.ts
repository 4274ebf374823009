import { definePlugin, type HostDone, type Observation, type Plugin, type Scanner, type ScanPlan } from "@cadastre/inventory-core";

/** Hosts that a file, a switch or another system knows of. */
export interface KnownHost {
  readonly ip: string;
  readonly macAddress: string;
}

// #region scanner
/** Reports the hosts of a list that the plan asks for. It sends no packet. */
export class StaticScanner implements Scanner {
  readonly id = "static-list";
  readonly priority = 10;
  readonly capabilities = { families: [4, 6], scanTypes: ["quick"], maxAddresses: 65_536 } as const;
  readonly #hosts: ReadonlyMap<string, KnownHost>;

  constructor(hosts: readonly KnownHost[]) {
    this.#hosts = new Map(hosts.map((host) => [host.ip, host]));
  }

  async unavailable(): Promise<string | null> {
    return this.#hosts.size > 0 ? null : "the list of hosts is empty";
  }

  async *scan(plan: ScanPlan, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<Observation | HostDone> {
    for (const ip of plan.targets) {
      signal.throwIfAborted();
      const host = this.#hosts.get(ip);
      if (host !== undefined) yield { kind: "observation", ip, evidence: "arp", macAddress: host.macAddress };
      // The list does not say that nobody is there: an address that is not on it was not looked at.
      if (host === undefined) yield { kind: "host-done", ip, outcome: "skipped", reason: "not-listed" };
      else yield { kind: "host-done", ip, outcome: "answered" };
    }
  }
}

/** The scanner as a plugin. */
export const staticScanner = (hosts: readonly KnownHost[]): Plugin =>
  definePlugin({ id: "static-scanner", engine: "*", scanners: [new StaticScanner(hosts)] });
// #endregion
