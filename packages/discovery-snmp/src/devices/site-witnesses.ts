import { type Change, type Logger, messageOf, type Queries } from "@cadastre/inventory-core";
import type { ServedPlaces, SiteHearing, SiteWitness, SiteWitnesses } from "@cadastre/inventory-core/discovery";
import type { SiteHearings } from "../links/site-hearings.ts";
import { sentTargets } from "../site/sent-targets.ts";
import { SNMP_TABLES } from "../snmp-tables-scanner.ts";
import { areReadAt, type ListedTargetSource } from "./listed-targets.ts";

const NOT_SENT =
  "no SNMP device is asked: the token of the agent was made by a user without the permission snmp:update; make a new token as a user who " +
  "has it";

const warningsOnly = (warnings: readonly string[]): SiteWitness => ({
  scanner: SNMP_TABLES,
  reads: sentTargets({ targets: [], warnings }),
  secretsOf: [],
});

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

  readonly permission = "snmp:update";

  async areSentTo(queries: Queries, places: ServedPlaces): Promise<boolean> {
    return await areReadAt(queries, places);
  }

  async of(networkId: string, scanners: readonly string[], maySendSecrets: boolean): Promise<readonly SiteWitness[]> {
    if (!scanners.includes(SNMP_TABLES)) return [];
    try {
      const { targets, warnings } = await this.#source.targetsAt(networkId);
      if (targets.length === 0 && warnings.length === 0) return [];
      if (targets.length > 0 && !maySendSecrets) return [warningsOnly([...warnings, NOT_SENT])];
      const reads = sentTargets({ targets, warnings, tellsNeighbours: true });
      return [{ scanner: SNMP_TABLES, reads, secretsOf: targets.map(({ id }) => ({ resource: "snmp_device", id })) }];
    } catch (error) {
      // The scan was taken: it is run without.
      const message = messageOf(error);
      this.#logger.warn("an agent could not be told which SNMP devices to ask", { network: networkId, error: message });
      return [warningsOnly([`no SNMP device is asked: ${message}`])];
    }
  }

  async hear(change: Change, hearing: SiteHearing): Promise<ReadonlySet<string>> {
    return await this.#hearings.keep(change, hearing);
  }
}
