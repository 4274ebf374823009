import { serviceToken } from "../service-token.ts";

/** What a witness reads at another site, for one scan. Secret: it may hold what it signs in with. */
export interface SiteWitness {
  /** Id of the scanner that is the witness. */
  readonly scanner: string;
  /** What it reads, in words that only its plugin understands; JSON. */
  readonly reads: Readonly<Record<string, unknown>>;
}

/** Knows what witnesses read where an agent scans: what a server is told of them is told to the agent that needs it. */
export interface SiteWitnesses {
  /**
   * What is read for a scan of a network that an agent serves. What cannot be told is told as a warning, by the witness.
   * @param scanners ids of those that the agent has: nothing is told for others
   */
  of(networkId: string, scanners: readonly string[]): Promise<readonly SiteWitness[]>;
}

/** A plugin with witnesses binds it anew. */
export const SITE_WITNESSES = serviceToken<SiteWitnesses>("site-witnesses");

/** Nothing is read at other sites. */
export const NO_SITE_WITNESSES: SiteWitnesses = { of: async () => await Promise.resolve([]) };
