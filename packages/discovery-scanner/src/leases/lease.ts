/** A lease that is in force, as a DHCP server tells it. */
export interface Lease {
  /** Canonical address. */
  readonly ip: string;
  /** Six octets in lower case, joined by colons; empty where the server does not say. */
  readonly macAddress: string;
  /** Host name that the client gave, as DNS allows it; empty for none. */
  readonly hostname: string;
  /** ISO 8601 UTC with milliseconds; null for one that never ends. */
  readonly expiresAt: string | null;
}

/** What an entry of a source says of an address: a lease, or that it has none any more. The last one of an address counts. */
export interface LeaseEntry extends Lease {
  /** Whether the address is given to somebody at all, whatever the time. */
  readonly isHeld: boolean;
}
