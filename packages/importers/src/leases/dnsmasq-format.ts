import { isIP } from "node:net";
import { type ImportFormat, type ImportItem, onlyFile, type ReaderInput } from "../import-format.ts";
import { DATACENTER_OPTION } from "../reading/found-device.ts";
import { type Line, linesOf } from "../reading/lines.ts";
import { type Lease, LeaseRows } from "./lease.ts";

/**
 * The lease file of dnsmasq: a lease a line, with when it ends (0: never), the hardware address or identity association, the
 * address, the host name (`*` for none) and the client's id. A line `duid …` is the server's own.
 */
export const dnsmasqFormat: ImportFormat = {
  name: "dnsmasq",
  label: "dnsmasq leases",
  description: "the lease file of dnsmasq, dnsmasq.leases: a device for each active lease",
  source: "file",
  options: [DATACENTER_OPTION],
  read: readDnsmasq,
};

async function* readDnsmasq(input: ReaderInput): AsyncGenerator<ImportItem> {
  const file = onlyFile(input);
  const rows = new LeaseRows(input);
  for await (const line of linesOf(file.open(), file.name)) {
    if (line.text.trim() === "" || /^duid\s/.test(line.text)) continue;
    const lease = leaseOf(line);
    if (typeof lease === "string") yield { at: { line: line.line }, type: "device", severity: "error", message: lease };
    else yield* rows.of(lease);
  }
  yield* rows.leftOut.warnings();
}

function leaseOf({ line, text }: Line): Lease | string {
  const cells = text.trim().split(/\s+/);
  const [expires = "", , ip = "", hostname = ""] = cells;
  if (cells.length < 4 || cells.length > 5)
    return `has ${cells.length} columns, but a lease has 5: expiry, hardware address, address, host name, client id`;
  if (!/^\d{1,15}$/.test(expires)) return "its first column, the expiry of the lease, must be in seconds since 1970";
  if (isIP(ip) === 0) return `${JSON.stringify(ip.slice(0, 100))} is not an IP address`;
  return { at: { line }, ip, hostname: hostname === "*" ? "" : hostname, expires: expires === "0" ? undefined : Number(expires) };
}
