import { serviceToken } from "../service-token.ts";
import type { Change } from "../storage/write-path.ts";
import type { NeighboursHeard } from "./scan-report.ts";
import { NO_SITE_SECRETS, type SecretRecord, type SiteSecrets } from "./site-secrets.ts";

/** What a witness reads at another site, for one scan. Secret: it may hold what it signs in with. */
export interface SiteWitness {
  /** Id of the scanner that is the witness. */
  readonly scanner: string;
  /** What it reads, in words that only its plugin understands; JSON. */
  readonly reads: Readonly<Record<string, unknown>>;
  /** Records whose credentials `reads` contains. */
  readonly secretsOf: readonly SecretRecord[];
}

/** What devices that a witness read at another site hear of each other. */
export interface SiteHearing {
  /** Id of the network that is scanned. */
  readonly networkId: string;
  /** When its scan was asked for (ISO 8601 UTC with milliseconds), by the server's clock: no device was read before. */
  readonly askedAt: string;
  /** What the devices tell. */
  readonly readings: readonly NeighboursHeard[];
}

/** Knows what witnesses read where an agent scans: what a server is told of them is told to the agent that needs it. */
export interface SiteWitnesses extends SiteSecrets {
  /**
   * What is read for a scan of a network that an agent serves. What cannot be told is told as a warning, by the witness.
   * @param scanners ids of those that the agent has: nothing is told for others
   * @param maySendSecrets whether the agent may be sent credentials; without them devices that need some are warnings
   */
  of(networkId: string, scanners: readonly string[], maySendSecrets: boolean): Promise<readonly SiteWitness[]>;
  /**
   * Keeps what was heard, within a change of the caller, unless what is kept is of a scan that was asked for later. Devices that are
   * gone, or were changed since so that they are not read for the network any more, are left out.
   * @returns ids of devices that were never read for the network: the caller refuses what was told of them
   */
  hear(change: Change, hearing: SiteHearing): Promise<ReadonlySet<string>>;
}

/** A plugin with witnesses binds it anew. */
export const SITE_WITNESSES = serviceToken<SiteWitnesses>("site-witnesses");

/** Nothing is read at other sites. */
export const NO_SITE_WITNESSES: SiteWitnesses = {
  ...NO_SITE_SECRETS,
  of: async () => await Promise.resolve([]),
  hear: async () => await Promise.resolve(new Set()),
};
