// What a program at a site needs: @cadastre/discovery-agent/site. Named exports only.

export type { FoundLease, LeaseReading } from "./lease-job.ts";
export { runAgent, type SiteOptions } from "./run-agent.ts";
