import { serviceToken } from "../service-token.ts";

/** What this host may send packets to for discovery, whatever it is asked. */
export interface ScanReach {
  /** Why an address receives no packet of this host, in a sentence of which it is the subject; null when it may. */
  refusal(ip: string): string | null;
  /** The same of a packet of an agent: its own addresses, and what it must not probe, are for the agent to know. */
  refusalElsewhere(ip: string): string | null;
}

/** The reach of the host's scans, for scanners that ask other addresses than those of a plan. */
export const SCAN_REACH = serviceToken<ScanReach>("scan-reach");
