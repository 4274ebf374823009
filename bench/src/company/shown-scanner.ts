import type { Scanner, ScanPlan, ScanReport } from "@cadastre/inventory-core";
import type { SiteName, SiteToday } from "./machines.ts";

/** Sees what is at a site today, and tells of it as the scanner that connects does. */
export class ShownScanner implements Scanner {
  readonly id = "shown";
  readonly priority = 100;
  readonly capabilities = { families: [4], scanTypes: ["quick", "full", "deep"], maxAddresses: 65_536 } as const;
  readonly #site: SiteName;
  today: SiteToday;

  constructor(site: SiteName) {
    this.#site = site;
    this.today = { site, sights: new Map(), proxied: [], isDark: false, isAway: false };
  }

  async unavailable(): Promise<string | null> {
    return this.today.site === this.#site ? null : "it is shown another site";
  }

  async *scan({ targets }: ScanPlan): AsyncGenerator<ScanReport> {
    const { sights, proxied } = this.today;
    if (proxied.length > 0) yield { kind: "warning", code: "PROXY_ARP", message: "a router answers for addresses without hosts" };
    for (const ip of targets) {
      const sight = sights.get(ip);
      if (sight !== undefined) {
        const { mac: macAddress, hostname: text, port: switchPort, isCached } = sight;
        yield { kind: "observation", ip, evidence: isCached ? "arp-cached" : "arp", macAddress };
        if (!isCached) yield { kind: "observation", ip, evidence: "tcp-refused" };
        if (text !== "") yield { kind: "observation", ip, name: { text, source: "ptr" } };
        if (switchPort !== "") yield { kind: "observation", ip, switchPort };
      }
      yield { kind: "host-done", ip, outcome: sight === undefined ? "silent" : "answered" };
    }
  }
}
