import { dnsmasqLeases, iscLeases, keaLeases, type LeaseLineReader, type Line } from "@cadastre/importers/readers";
import { leaseEntry } from "../lease-entry.ts";
import type { LeaseEntry } from "../lease.ts";
import type { LeaseSourceType } from "../source-types.ts";

/** The reader of each type of lease file. */
const READERS: Readonly<Record<Exclude<LeaseSourceType, "kea-api">, LeaseLineReader>> = {
  dnsmasq: dnsmasqLeases,
  "kea-memfile": keaLeases,
  "isc-dhcpd": iscLeases,
};

/** Reads the entries of a lease file; undefined for a line that cannot be read. */
export async function* fileLeases(type: keyof typeof READERS, lines: AsyncIterable<Line>): AsyncGenerator<LeaseEntry | undefined> {
  for await (const read of READERS[type](lines)) {
    if ("problem" in read) {
      yield undefined;
      continue;
    }
    const { ip, mac, hostname, expires, state, isPrefix } = read.lease;
    yield leaseEntry({ ip, mac, hostname, expires, isHeld: state === "active" && !isPrefix });
  }
}
