/** What can be read. */
export const LEASE_SOURCE_TYPES = ["dnsmasq", "kea-memfile", "kea-api", "isc-dhcpd"] as const;
export type LeaseSourceType = (typeof LEASE_SOURCE_TYPES)[number];
