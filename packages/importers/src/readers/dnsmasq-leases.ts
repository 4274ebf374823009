import { ethernetAddress, isInfinite, type LeaseLine, leaseLine, wholeNumber } from "./lease-line.ts";
import type { Line } from "./line.ts";

/** First words of lines that are about the server or describe a lease further. */
const OTHER_LINES: ReadonlySet<string> = new Set(["duid", "agent-info", "vendorclass"]);

/**
 * Reads the lease file of dnsmasq: `<expiry> <hardware address> <address> <name or *> <client id or *>` for each lease, and for DHCPv6
 * `<expiry> <IAID> <address> <name or *> <DUID>`. An expiry of 0 means never.
 */
export async function* dnsmasqLeases(lines: AsyncIterable<Line>): AsyncGenerator<LeaseLine> {
  for await (const { line, text } of lines) {
    const cells = text.trim().split(/\s+/);
    const [first = "", hardware = "", ip = "", name = ""] = cells;
    if (first === "" || OTHER_LINES.has(first)) continue;
    const expires = wholeNumber(first);
    if (cells.length < 5)
      yield { line, problem: `has ${cells.length} columns, but a lease has 5: expiry, hardware address, address, host name, client id` };
    else if (Number.isNaN(expires)) yield { line, problem: "its first column, the expiry of the lease, must be in seconds since 1970" };
    else
      yield leaseLine(line, {
        ip,
        // DHCPv6 leases have the number of an identity association there.
        mac: ip.includes(":") ? "" : ethernetAddress(hardware),
        hostname: name === "*" ? "" : name,
        expires: expires === 0 || isInfinite(expires) ? null : expires,
        state: "active",
        isPrefix: false,
      });
  }
}
