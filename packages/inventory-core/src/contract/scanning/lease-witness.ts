import type { CallContext } from "../operations/operation.ts";
import { serviceToken } from "../service-token.ts";
import type { Change } from "../storage/write-path.ts";

/** Most leases that are told of at once. */
export const MAX_LEASES_AT_ONCE = 1000;

/** What a DHCP server says of an address: nobody answered, but it is promised to somebody. */
export interface WitnessedLease {
  /** Canonical address. */
  readonly ip: string;
  /** Six octets in lower case, joined by colons; undefined where it is not known. */
  readonly macAddress?: string | undefined;
  /** Host name that the client gave, as DNS allows it. */
  readonly hostname?: string | undefined;
  /** Host name that the lease had before, if it had another one. */
  readonly formerHostname?: string | undefined;
  /** Who made the hardware, by its address. */
  readonly vendor?: string | undefined;
  /** Whether it was given, renewed or renamed since it was told last: the client was there. */
  readonly isFresh: boolean;
}

/** Where leases belong. */
export interface LeaseNetworks {
  /** Id of the smallest network for an address; undefined for one outside. */
  of(ip: string): string | undefined;
  /** Number of networks. */
  readonly size: number;
  /** Versions of IP of which there are networks. */
  readonly families: ReadonlySet<4 | 6>;
}

/** The engine's part of leases: what was seen at an address, in the network that it belongs to. */
export interface LeaseWitness {
  /** Networks by their ids, and those that lie within them in their address space. @throws CONFLICT for too many */
  networks(ids: readonly string[]): Promise<LeaseNetworks>;
  /**
   * Writes leases as sightings, within a change of the caller (docs/spec/discovery.md#leases). At most {@link MAX_LEASES_AT_ONCE}.
   * @param networks of which they are: leases outside are left out
   */
  record(change: Change, networks: LeaseNetworks, leases: readonly WitnessedLease[]): Promise<void>;
  /** The call that leases are written for. */
  readonly call: CallContext;
}

/** Where a plugin that reads leases tells of them. */
export const LEASE_WITNESS = serviceToken<LeaseWitness>("lease-witness");
