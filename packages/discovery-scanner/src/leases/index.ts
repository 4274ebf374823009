// The complete public surface of @cadastre/discovery-scanner/leases. Named exports only.

export { leaseSourcesPlugin } from "./lease-sources-plugin.ts";
export { LeaseSourcesOptions } from "./lease-sources-options.ts";
