/** Reports of one batch, and ports and services in one of them. */
export const MAX_REPORTS = 2000;
export const MAX_PORTS = 1024;
export const MAX_SERVICES = 256;

/** Longest time that a request for work waits. */
export const MAX_WAIT_SECONDS = 25;
