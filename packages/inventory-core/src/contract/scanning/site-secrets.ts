import type { Queries } from "../storage/storage.ts";

/** Places that an agent serves. */
export interface ServedPlaces {
  /** Ids of networks that it serves by name. */
  readonly networkIds: readonly string[];
  /** Ids of datacenters whose networks it serves. */
  readonly datacenterIds: readonly string[];
}

/** A record whose credentials are sent to an agent, as audit rows name it. */
export interface SecretRecord {
  /** Its kind: `snmp_device`. */
  readonly resource: string;
  /** Its id. */
  readonly id: string;
}

/** Credentials that a plugin sends to agents (decision 0451). */
export interface SiteSecrets {
  /** Permission that setting them takes. A user without it gives them to no agent. Null where nothing is sent. */
  readonly permission: string | null;
  /** Returns whether an agent that serves these places is sent any. */
  areSentTo(queries: Queries, places: ServedPlaces): Promise<boolean>;
}

/** No credentials are sent to agents. */
export const NO_SITE_SECRETS: SiteSecrets = { permission: null, areSentTo: async () => await Promise.resolve(false) };
