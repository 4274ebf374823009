import { type Clock, isRefused, parseAddress, realTimers, systemClock } from "@cadastre/inventory-core/scanning";
import { type AddressRule, addressRule } from "@cadastre/inventory-core/outbound";
import type { Lease } from "../lease.ts";
import { failureSentence } from "../reading/failure-sentence.ts";
import { readSource } from "../reading/read-source.ts";
import { receivedSource } from "./sent-source.ts";

/** The whole reading of a source by an agent: the server gives it away again when it hears nothing for 120 s. */
const READING_MS = 100_000;

/** How an agent reads lease sources. */
export interface SiteLeaseOptions {
  /** Folders whose files may be read, as the agent was started with: whatever a server asks for, no other file is. */
  readonly folders: readonly string[];
  /** Addresses that are not connected to, separated by commas, checked before. */
  readonly doNotProbe: string;
  /** Addresses that are connected to although they are loopback or the machine's own, separated by commas, checked before. */
  readonly allow: string;
}

/** What a source has, as an agent tells it: leases in force in the order of their addresses. */
export interface SiteLeaseReading {
  readonly leases: readonly Lease[];
  readonly unread: number;
}

/** Reads lease sources at the site of an agent. */
export type SiteLeaseReader = (reads: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<SiteLeaseReading>;

/**
 * The reader of an agent: it reads what the server tells it of, and keeps what it signs in with for that reading alone.
 * Its errors are sentences, which show nothing of files and no password.
 */
export function siteLeaseReader({ folders, doNotProbe, allow }: SiteLeaseOptions): SiteLeaseReader {
  const open = addressRule({ allow, ownAddresses: "refused" });
  const rule: AddressRule = (address) =>
    parseAddress(address) !== null && isRefused(address, doNotProbe) ? "on the do-not-probe list of the agent" : open(address);
  return async (reads, signal) => {
    try {
      const { families, now, ...source } = receivedSource(reads);
      const { leases, unread } = await readSource(
        source,
        { families: new Set(families) },
        { clock: clockOf(now), folders, rule, signal, readingMs: READING_MS, reader: { who: "the agent", setting: "--lease-paths" } },
      );
      const keyOf = ({ ip }: Lease): string => parseAddress(ip)?.key ?? "";
      return { leases: [...leases.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)), unread };
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(failureSentence(error), { cause: error });
    }
  };
}

/** The time of the server, which goes on from what it said. */
function clockOf(now: string): Clock {
  const began = realTimers.performance.now();
  return { ...systemClock, now: () => Date.parse(now) + (realTimers.performance.now() - began) };
}
