import type { Network } from "@cadastre/client";

/** Statuses of networks, in the order in which forms offer them. */
export const NETWORK_STATUSES = ["container", "active", "reserved", "deprecated"] as const satisfies readonly Network["status"][];
