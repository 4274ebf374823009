import type { Scanner, ScanPlan, ScanReport } from "@cadastre/inventory-core";
import { portsToScan } from "../ports.ts";
import { mayUseRawSockets } from "../programs/raw-sockets.ts";
import { remembered } from "../programs/remembered.ts";
import { reportStream } from "../report-stream.ts";
import { NmapScan } from "./nmap-scan.ts";
import { type NmapScannerOptions, type NmapSettings, nmapSettingsOf } from "./nmap-settings.ts";
import { nmapUnavailable } from "./nmap-version.ts";

/**
 * Runs nmap, which has to be installed. Without the right to send raw packets it connects, as the other scanner does.
 * A run of nmap that fails ends the scan as failed; a host whose time is over does not.
 */
export class NmapScanner implements Scanner {
  readonly id = "nmap";
  /** Lower than any other: it runs when it is asked for. */
  readonly priority = 1;
  readonly capabilities = { families: [4, 6], scanTypes: ["quick", "full", "deep"], maxAddresses: 65_536 } as const;
  readonly #settings: NmapSettings;
  /** Why it cannot work here: not installed, too old, may not be started. */
  readonly unavailable: () => Promise<string | null>;

  /** @throws VALIDATION_ERROR naming each option that is wrong */
  constructor(options: NmapScannerOptions = {}) {
    this.#settings = nmapSettingsOf(options);
    this.unavailable = remembered(async () => await nmapUnavailable(this.#settings.program));
  }

  scan(plan: ScanPlan, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ScanReport, void, undefined> {
    const { program, ports, probeFragilePorts } = this.#settings;
    return reportStream(async (reports, stop) => {
      const wanted = plan.scanType === "quick" ? [] : portsToScan([plan.ports, ports], probeFragilePorts);
      await new NmapScan({ program, plan, ports: wanted, raw: await mayUseRawSockets(), reports, signal: stop }).run();
    }, signal);
  }
}
