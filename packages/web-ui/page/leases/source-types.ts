import type { LeaseSource } from "@cadastre/client";

/** Where leases are read, in words. */
export const SOURCE_TYPES: Readonly<Record<LeaseSource["type"], string>> = {
  dnsmasq: "dnsmasq: lease file",
  "kea-memfile": "Kea: lease file",
  "kea-api": "Kea: control agent",
  "isc-dhcpd": "ISC dhcpd: dhcpd.leases",
};
