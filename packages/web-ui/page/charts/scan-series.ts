import type { DiscoveryScan } from "@cadastre/client";

/** A scan that came to its end, as a point of a chart. */
export interface ScanPoint {
  readonly id: string;
  readonly type: DiscoveryScan["scan_type"];
  /** When it ended, in seconds since 1970. */
  readonly time: number;
  readonly found: number;
  /** How long it took. */
  readonly seconds: number;
}

/** Scans that are drawn; older ones say little of how it is now. */
export const MAX_POINTS = 200;

/** The completed scans of a network, oldest first. Scans that failed or were cancelled did not see all of it. */
export function scanPoints(scans: readonly DiscoveryScan[], networkId: string): readonly ScanPoint[] {
  return scans
    .flatMap(
      ({ id, network_id: network, status, scan_type: type, found_hosts: found, started_at: from, completed_at: to }): ScanPoint[] => {
        if (network !== networkId || status !== "completed" || from === null || to === null) return [];
        return [{ id, type, time: Date.parse(to) / 1000, found, seconds: Math.max(0, Date.parse(to) - Date.parse(from)) / 1000 }];
      },
    )
    .toSorted((one, other) => one.time - other.time)
    .slice(-MAX_POINTS);
}
