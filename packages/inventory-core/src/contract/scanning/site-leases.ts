import { serviceToken } from "../service-token.ts";
import { coreErrors } from "../errors/core-errors.ts";
import { NO_SITE_SECRETS, type SecretRecord, type SiteSecrets } from "./site-secrets.ts";

/** A lease source that an agent is to read. Secret: it may hold what the agent signs in with. */
export interface SiteLeaseTask {
  /** Id of the source. */
  readonly sourceId: string;
  /** Proof that the agent was given it, for every report; void when it is given away again. */
  readonly claim: string;
  /** What it reads, in words that only the plugin of lease sources understands; JSON. */
  readonly reads: Readonly<Record<string, unknown>>;
  /** The source where `reads` contains its password; empty where it has none. */
  readonly secretsOf: readonly SecretRecord[];
}

/** A lease as an agent tells it. */
export interface SiteLease {
  /** Canonical address. */
  readonly ip: string;
  /** Six octets in lower case, joined by colons; empty where it is not known. */
  readonly mac_address: string;
  /** Host name that the client gave; empty for none. */
  readonly hostname: string;
  /** ISO 8601 UTC with milliseconds; null for one that never ends. */
  readonly expires_at: string | null;
}

/** All leases of a source between two addresses: such parts may come twice, and in any order. */
export interface SiteLeaseBatch {
  /** That of the task. */
  readonly claim: string;
  /** From 1 on. */
  readonly number: number;
  /** The last address before the part; null for the first part. */
  readonly after: string | null;
  /** The last address of the part; null for the last part. */
  readonly up_to: string | null;
  /** All leases of the part; what was known there before and is not among them is over. */
  readonly leases: readonly SiteLease[];
}

/** How a reading ended. */
export interface SiteLeaseEnd {
  /** That of the task. */
  readonly claim: string;
  /** Batches that were sent. */
  readonly batches: number;
  /** Leases in all of them. */
  readonly leases: number;
  /** Entries that could not be read. */
  readonly unread: number;
  /** Why it could not be read, in a sentence; empty when it was. */
  readonly error: string;
}

/** A source that is due and that no agent has taken. */
export interface WaitingLeaseSource {
  /** Id of the source. */
  readonly sourceId: string;
  /** The agent that is to read it; null when none serves its datacenter. */
  readonly agentId: string | null;
  /** ISO 8601 time since when it is due. */
  readonly dueAt: string;
  /** What is said of it now. */
  readonly message: string;
}

/** Lease sources that agents read, as the plugin that knows agents sees them. The plugin that keeps sources has one. */
export interface SiteLeases extends SiteSecrets {
  /** Those agents for which a source is due; one indexed look-up when none is. */
  withWork(agentIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Gives an agent a source that is due; undefined when none is.
   * @param maySendSecrets whether the agent may be sent passwords; without, a source that has one is not given and says why
   */
  claim(agentId: string, maySendSecrets: boolean): Promise<SiteLeaseTask | undefined>;
  /** Takes a part of a reading. @throws NOT_FOUND, FORBIDDEN for a source of another site, CONFLICT when it was given away again */
  take(agentId: string, sourceId: string, batch: SiteLeaseBatch): Promise<void>;
  /**
   * Ends a reading, once all of its parts have come.
   * @returns numbers of parts that have not come
   * @throws NOT_FOUND, FORBIDDEN for a source of another site, CONFLICT when it was given away again
   */
  end(agentId: string, sourceId: string, end: SiteLeaseEnd): Promise<readonly number[]>;
  /** Sources that have been due for so long, or that something is said of. */
  waiting(lateMs: number): Promise<readonly WaitingLeaseSource[]>;
  /** Writes why sources are not read, by id. */
  tell(messages: ReadonlyMap<string, string>): Promise<void>;
}

/** A plugin with lease sources binds it anew. */
export const SITE_LEASES = serviceToken<SiteLeases>("site-leases");

const noSource = (): never => {
  throw coreErrors.NOT_FOUND({ what: "lease source" });
};

/** No source is read at other sites. */
export const NO_SITE_LEASES: SiteLeases = {
  ...NO_SITE_SECRETS,
  withWork: async () => await Promise.resolve(new Set()),
  claim: async () => await Promise.resolve(undefined),
  take: async () => await Promise.resolve().then(noSource),
  end: async () => await Promise.resolve().then(noSource),
  waiting: async () => await Promise.resolve([]),
  tell: async () => await Promise.resolve(),
};
