/** A device that a switch hears at one of its ports. */
export interface Neighbour {
  /** Number of the local port, as LLDP counts them. */
  readonly localPort: number;
  /** Interface of that port, where the table says which it is. */
  readonly ifIndex?: number;
  /** Empty for one that does not say. */
  readonly name: string;
  /** What it calls its port; empty for one that does not say. */
  readonly port: string;
  /** Hardware addresses that it says are its own. */
  readonly macs: readonly string[];
  /** Addresses at which it is managed. */
  readonly addresses: readonly string[];
  /** It passes on what others send: what is heard at the port is behind it. Telephones and access points are not meant. */
  readonly isSwitch: boolean;
}
