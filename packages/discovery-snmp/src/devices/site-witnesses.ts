import { type Change, type Logger, messageOf, type SiteHearing, type SiteWitness, type SiteWitnesses } from "@cadastre/inventory-core";
import type { SiteHearings } from "../links/site-hearings.ts";
import { sentTargets } from "../site/sent-targets.ts";
import { SNMP_TABLES } from "../snmp-tables-scanner.ts";
import type { ListedTargetSource } from "./listed-targets.ts";

/** Tells agents which devices they ask for a scan, and with what, and keeps whom those hear. */
export class SnmpSiteWitnesses implements SiteWitnesses {
  readonly #source: ListedTargetSource;
  readonly #hearings: SiteHearings;
  readonly #logger: Logger;

  constructor(source: ListedTargetSource, hearings: SiteHearings, logger: Logger) {
    this.#source = source;
    this.#hearings = hearings;
    this.#logger = logger;
  }

  async of(networkId: string, scanners: readonly string[]): Promise<readonly SiteWitness[]> {
    if (!scanners.includes(SNMP_TABLES)) return [];
    try {
      const { targets, warnings } = await this.#source.targetsAt(networkId);
      if (targets.length === 0 && warnings.length === 0) return [];
      return [{ scanner: SNMP_TABLES, reads: sentTargets({ targets, warnings, tellsNeighbours: true }) }];
    } catch (error) {
      // The scan was taken: it is run without.
      const message = messageOf(error);
      this.#logger.warn("an agent could not be told which SNMP devices to ask", { network: networkId, error: message });
      return [{ scanner: SNMP_TABLES, reads: sentTargets({ targets: [], warnings: [`no SNMP device is asked: ${message}`] }) }];
    }
  }

  async hear(change: Change, hearing: SiteHearing): Promise<ReadonlySet<string>> {
    return await this.#hearings.keep(change, hearing);
  }
}
