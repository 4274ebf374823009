// What an agent at another site needs to read leases: @cadastre/discovery-scanner/site. Named exports only.

export { type SiteLeaseOptions, siteLeaseReader, type SiteLeaseReader, type SiteLeaseReading } from "./site-lease-reader.ts";
export type { Lease } from "../lease.ts";
