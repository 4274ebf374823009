import { type ImportFormat, type ImportItem, onlyFile, type ReaderInput } from "../import-format.ts";
import { dnsmasqLeases } from "../readers/dnsmasq-leases.ts";
import { iscLeases } from "../readers/isc-leases.ts";
import { keaLeases } from "../readers/kea-leases.ts";
import type { LeaseLine, LeaseLineReader } from "../readers/lease-line.ts";
import { DATACENTER_OPTION, FoundDevices } from "../reading/found-device.ts";
import { counted, LeftOut } from "../reading/left-out.ts";
import { linesOf } from "../reading/lines.ts";

/** Makes the format of the lease files of a DHCP server: a device for each active lease. */
const leaseFormat = (name: string, label: string, file: string, leasesOf: LeaseLineReader): ImportFormat => ({
  name,
  label,
  description: `${file}: a device for each active lease`,
  source: "file",
  options: [DATACENTER_OPTION],
  read: (input) => readLeases(input, leasesOf),
});

export const keaFormat = leaseFormat("kea", "Kea leases", "a lease file of Kea, kea-leases4.csv or kea-leases6.csv", keaLeases);
export const dnsmasqFormat = leaseFormat("dnsmasq", "dnsmasq leases", "the lease file of dnsmasq, dnsmasq.leases", dnsmasqLeases);
export const iscFormat = leaseFormat("isc", "ISC dhcpd leases", "the lease file of ISC dhcpd, dhcpd.leases", iscLeases);

/** The last lease of an address counts: the file is read to its end before the first row, and memory holds one lease for each address. */
async function* readLeases(input: ReaderInput, leasesOf: LeaseLineReader): AsyncGenerator<ImportItem> {
  const file = onlyFile(input);
  const leases = new Map<string, Extract<LeaseLine, { readonly lease: unknown }>>();
  for await (const read of leasesOf(linesOf(file.open(), file.name))) {
    if ("lease" in read) leases.set(read.lease.ip, read);
    else {
      const { line, problem: message, ...field } = read;
      yield { at: { line }, type: "device", ...field, severity: "error", message };
    }
  }
  const found = new FoundDevices(input.options["datacenter"]);
  const leftOut = new LeftOut();
  const skip = (at: { readonly line: number }, why: string): void =>
    leftOut.add(why, (count) => `${counted(count, "lease")} skipped: ${why}`, at);
  for (const { line, lease } of leases.values()) {
    const { ip, mac, hostname, expires, state, isPrefix } = lease;
    const at = { line };
    if (isPrefix)
      leftOut.add(
        "prefix",
        (count) => `${counted(count, "delegated prefix", "delegated prefixes")} skipped: only addresses are imported`,
        at,
      );
    else if (state !== "active") skip(at, state);
    else if (expires !== null && expires * 1000 <= input.now.getTime()) skip(at, "expired");
    else yield found.row({ at, hostname, ips: [ip], mac });
  }
  yield* leftOut.warnings();
}
