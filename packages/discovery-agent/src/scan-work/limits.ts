/** Reports of one batch, and ports and services in one of them. */
export const MAX_REPORTS = 2000;
export const MAX_PORTS = 1024;
export const MAX_SERVICES = 256;

/** Longest time that a request for work waits. */
export const MAX_WAIT_SECONDS = 25;

/** Leases of one batch, and of one source. */
export const MAX_LEASES_OF_A_BATCH = 500;
export const MAX_LEASES_OF_A_SOURCE = 100_000;

/** What an agent that reads lease sources has among its scanners. */
export const LEASE_READER_ID = "dhcp-leases";
