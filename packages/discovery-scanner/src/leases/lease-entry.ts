import { parseAddress, parseMac } from "@cadastre/inventory-core/scanning";
import { hostName } from "../names/host-name.ts";
import type { LeaseEntry } from "./lease.ts";

/** The last second that a time of four digits of a year has: a lease until then never ends. */
const MAX_EPOCH_SECONDS = 253_402_300_799;

/** What a format found at one address, as texts: nothing in a file is taken on trust. */
export interface RawLease {
  readonly ip: string;
  readonly mac?: string | undefined;
  readonly hostname?: string | undefined;
  /** Seconds since 1970; null for never. */
  readonly expires: number | null;
  readonly isHeld: boolean;
}

/** The entry of what was found; undefined where it names no address or no time. */
export function leaseEntry({ ip, mac = "", hostname = "", expires, isHeld }: RawLease): LeaseEntry | undefined {
  const address = parseAddress(ip)?.text ?? null;
  if (address === null) return undefined;
  if (expires !== null && (!Number.isSafeInteger(expires) || expires < 0)) return undefined;
  const hardware = parseMac(mac);
  return {
    ip: address,
    macAddress: hardware.ok && hardware.text.length === 17 ? hardware.text : "",
    hostname: hostName(hostname) ?? "",
    expiresAt: expires === null || expires > MAX_EPOCH_SECONDS ? null : new Date(expires * 1000).toISOString(),
    isHeld,
  };
}
