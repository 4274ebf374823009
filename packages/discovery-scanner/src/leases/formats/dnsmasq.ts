import { isInfinite, leaseEntry, wholeNumber } from "../lease-entry.ts";
import type { LeaseEntry } from "../lease.ts";

/** Type of hardware that dnsmasq writes before addresses that are not of Ethernet. */
const OTHER_HARDWARE = /^[0-9a-f]{2}-/i;

/**
 * The lease file of dnsmasq: a line a lease, `<expiry> <hardware address> <address> <name or *> <client id or *>`, and of DHCPv6
 * `<expiry> <IAID> <address> <name or *> <DUID>` after a line `duid`. An expiry of 0 is never. The identifier of a client is no hardware
 * address, even where it was made from one.
 */
export async function* dnsmasqLeases(lines: AsyncIterable<string>): AsyncGenerator<LeaseEntry | undefined> {
  for await (const line of lines) {
    const [expiry, hardware = "", ip = "", name = "*", ...rest] = line.trim().split(/ +/);
    if (expiry === "" || expiry === "duid") continue;
    const seconds = wholeNumber(expiry);
    const isRight = rest.length > 0 && !Number.isNaN(seconds);
    const mac = OTHER_HARDWARE.test(hardware) ? "" : hardware;
    yield isRight
      ? leaseEntry({
          ip,
          mac: ip.includes(":") ? "" : mac,
          hostname: name === "*" ? "" : name,
          expires: seconds === 0 || isInfinite(seconds) ? null : seconds,
          isHeld: true,
        })
      : undefined;
  }
}
