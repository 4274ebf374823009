import { countKeys, subtractRuns } from "../../address/runs.ts";
import type { ScanCoverage } from "../scans/scan.ts";
import type { ClaimedScan } from "../scans/scan-lease.ts";
import type { ScanProgress } from "../scans/scan-progress.ts";
import type { ScanFence } from "../../outbound/address-fence.ts";
import type { StoredPlan } from "./scan-plan.ts";
import type { Ending } from "./scan-writes.ts";

const NOTHING_KNOWN = {
  code: "NOT_SWEPT",
  message:
    "an IPv6 network of this size is not swept, and no address of it is known: nothing was probed. Record its addresses, or scan a " +
    "smaller network",
} as const;

export const FENCED = "this server does not scan these addresses: its own, loopback, link-local, multicast (DISCOVERY_ALLOW opens them)";

/** A claimed scan as it is run from one place. */
export interface PreparedScan {
  /** Its scan counts the addresses of the plan. */
  readonly claim: ClaimedScan;
  readonly plan: StoredPlan;
  /** Planned addresses that are not scanned from there: they are not counted. */
  readonly fencedOff: number;
}

/** @param fence what is not scanned from the place where it is run */
export function preparedScan(claim: ClaimedScan, fence: ScanFence): PreparedScan {
  const planned = JSON.parse(claim.row.plan) as StoredPlan;
  // Another host may have planned it. Once it has begun, what is done is noted by the place in the plan, which stays as it is then.
  const plan = claim.scan.status === "pending" ? { ...planned, runs: subtractRuns(planned.runs, fence.runs) } : planned;
  const total = Number(countKeys(plan.runs));
  return { claim: { ...claim, scan: { ...claim.scan, total_hosts: total } }, plan, fencedOff: claim.scan.total_hosts - total };
}

/** How a scan ends that has no address to probe. @param progress is warned where that is no failure */
export function emptyEnding({ plan, fencedOff }: Pick<PreparedScan, "plan" | "fencedOff">, progress: ScanProgress): Ending {
  if (fencedOff > 0) return { status: "failed", reason: FENCED };
  if (plan.excluded > 0) return { status: "failed", reason: "every address of the network is excluded" };
  // Nothing failed: such a network is looked at by the addresses that are known of it, and there are none.
  progress.warn(NOTHING_KNOWN);
  return { status: "completed" };
}

/** How a scan ends whose scanner has ended. */
export function endingOf({ probed, reasons }: ScanCoverage): Ending {
  if (probed > 0) return { status: "completed" };
  return { status: "failed", reason: `nothing could be probed: ${reasons.map(({ reason }) => reason).join("; ")}` };
}
