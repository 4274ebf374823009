import { type Clock, type HealthCheck, HealthProblem, type OpenStorage, serviceToken } from "@cadastre/inventory-core";
import type { LeaseSourceRow } from "../sources/lease-source-row.ts";

export const LEASE_CHECK = serviceToken<HealthCheck>("lease-source-check");

/** A source that no host has begun to read for so long is read by none. */
const MAX_LATE_MS = 600_000;

/**
 * Whether the sources that are to be read are: each worked the last time, and none is left to hosts that may not read it. It needs no
 * look at a source. Fails with LEASES_NOT_READ, and the log names the source.
 */
export function leaseCheck(storage: OpenStorage, clock: Clock): HealthCheck {
  return {
    id: "leases",
    advisory: true,
    check: async () => {
      const late = new Date(clock.now() - MAX_LATE_MS).toISOString();
      const row = await storage.read.get<Pick<LeaseSourceRow, "name" | "last_error" | "datacenter_id">>(
        `select name, last_error, datacenter_id from lease_source
         where (due_at is not null or site_due_at is not null) and (last_error <> '' or coalesce(due_at, site_due_at) <= ?)
         order by name, id limit 1`,
        [late],
      );
      if (row === undefined) return;
      const unread =
        row.datacenter_id === null
          ? "no host reads it: is its folder among DISCOVERY_LEASE_PATHS of one?"
          : "no agent reads it: does one serve its datacenter?";
      const reason = row.last_error === "" ? unread : row.last_error;
      throw new HealthProblem("LEASES_NOT_READ", `the lease source ${row.name} is not read: ${reason}`);
    },
  };
}
